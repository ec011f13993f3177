import { type Pmid, parsePmid } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { citesOtherwise, createMarkerReader, keysOf, mark } from './citation-patterns.ts';
import { lineBreak, onOneLine, type Prose, proseOf, withoutComments } from './prose.ts';
import { namesSource, removeLeadIn } from './quotation-leads.ts';
import { addressOfPubmed, findDoi, type ListedReference, readReferences } from './references.ts';

/** Citation of a sentence as written: "[3]", "PMID 123", "doi:10.1/x". */
type Citation = {
  label: string;
  pmid?: Pmid;
  doi?: string;
  /** Entry of the reference list. */
  reference?: string;
};

/** Citing sentence without its markers; `line` counts from 1. */
type CitingSentence = { sentence: string; line: number; citations: Citation[] };

export type ReadManuscript = {
  sentences: CitingSentence[];
  references: number;
  /** Number of sentences that only cite by author and year, or by a key, which is not supported. */
  unread: number;
};

const pmidInText = new RegExp(
  String.raw`[(（[]?\bPMIDs?\s{0,9}[:：#]?\s{0,9}((?:\d{1,10}(?:\s{0,9}(?:[,，、;；]\s{0,9}(?:PMIDs?\s{0,9}[:：#]?\s{0,9})?(?=\d)|(?:and|&|和|及)\s{0,9}(?:PMIDs?\s{0,9}[:：#]?\s{0,9})?(?=\d{5})))?)+)[)）\]]?|[(（<]?${addressOfPubmed.source}[)）>]?`,
  'gi',
);
/** Markdown link to a record, whose text is a name of the source. */
const linkedRecord =
  /\[([^[\]]{1,80})\]\(\s*<?(https?:\/\/(?:(?:dx\.)?doi\.org|pubmed\.ncbi\.nlm\.nih\.gov|www\.ncbi\.nlm\.nih\.gov\/pubmed)\/[^\s<>]{1,200}?)>?\s*\)(?!\))/g;

/**
 * Lists the citing sentences of a manuscript in order: by numbered markers of its reference list, or by PMIDs and DOIs
 * in the text. Markers after a full stop belong to the sentence before it. Bracketed numbers that the list lacks are
 * citations only if the manuscript has a list at all. `wraps`: lines are wrapped at a fixed width.
 */
export function readManuscript(text: string, { wraps }: { wraps: boolean }): ReadManuscript {
  const lines = withoutComments(text.replace(/\r\n?|\u2028/g, '\n')).split('\n');
  const { entries, lines: skipped } = readReferences(lines);
  const sentences: CitingSentence[] = [];
  let unread = 0;
  const stretches = proseOf(lines, { wraps, skipped }).filter(
    ({ text: of }) => !/^\s*\[\^[\w-]+\]:/.test(of),
  );
  const read = createMarkerReader(
    stretches.map((prose) => prose.text),
    entries,
  );
  for (const prose of stretches) {
    const inProse: CitingSentence[] = [];
    for (const { text: sentence, line } of sentencesOf(prose, read)) {
      const citations = [...markedIn(sentence, entries), ...namedIn(sentence)];
      const said = removeLeadIn(withoutCitations(sentence));
      const last = inProse.at(-1);
      if (citations.length === 0) unread += citesOtherwise(sentence) ? 1 : 0;
      else if (isLong(said) && !namesSource(said))
        inProse.push({ sentence: said, line, citations: unique(citations) });
      else if (last) last.citations = unique([...last.citations, ...citations]);
    }
    // Not spread into one call: a text of megabytes has more sentences than a call accepts arguments.
    for (const each of inProse) sentences.push(each);
  }
  return { sentences, references: entries.size, unread };
}

/** Matches a statement, in either script: longer than a heading or a figure's label. */
function isLong(said: string): boolean {
  return said.length >= 8 || /\p{Script=Han}{4}/u.test(said);
}

