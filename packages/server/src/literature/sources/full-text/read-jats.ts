import { XmlError } from '../../../platform/xml/xml-error.ts';
import { createXmlRecordReader, find, findAll, type XmlElement } from '../pubmed/xml-records.ts';
import type { FullText, FullTextSection, FullTextTable, SectionKind } from './full-text.ts';
import { readTables } from './jats-table.ts';
import { plainText, readSentences } from './jats-text.ts';
import { sectionKind } from './section-kind.ts';

/** Europe PMC gives the article itself, the E-utilities a set of one. */
const roots = new Set(['article', 'pmc-articleset']);
/** Parts of an article that are not its text: who wrote it, what it cites, what others say of it, what lies beside it. */
const skip = new Set([
  ...[
    'ref-list',
    'contrib-group',
    'sub-article',
    'response',
    'supplementary-material',
    'fn-group',
    'glossary',
  ],
  ...['abstract', 'trans-abstract', 'kwd-group', 'funding-group', 'notes', 'related-article', 'floats-wrap'],
]);

/**
 * Reads an article in JATS: the sections of its body in document order, and its tables. Undefined where the document holds no
 * body, as where its publisher permits no copy, or is malformed, truncated or hostile: entities, deep nesting and articles of
 * more than 8 MiB of text are refused by the reader of records.
 */
export function readJats(xml: Uint8Array): FullText | undefined {
  const article = readArticle(xml);
  const body = find(article, 'body');
  if (!article || !body) return undefined;
  const front = find(article, 'front', 'article-meta');
  const sections: FullTextSection[] = [];
  const tables: FullTextTable[] = [];
  readSection(body, [], 'other', sections, tables);
  for (const group of findAll(article, 'floats-group')) tables.push(...tablesIn(group));
  return {
    title: plainText(find(front, 'title-group', 'article-title')),
    language: article.attributes['xml:lang'] ?? '',
    licence: licenceOf(find(front, 'permissions')),
    sections,
    tables,
  };
}

function readArticle(xml: Uint8Array): XmlElement | undefined {
  const reader = createXmlRecordReader({
    roots,
    records: new Set(['article']),
    skips: (name) => skip.has(name),
  });
  try {
    const articles = reader.feed(xml);
    reader.end();
    const [article] = articles;
    return articles.length === 1 && !article?.isTooLong ? article : undefined;
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

/** Adds a section and those below it; `sections` and `tables` grow in document order. */
function readSection(
  element: XmlElement,
  titles: string[],
  kind: SectionKind,
  sections: FullTextSection[],
  tables: FullTextTable[],
): void {
  const section: FullTextSection = { titles, kind, paragraphs: [] };
  sections.push(section);
  for (const child of element.children) {
    if (typeof child === 'string' || child.name === 'title' || child.name === 'label') continue;
    if (child.name === 'sec') {
      const title = plainText(find(child, 'title'));
      const own = sectionKind(child.attributes['sec-type'] ?? '', title, kind);
      const type = child.attributes['sec-type'] ?? '';
      if (type !== 'supplementary-material')
        readSection(child, title ? [...titles, title] : titles, own, sections, tables);
      continue;
    }
    tables.push(...(child.name === 'table-wrap' ? readTables(child) : tablesIn(child)));
    if (!prose.has(child.name)) continue;
    const sentences = readSentences(child);
    if (sentences.length > 0) section.paragraphs.push(sentences);
  }
  if (section.paragraphs.length === 0) sections.splice(sections.indexOf(section), 1);
}

/** Blocks of a section that hold sentences. */
const prose = new Set(['p', 'list', 'def-list', 'disp-formula', 'statement', 'disp-formula-group']);

/** Tables below an element, in document order. */
function tablesIn(element: XmlElement): FullTextTable[] {
  return element.children.flatMap((child) =>
    typeof child === 'string' ? [] : child.name === 'table-wrap' ? readTables(child) : tablesIn(child),
  );
}

/** The address of a licence, as JATS has it in three places, or its words. */
function licenceOf(permissions: XmlElement | undefined): string {
  const licence = find(permissions, 'license');
  const address =
    plainText(find(licence, 'ali:license_ref')) || plainText(find(permissions, 'ali:license_ref'));
  return (
    address ||
    (licence?.attributes['xlink:href'] ?? '') ||
    plainText(find(licence, 'license-p')).slice(0, 300)
  );
}
