import { type ComparisonColumn, comparisonColumns, type Language } from '@citewell/sdk';
import { renderCitationMarker } from '@citewell/sdk/citation-markers';
import { readZipEntry, ZipError } from '../platform/zip/zip-reader.ts';
import { zip } from '../platform/zip/zip-writer.ts';
import { type Block, type Inline, readBlocks } from './blocks.ts';
import {
  fullTextNote,
  pubmedAddress,
  type ReviewDocument,
  referencesHeading,
  referenceText,
} from './document.ts';
import { docxDrawing, drawingNamespaces } from './docx-drawing.ts';
import { docxStyles } from './docx-styles.ts';
import { escapeXml } from './escape-xml.ts';
import { boldLine, cellNotes, figuresByHeading } from './figures.ts';
import { searchDate, withSearches } from './searches.ts';

export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/**
 * Creates a Word document (ECMA-376) with real headings, lists and a table with a repeated header; citations linked to the
 * bookmarks of their references; references numbered by Word with a hanging indent and linked to PubMed; the date of the text and
 * its searches; and fonts for both scripts.
 */
export function toDocx(document: ReviewDocument): Buffer {
  const { references, language, comparison, figures, date, trust = [] } = document;
  const review = withSearches(document);
  const drawings = figuresByHeading(figures, { language, width: figureWidth });
  let drawn = 0;
  const figureUnder = (heading: string | undefined): string[] => {
    const drawing = heading === undefined ? undefined : drawings.get(heading);
    if (!drawing) return [];
    drawn += 1;
    return [
      `<w:p><w:pPr><w:keepNext/><w:spacing w:before="120" w:after="120"/></w:pPr>${docxDrawing(drawing, drawn)}</w:p>`,
    ];
  };
  const notes = comparison ? cellNotes(comparison, references, language) : [];
  let isNoted = false;
  const notesUnder = (given: Block): string[] => {
    if (isNoted || given.kind !== 'table' || given.head.length !== comparisonColumns.length) return [];
    isNoted = true;
    return notes.map((note) => paragraph('TableNote', run(note)));
  };
  const title = /^# (.*)$/m.exec(review)?.[1] ?? '';
  const body = [
    ...readBlocks(review).flatMap((each, at, all) => {
      const figure = figureUnder(boldLine(each));
      const written = block(each, all[at - 1]);
      return [
        // A heading stays on the page of its figure, and the figure on that of its table.
        figure.length > 0 ? written.replace(/(<w:pStyle [^<>]*\/>)/, '$1<w:keepNext/>') : written,
        ...(date && isTitle(each) ? [paragraph('Subtitle', run(searchDate(date, language)))] : []),
        ...figure,
        ...notesUnder(each),
      ];
    }),
    ...(references.length > 0 ? [paragraph('Heading1', run(referencesHeading[language]))] : []),
    ...references.map((reference, at) => {
      const text = run(`${referenceText(reference, language)} `);
      const link = !pubmedAddress(reference)
        ? run(reference.pmid)
        : `<w:hyperlink r:id="ref${at + 1}" w:history="1">${run(reference.pmid, '<w:rStyle w:val="Hyperlink"/>')}</w:hyperlink>`;
      const number = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>';
      const [start, end] = [
        `<w:bookmarkStart w:id="${at + 1}" w:name="ref_${at + 1}"/>`,
        `<w:bookmarkEnd w:id="${at + 1}"/>`,
      ];
      const note = fullTextNote(reference, { trust, language });
      return paragraph('Reference', start + text + link + (note && run(`. ${note}`)) + end, number);
    }),
  ].join('\n');
  const links = references.map((reference, at) => {
    const address = pubmedAddress(reference);
    return address
      ? `<Relationship Id="ref${at + 1}" Type="${relationship}/hyperlink" Target="${escapeXml(address)}" TargetMode="External"/>`
      : '';
  });
  return pack({ title, body, links, language, date });
}

/** Creates a document of these blocks only, without references; its citations are not linked. */
export function blocksToDocx({
  title,
  blocks,
  language,
}: {
  title: string;
  blocks: readonly Block[];
  language: Language;
}): Buffer {
  const body = blocks.map((each, at) => block(each, blocks[at - 1])).join('\n');
  return pack({ title, body, links: [], language });
}

/** Returns the title of a Word document created by this module; undefined for anything else. */
export function titleOfDocx(file: Buffer): string | undefined {
  try {
    const properties = readZipEntry(file, /^docProps\/core\.xml$/)?.toString('utf8');
    return properties && /<dc:title>([^<]*)</.exec(properties)?.[1];
  } catch (error) {
    if (error instanceof ZipError) return undefined;
    throw error;
  }
}

