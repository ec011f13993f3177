import { renderCitationMarker } from '@citewell/sdk/citation-markers';
import { type Inline, readBlocks } from './blocks.ts';
import {
  fullTextNote,
  pubmedAddress,
  type ReviewDocument,
  referencesHeading,
  referenceText,
} from './document.ts';
import { escapeXml } from './escape-xml.ts';
import { boldLine, figuresByHeading } from './figures.ts';
import { searchDate, withSearches } from './searches.ts';
import { toSvg } from './svg.ts';

const style = `
  :root { color-scheme: light dark; }
  body { max-width: 46rem; margin: 2.5rem auto; padding: 0 1rem; line-height: 1.55;
    font-family: 'Times New Roman', Times, 'Noto Serif CJK SC', 'Source Han Serif SC', SimSun, serif; }
  h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; }
  table { border-collapse: collapse; font-size: .85rem; width: 100%; border-top: 2px solid; border-bottom: 2px solid; }
  th { border-bottom: 1px solid; } th, td { text-align: left; vertical-align: top; padding: .3rem .5rem; }
  code { font-size: .85em; overflow-wrap: anywhere; } .scroll { overflow-x: auto; }
  ol.references { padding-left: 2.2rem; font-size: .9rem; } ol.references li { margin-bottom: .3rem; }
  figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
  @media print { body { margin: 0; max-width: none; } a { color: inherit; text-decoration: none; } }
`;

/** Converts a review to one HTML page that loads nothing; citations link to the references, and these to PubMed. */
export function toHtml(document: ReviewDocument): string {
  const { references, language, figures, date, trust = [] } = document;
  const review = withSearches(document);
  const drawings = figuresByHeading(figures, { language, width: 620 });
  const blocks = readBlocks(review);
  const body: string[] = [];
  let inList = false;
  for (const block of blocks) {
    if (inList !== (block.kind === 'item')) body.push(inList ? '</ul>' : '<ul>');
    inList = block.kind === 'item';
    if (block.kind === 'heading')
      body.push(
        `<h${block.level}>${inline(block.content)}</h${block.level}>${date && block.level === 1 ? `<p class="made">${escapeXml(searchDate(date, language))}</p>` : ''}`,
      );
    else if (block.kind === 'item') body.push(`<li>${inline(block.content)}</li>`);
    else if (block.kind === 'paragraph') {
      body.push(`<p>${inline(block.content)}</p>`);
      const drawing = drawings.get(boldLine(block) ?? '');
      if (drawing) body.push(`<figure>${toSvg(drawing)}</figure>`);
    } else {
      const row = (cells: Inline[][], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
      const rows = block.rows.map((cells) => row(cells, 'td')).join('\n');
      body.push(
        `<div class="scroll"><table>\n<thead>${row(block.head, 'th')}</thead>\n<tbody>${rows}</tbody>\n</table></div>`,
      );
    }
  }
  if (inList) body.push('</ul>');
  if (references.length > 0) {
    const list = references.map((reference, at) => {
      const pmid = escapeXml(reference.pmid);
      const text = escapeXml(referenceText(reference, language));
      const address = pubmedAddress(reference);
      const number = address ? `<a href="${escapeXml(address)}">${pmid}</a>` : pmid;
      const note = escapeXml(fullTextNote(reference, { trust, language }));
      return `<li id="ref-${at + 1}">${text} ${number}${note && `. ${note}`}</li>`;
    });
    body.push(`<h2>${referencesHeading[language]}</h2>\n<ol class="references">\n${list.join('\n')}\n</ol>`);
  }
  const title = escapeXml(/^# (.*)$/m.exec(review)?.[1] ?? '');
  const lang = language === 'zh' ? 'zh-CN' : 'en';
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body.join('\n')}
</body>
</html>
`;
}

function inline(content: readonly Inline[]): string {
  return content
    .map((piece) => {
      switch (piece.kind) {
        case 'citation':
          return `<a href="#ref-${piece.ordinal}">${renderCitationMarker(piece.ordinal)}</a>`;
        case 'bold':
          return `<strong>${escapeXml(piece.text)}</strong>`;
        case 'italic':
          return `<em>${escapeXml(piece.text)}</em>`;
        case 'code':
          return `<code>${escapeXml(piece.text)}</code>`;
        case 'text':
          return escapeXml(piece.text);
      }
      return piece satisfies never;
    })
    .join('');
}
