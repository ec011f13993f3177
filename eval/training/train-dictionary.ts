import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync, gunzipSync, type ZlibOptions } from 'node:zlib';
import { type Article, emptyRecord, type Pmcid } from '../../packages/core/src/records/article.ts';
import { recordText } from '../../packages/search-index/src/segments/record-codec.ts';
import { createArticleParser } from '../../packages/server/src/literature/sources/pubmed/parse-articles.ts';
import { readPubmedqaRows, sharedDataDir } from '../../packages/simulators/src/corpus.ts';

const file = new URL('../../packages/search-index/src/segments/record-dictionary.txt', import.meta.url);

/** Folders of real records that may be shipped, and others on which the dictionary is measured. */
const sources = ['jabref', 'metapub', 'metapub-other'];
const heldOut = ['pmparser', 'pubmedparser'];

/** Bytes of the dictionary: half as many again save 2 % more of a record and take a tenth longer to compress it. */
const size = 4_096;
/** Length of a piece of text whose number of records counts: the shortest that is worth a reference to it. */
const pieceLength = 6;
const segmentLength = 40;
/** Pieces of fewer records are part of a name or a number. */
const recordsMin = 3;

/** Text of a record whose fields have no content. */
const form = recordText({
  ...emptyRecord,
  ...{ pmid: '' as Article['pmid'], title: '', year: '20', published: '20', doi: '10.10', isReview: true },
  ...{ abstract: [{ text: '', label: '' }], authors: ['', ''], affiliations: ['Department of '] },
  ...{ journal: 'Journal of ', journalAbbreviation: 'J ', volume: '', issue: '', pages: '', issn: '' },
  ...{
    pmcid: 'PMC' as Pmcid,
    keywords: ['', ''],
    mesh: ['', ''],
    languages: [''],
    publicationTypes: ['Journal Article', ''],
  },
});

const header = `# Text that begins every record compressed by record-codec.ts, the most frequent last; line ends do not count.
# Part of the format of stored records: never change it. Made by "npm run eval -- train-dictionary" (NOTICE.md).
`;

/**
 * Writes the preset dictionary of stored records and measures it on records that it was not made from; undefined without
 * ../shared/data.
 */
export function trainDictionary() {
  const labeled = labeledAbstracts();
  if (!labeled) return undefined;
  const training = [...new Map([...labeled, ...realRecords(sources)].map((it) => [it.pmid, it])).values()];
  // Without their authors and DOIs, which are in no other records.
  const texts = training.map(({ doi, ...it }) => recordText({ ...it, authors: [] }));
  const segments = [...chooseSegments(texts, size - form.length), form];
  writeFileSync(file, `${header}${segments.join('\n')}\n`);
  const known = new Set(training.map(({ pmid }) => pmid));
  const others = realRecords(heldOut).filter(({ pmid }) => !known.has(pmid));
  const meanBytes = (options: ZlibOptions) => {
    const bytes = others.reduce((sum, it) => sum + deflateRawSync(recordText(it), options).length, 0);
    return Math.round(bytes / others.length);
  };
  return {
    ...{ file: fileURLToPath(file), records: training.length, held_out: others.length },
    bytes_without: meanBytes({}),
    bytes_with: meanBytes({ dictionary: Buffer.from(segments.join('')) }),
  };
}

/**
 * Chooses the segments whose pieces are in the most records, each piece counted once (the algorithm COVER of Liao, Petri,
 * Moffat and Wirth, 2016); in ascending order, because the end of the dictionary is the cheapest to refer to.
 */
function chooseSegments(texts: readonly string[], length: number): string[] {
  const records = countPieces(texts);
  const worth = (text: string) =>
    new Set(piecesOf(text)).values().reduce((sum, piece) => sum + (records.get(piece) ?? 0), 0);
  const candidates = texts.flatMap((text) =>
    Array.from(text.matchAll(/(?<!\w)[\x20-\x7e]/g), ({ index }) => {
      const segment = text.slice(index, index + segmentLength);
      return { segment, worth: worth(segment) };
    }),
  );
  const chosen: string[] = [];
  let left = length;
  for (let least = segmentLength * texts.length; left > 0 && least > 1; least *= 0.9)
    for (const candidate of candidates) {
      if (candidate.worth < least) continue;
      // Less than it was, once another segment contains its pieces.
      candidate.worth = worth(candidate.segment);
      const segment = withoutRareEnds(candidate.segment, records).slice(0, left);
      if (candidate.worth < least || !/^(?!#)[\x20-\x7e]+$/.test(segment)) continue;
      chosen.push(segment);
      left -= segment.length;
      for (const piece of piecesOf(segment)) records.delete(piece);
      if (left === 0) break;
    }
  return chosen.reverse();
}

/** Counts the records with each piece. */
function countPieces(texts: readonly string[]): Map<string, number> {
  const records = new Map<string, number>();
  for (const text of texts)
    for (const piece of new Set(piecesOf(text))) records.set(piece, (records.get(piece) ?? 0) + 1);
  for (const [piece, count] of records) if (count < recordsMin) records.delete(piece);
  return records;
}

function piecesOf(text: string): string[] {
  const count = Math.max(text.length - pieceLength + 1, 0);
  return Array.from({ length: count }, (_, at) => text.slice(at, at + pieceLength));
}

function withoutRareEnds(segment: string, records: ReadonlyMap<string, number>): string {
  const pieces = piecesOf(segment).map((piece) => records.has(piece));
  const first = Math.max(pieces.indexOf(true), 0);
  return segment.slice(first, pieces.lastIndexOf(true) + pieceLength);
}

/** Loads the labeled abstracts of PubMedQA, whose titles are its questions. */
function labeledAbstracts(): Article[] | undefined {
  return readPubmedqaRows()?.map(({ pmid, question, labels, contexts, mesh, year }) => {
    const abstract = contexts.map((text, at) => ({ text, label: labels[at] ?? '' }));
    // Without a journal, which PubMedQA does not name.
    return { ...emptyRecord, pmid, title: question, abstract, mesh, year, published: year } as Article;
  });
}

function realRecords(folders: readonly string[]): Article[] {
  return folders.flatMap((folder) => {
    const path = `${sharedDataDir}/pubmed-xml/${folder}`;
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
    return names.flatMap((name) => {
      if (name.endsWith('.xml')) return articlesOf(readFileSync(`${path}/${name}`));
      return name.endsWith('.xml.gz') ? articlesOf(gunzipSync(readFileSync(`${path}/${name}`))) : [];
    });
  });
}

/** Reads a file; one that is incomplete counts as empty. */
function articlesOf(xml: Uint8Array): Article[] {
  try {
    return createArticleParser().feed(xml);
  } catch {
    return [];
  }
}
