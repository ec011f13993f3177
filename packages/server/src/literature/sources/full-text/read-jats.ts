import { XmlError } from '../../../platform/xml/xml-error.ts';
import { createXmlRecordReader, find, findAll, type XmlElement } from '../pubmed/xml-records.ts';
import type { FullText, FullTextSection, FullTextTable, SectionKind } from './full-text.ts';
import { readTables } from './jats-table.ts';
import { plainText, readSentences } from './jats-text.ts';
import { sectionKind } from './section-kind.ts';

/** Europe PMC returns the article itself, the E-utilities a set of one. */
const roots = new Set(['article', 'pmc-articleset']);
/**
 * Maximum number of sections, tables and cells of an article, ten times that of long ones; and of characters in a
 * section title.
 */
const bounds = { sections: 2_000, tables: 500, cells: 100_000, title: 300 };
/** Parts of an article other than its text: authors, references, comments, supplements. */
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
 * Reads an article in JATS: the sections of its body in document order, and its tables. Returns undefined if the
 * document has no body (as when its publisher permits no copies) or is malformed, truncated or hostile: the record
 * reader rejects entities, deep nesting and articles of more than 8 MiB of text.
 */
export function readJats(xml: Uint8Array): FullText | undefined {
  const article = readArticle(xml);
  const body = find(article, 'body');
  if (!article || !body) return undefined;
  const front = find(article, 'front', 'article-meta');
  const found: Found = { sections: [], tables: [], sectionsSeen: 0, cells: 0 };
  readSection(body, [], 'other', found);
  for (const group of findAll(article, 'floats-group')) addTables(group, found);
  if (isTooMuch(found)) return undefined;
  return {
    pmcid: pmcidOf(front),
    title: plainText(find(front, 'title-group', 'article-title')),
    language: article.attributes['xml:lang'] ?? '',
    license: licenseOf(find(front, 'permissions')),
    sections: found.sections,
    tables: found.tables,
  };
}

/** Parts found so far, in document order, and the counts that are limited. */
type Found = { sections: FullTextSection[]; tables: FullTextTable[]; sectionsSeen: number; cells: number };

/** Returns true if an article exceeds the limits: it is rejected, and the rest need not be read. */
function isTooMuch({ tables, sectionsSeen, cells }: Found): boolean {
  return sectionsSeen > bounds.sections || tables.length > bounds.tables || cells > bounds.cells;
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

/** Adds a section and its subsections. */
function readSection(element: XmlElement, titles: string[], kind: SectionKind, found: Found): void {
  found.sectionsSeen++;
  const { sections } = found;
  const section: FullTextSection = { titles, kind, paragraphs: [] };
  const at = sections.push(section) - 1;
  for (const child of element.children) {
    if (isTooMuch(found)) return;
    if (typeof child === 'string' || child.name === 'title' || child.name === 'label') continue;
    if (child.name === 'sec') {
      const title = plainText(find(child, 'title')).slice(0, bounds.title);
      const own = sectionKind(child.attributes['sec-type'] ?? '', title, kind);
      const type = child.attributes['sec-type'] ?? '';
      if (type !== 'supplementary-material')
        readSection(child, title ? [...titles, title] : titles, own, found);
      continue;
    }
    addTables(child, found);
    if (!prose.has(child.name)) continue;
    const sentences = readSentences(child);
    if (sentences.length > 0) section.paragraphs.push(sentences);
  }
  if (section.paragraphs.length === 0) sections.splice(at, 1);
}

/** Adds the tables of an element and its descendants. */
function addTables(element: XmlElement, found: Found): void {
  if (isTooMuch(found)) return;
  if (element.name === 'table-wrap') {
    for (const table of readTables(element)) {
      found.tables.push(table);
      found.cells += (table.header.length + table.rows.length) * (table.rows[0]?.length ?? 0);
    }
    return;
  }
  for (const child of element.children) if (typeof child !== 'string') addTables(child, found);
}

/** Blocks of a section that contain sentences. */
const prose = new Set(['p', 'list', 'def-list', 'disp-formula', 'statement', 'disp-formula-group']);

/** Returns the PMCID of an article, which JATS has written in two forms. */
function pmcidOf(front: XmlElement | undefined): string {
  const ids = findAll(front, 'article-id');
  const typed = (type: string) => ids.find(({ attributes }) => attributes['pub-id-type'] === type);
  const [digits] = /\d+/.exec(plainText(typed('pmcid') ?? typed('pmc'))) ?? [];
  return digits ? `PMC${digits}` : '';
}

/** Returns the address of a license, which JATS has in three places, or its text. */
function licenseOf(permissions: XmlElement | undefined): string {
  const license = find(permissions, 'license');
  const address =
    plainText(find(license, 'ali:license_ref')) || plainText(find(permissions, 'ali:license_ref'));
  return (
    address ||
    (license?.attributes['xlink:href'] ?? '') ||
    plainText(find(license, 'license-p')).slice(0, 300)
  );
}
