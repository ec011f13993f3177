import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { renderPubmedXml } from './pubmed-xml.ts';
import type { RecordFields } from './record-fields.ts';

/** Record of an invented file; omitted fields are derived from its PMID. */
export function fileRecord(pmid: number, fields: Partial<RecordFields> = {}): RecordFields {
  return {
    pmid: String(pmid),
    title: `Record ${pmid}`,
    abstract: [{ text: `What record ${pmid} is about.` }],
    authors: [{ lastName: 'Test', initials: 'T' }],
    journal: { title: 'Journal of Files', abbreviation: 'J Files' },
    published: { year: String(1990 + (pmid % 30)), month: 'May' },
    ...fields,
  };
}

/** Builds one of PubMed's files: records, then the deleted PMIDs. */
export function renderFile(records: readonly RecordFields[], deleted: readonly number[] = []): string {
  const pmids = deleted.map((pmid) => `<PMID Version="1">${pmid}</PMID>`).join('\n');
  return `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet>
${records.map(renderPubmedXml).join('\n')}
${pmids && `<DeleteCitation>\n${pmids}\n</DeleteCitation>\n`}</PubmedArticleSet>
`;
}

export function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

/** Writes it compressed, with its .md5 next to it, as PubMed does; returns the bytes. */
export function writePubmedFile(path: string, xml: string): Buffer {
  const bytes = gzipSync(xml);
  writeFileSync(path, bytes);
  writeFileSync(`${path}.md5`, `MD5(${basename(path)})= ${md5Of(bytes)}\n`);
  return bytes;
}
