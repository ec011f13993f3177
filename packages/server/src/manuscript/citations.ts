import { type Pmid, parsePmid } from '../literature/article.ts';
import { splitSentences } from '../text/sentences.ts';
import { findDoi, type ListedReference, readReferences } from './references.ts';

/** What a sentence cites, as the text has it: "[3]", "PMID 123", "doi:10.1/x". */
export type Citation = {
  label: string;
  pmid?: Pmid;
  doi?: string;
  /** The entry of the reference list. */
  reference?: string;
};

/** A sentence that cites, without its marks; `line` counts from 1. */
export type CitingSentence = { sentence: string; line: number; citations: Citation[] };

export type ReadManuscript = { sentences: CitingSentence[]; references: number };

/** [3], [3,4], [3–5], 【3】, [^3], [^a]; of any brackets a citation stands in. */
const mark = /[[［【]\s*(\^?[\w-]{1,40}|\d{1,3}(?:\s*[,，、;；–—~-]\s*\d{1,3})*)\s*[\]］】](?!\()/g;
const pmidInText = /[(（[]?\bPMIDs?\s*[:：#]?\s*((?:\d{1,10}(?:\s*[,，、;；]\s*(?=\d))?)+)[)）\]]?/gi;
/** A range longer than this is none. */
const rangeMax = 50;
/** Shorter than a statement: a heading, the label of a figure. */
const shortest = 8;

/**
 * The sentences of a manuscript that cite something, in their order: numbered marks of its reference list, PMIDs and DOIs in
 * the text. Marks behind a full stop belong to the sentence before it. Numbers in brackets that no list has are citations
 * only where the manuscript has a list at all.
 */
export function readManuscript(text: string): ReadManuscript {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const { entries, lines: list } = readReferences(lines);
  const sentences: CitingSentence[] = [];
  lines.forEach((line, index) => {
    if ((index >= list[0] && index < list[1]) || /^\s*\[\^[\w-]+\]:/.test(line)) return;
    for (const { text: sentence, from } of sentencesOf(line)) {
      const citations = [...markedIn(sentence, entries), ...namedIn(sentence)];
      const said = withoutCitations(sentence);
      if (citations.length > 0 && said.length >= shortest)
        sentences.push({ sentence: said, line: index + 1, citations: unique(citations) });
      else if (citations.length > 0 && from > 0) {
        const before = sentences.at(-1);
        if (before?.line === index + 1) before.citations = unique([...before.citations, ...citations]);
      }
    }
  });
  return { sentences, references: entries.size };
}

/** Sentences of a line, each with the marks behind its full stop. */
function sentencesOf(line: string): { text: string; from: number }[] {
  // "…risk.[3] Another": the mark would go to the next sentence, or keep the full stop from ending this one.
  const moved = line.replace(
    /([.!?。！？]["”’)）]?)\s*((?:[[［【]\s*\^?\d[\d\s,，、;；–—~-]*[\]］】]\s*)+)(?=\s|$|[A-Z\p{Script=Han}])/gu,
    (_, stop: string, marks: string) => ` ${marks.trim()}${stop} `,
  );
  return splitSentences(moved).map(({ text, start }) => ({ text, from: start }));
}

function markedIn(sentence: string, entries: ReadonlyMap<string, ListedReference>): Citation[] {
  if (entries.size === 0) return [];
  return Array.from(sentence.matchAll(mark)).flatMap(([, content = '']) =>
    keysOf(content).flatMap((key): Citation[] => {
      const entry = entries.get(key);
      if (!entry && !/^\^?\d+$/.test(key)) return [];
      const { pmid, doi, text } = entry ?? {};
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

/** "3,5–7" as 3, 5, 6, 7. */
function keysOf(content: string): string[] {
  if (content.startsWith('^')) return [content];
  return content.split(/[,，、;；]/).flatMap((part) => {
    const [, first = '', last] = /^\s*(\d{1,3})\s*(?:[–—~-]\s*(\d{1,3}))?\s*$/.exec(part) ?? [];
    if (first === '') return [];
    const [from, to] = [Number(first), Number(last ?? first)];
    if (to < from || to - from > rangeMax) return [];
    return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
  });
}

function namedIn(sentence: string): Citation[] {
  const citations = Array.from(sentence.matchAll(pmidInText)).flatMap(([, list = '']) =>
    (list.match(/\d+/g) ?? []).flatMap((digits): Citation[] => {
      const pmid = parsePmid(digits);
      return pmid ? [{ label: `PMID ${pmid}`, pmid }] : [];
    }),
  );
  for (let found = findDoi(sentence); found; found = findDoi(sentence, found.end))
    citations.push({ label: `doi:${found.doi}`, doi: found.doi });
  return citations;
}

/** What the sentence says: without its marks, identifiers and Markdown. */
function withoutCitations(sentence: string): string {
  let text = sentence;
  for (let found = findDoi(text); found; found = findDoi(text))
    text = text.slice(0, found.start) + text.slice(found.end);
  return text
    .replace(mark, ' ')
    .replace(pmidInText, ' ')
    .replace(/[(（]\s*[,;，；]?\s*[)）]/g, ' ')
    .replace(/^\s*(?:#{1,6}|[-*+>])\s+/, '')
    .replace(/\*\*|__/g, '')
    .replace(/\s+(?=[.,;:!?)。，；：！？）])/g, '')
    .replace(/\s{2,}/g, ' ')
    .trim();
}

function unique(citations: readonly Citation[]): Citation[] {
  return [...new Map(citations.map((each) => [each.label, each])).values()];
}