/** Splits a text into sentences, with the markers after their full stops. */
function sentencesOf(
  { text, line }: Prose,
  read: (text: string) => string,
): { text: string; line: number }[] {
  const plain = read(withoutCode(text).replace(linkedRecord, linked));
  // In "…risk.[3] Another" the marker would join the next sentence, or keep the full stop from ending this one.
  const moved = plain.replace(
    /([.!?。！？]["”’)）]?)\s*((?:\[\s*(?:\^[\w-]{1,40}|\d[\d\s,，、;；~–—-]*)\](?!\()\s*)+)(?=\s|$|[A-Z\p{Script=Han}])/gu,
    (found, stop: string, marks: string) => ` ${marks.trim()}${stop} ${found.replace(/[^\u2028]/g, '')}`,
  );
  let [passed, at] = [0, 0];
  return splitSentences(moved).map(({ text: sentence, start }) => {
    for (; at < start; at++) if (moved[at] === lineBreak) passed++;
    return { text: sentence, line: line + passed };
  });
}

/** Removes code spans, which cite nothing. */
function withoutCode(text: string): string {
  return text.replace(/`([^`\n]+)`/g, (_, code: string) => code.replace(/\[/g, '(').replace(/\]/g, ')'));
}

/** Removes the name from "[Smith 2019](https://doi.org/10.1/x)", whose address cites; keeps any other link text. */
function linked(_: string, words: string, address: string): string {
  const isName = /^\W*\d+\W*$|\b(?:19|20)\d\d\b|\b(?:doi|PMID|PubMed|link|source)\b|10\.\d{4}/i.test(words);
  return isName ? ` ${address} ` : `${words} ${address} `;
}

function markedIn(sentence: string, entries: ReadonlyMap<string, ListedReference>): Citation[] {
  if (entries.size === 0) return [];
  return Array.from(sentence.matchAll(mark)).flatMap(([, content = '']) =>
    keysOf(content).flatMap((key): Citation[] => {
      const { pmid, doi, text } = entries.get(key) ?? {};
      return [
        {
          label: `[${key}]`,
          ...(pmid && { pmid }),
          ...(doi && { doi }),
          ...(text !== undefined && { reference: text }),
        },
      ];
    }),
  );
}

function namedIn(sentence: string): Citation[] {
  const citations = Array.from(sentence.matchAll(pmidInText)).flatMap(([, list, address]) =>
    ((list ?? address ?? '').match(/\d+/g) ?? []).flatMap((digits): Citation[] => {
      const pmid = parsePmid(digits);
      return pmid ? [{ label: `PMID ${pmid}`, pmid }] : [];
    }),
  );
  for (let found = findDoi(sentence); found; found = findDoi(sentence, found.end))
    citations.push({ label: `doi:${found.doi}`, doi: found.doi });
  return citations;
}

/** Removes citation markers, identifiers and Markdown from a sentence. */
function withoutCitations(sentence: string): string {
  let text = '';
  let at = 0;
  for (let found = findDoi(sentence); found; found = findDoi(sentence, at)) {
    text += sentence.slice(at, found.start);
    at = found.end;
  }
  return (
    onOneLine(text + sentence.slice(at))
      .replace(mark, ' ')
      .replace(pmidInText, ' ')
      .replace(/^\s*(?:#{1,6}|[-*+>•]|\d{1,3}[.)、])\s+/, '')
      .replace(/\*\*|__|\|/g, ' ')
      // At most one space from here on: a pattern that searches for more would scan long runs repeatedly.
      .replace(/\s+/g, ' ')
      .replace(/[(（] ?[,;，；]? ?[)）]/g, ' ')
      .replace(/(?<=\p{Script=Han}) +(?=\p{Script=Han})/gu, '')
      .replace(/ {1,2}(?=[.,;:!?)。，；：！？）])/g, '')
      .replace(/ {2}/g, ' ')
      .trim()
  );
}

function unique(citations: readonly Citation[]): Citation[] {
  return [...new Map(citations.map((each) => [each.label, each])).values()];
}