function pack({
  title,
  body,
  links,
  language,
  date,
}: {
  title: string;
  body: string;
  links: readonly string[];
  language: Language;
  date?: string | undefined;
}): Buffer {
  // A4 with manuscript margins.
  const page =
    '<w:sectPr><w:footerReference w:type="default" r:id="footer"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1300" w:bottom="1440" w:left="1300" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>';
  return zip([
    { name: '[Content_Types].xml', text: contentTypes },
    { name: '_rels/.rels', text: packageRelations },
    {
      name: 'docProps/core.xml',
      text: `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dc:creator>Citewell</dc:creator><dc:language>${language === 'zh' ? 'zh-CN' : 'en-US'}</dc:language>${date ? `<dcterms:created xsi:type="dcterms:W3CDTF">${escapeXml(date)}</dcterms:created>` : ''}</cp:coreProperties>`,
    },
    {
      name: 'word/document.xml',
      text: `${declaration}<w:document ${namespaces} ${drawingNamespaces}><w:body>\n${body}\n${page}</w:body></w:document>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      text: `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="styles" Type="${relationship}/styles" Target="styles.xml"/><Relationship Id="numbering" Type="${relationship}/numbering" Target="numbering.xml"/><Relationship Id="footer" Type="${relationship}/footer" Target="footer.xml"/>${links.join('')}</Relationships>`,
    },
    { name: 'word/styles.xml', text: `${declaration}${docxStyles(namespaces)}` },
    { name: 'word/numbering.xml', text: `${declaration}${numbering}` },
    {
      name: 'word/footer.xml',
      text: `${declaration}<w:ftr ${namespaces}><w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:ftr>`,
    },
  ]);
}

function isTitle(given: Block): boolean {
  return given.kind === 'heading' && given.level === 1;
}

function block(given: Block, before: Block | undefined): string {
  switch (given.kind) {
    case 'heading':
      return paragraph(['Title', 'Heading1', 'Heading2'][given.level - 1] ?? 'Heading2', runs(given.content));
    case 'paragraph':
      return paragraph(before?.kind === 'table' ? 'TableNote' : 'BodyText', runs(given.content));
    case 'item':
      return paragraph(
        'ListBullet',
        runs(given.content),
        '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>',
      );
    case 'table':
      return table(given.head, given.rows);
  }
}

function paragraph(style: string, content: string, more = ''): string {
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr>${content}</w:p>`;
}

/** Quotation marks belong to both scripts and are Chinese around Chinese text. Matching stops at the next one, because a text of
 *  only quotation marks would otherwise take quadratic time. */
const hanQuotation = /[“‘][^“‘”’]*\p{Script=Han}/u;

function run(text: string, given = ''): string {
  const hint = hanQuotation.test(text) ? '<w:rFonts w:hint="eastAsia"/>' : '';
  // The schema's order: style, fonts, then the rest.
  const properties = given.startsWith('<w:rStyle') ? given + hint : hint + given;
  return `<w:r>${properties ? `<w:rPr>${properties}</w:rPr>` : ''}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
}

function runs(content: readonly Inline[]): string {
  return content
    .map((piece) => {
      switch (piece.kind) {
        case 'citation':
          return `<w:hyperlink w:anchor="ref_${piece.ordinal}" w:history="1">${run(renderCitationMarker(piece.ordinal))}</w:hyperlink>`;
        case 'bold':
          return run(piece.text, '<w:b/>');
        case 'italic':
          return run(piece.text, '<w:i/>');
        case 'code':
          return run(piece.text, '<w:rStyle w:val="SearchQuery"/>');
        case 'text':
          return run(piece.text);
      }
      return piece satisfies never;
    })
    .join('');
}

/** Width between the page margins, in twentieths of a point. */
const widthAll = 9_306;
/** Width of a figure in pixels: that between the margins, at 1,440 twips per 96 pixels. */
const figureWidth = Math.floor(widthAll / 15);
/** Widths of the columns of a comparison table, in per cent; those of other tables are equal. */
const comparisonShares: Record<ComparisonColumn, number> = {
  study: 11,
  design: 14,
  population: 17,
  n: 6,
  intervention: 14,
  comparator: 12,
  outcome: 12,
  effect: 14,
};

function table(head: Inline[][], rows: Inline[][][]): string {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), head.length);
  const widths = Array.from({ length: columns }, (_, at) => {
    const column = columns === comparisonColumns.length ? comparisonColumns[at] : undefined;
    return Math.floor((widthAll * (column ? comparisonShares[column] : 100 / columns)) / 100);
  });
  const cells = (row: Inline[][], style: string) =>
    widths
      .map(
        (width, at) =>
          `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${paragraph(style, runs(row[at] ?? []))}</w:tc>`,
      )
      .join('');
  const header = `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${cells(head, 'TableHead')}</w:tr>`;
  const body = rows
    .map((row) => `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells(row, 'TableText')}</w:tr>`)
    .join('\n');
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  const properties = `<w:tblPr><w:tblStyle w:val="ThreeLines"/><w:tblW w:w="${widths.reduce((sum, width) => sum + width, 0)}" w:type="dxa"/><w:tblLayout w:type="fixed"/><w:tblLook w:firstRow="1"/></w:tblPr>`;
  return `<w:tbl>${properties}<w:tblGrid>${grid}</w:tblGrid>${header}${body}</w:tbl>`;
}

const contentTypes = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"/><Override PartName="/word/footer.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

const packageRelations = `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="document" Type="${relationship}/officeDocument" Target="word/document.xml"/><Relationship Id="core" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

/** Numbering definitions: 1 for bullets, 2 for references, [1] with a hanging indent. */
const numbering = `<w:numbering ${namespaces}><w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="425" w:hanging="283"/></w:pPr></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="2"><w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="[%1]"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="567" w:hanging="567"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num></w:numbering>`;
