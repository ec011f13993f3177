import { readTail, type Tail } from './finding-tail.ts';
import { adverbs, modals } from './finding-verbs.ts';
import type { PhraseReader } from './phrase-reader.ts';

export const isObserved = /^(?:found|observed|seen|detected|noted|reported)$/;

const isRelational =
  /^(?:differences?|changes?|effects?|reductions?|increases?|improvements?|decreases?|declines?|impact|variations?)$/;

export function phraseWithTail(
  reader: PhraseReader,
  start: number,
  end: number,
): { zh: string; tail: Tail } | undefined {
  for (let at = start + 1; at <= end; at++) {
    // "Differences in A between B and C" is one phrase.
    if (reader.lower(at) === 'between' || reader.lower(at) === 'of') continue;
    if (/^(?:in|on)$/.test(reader.lower(at)) && isRelational.test(reader.lower(at - 1))) continue;
    const tail = readTail(reader, at, end);
    const zh = tail && reader.phrase(start, at);
    if (zh) return { zh, tail };
  }
  return undefined;
}

/** Words of a verb group before the verb itself. */
export type Before = { at: number; modal: string; isDenied: boolean; adverb: string };

export function readBefore(reader: PhraseReader, start: number, end: number): Before {
  let at = start;
  const before: Before = { at, modal: '', isDenied: false, adverb: '' };
  const hedge = /^(?:appears?|appeared|seems?|seemed|tends?|tended) to$/;
  for (; at < end; at++) {
    const word = reader.lower(at);
    if (modals[word] !== undefined && !before.modal) before.modal = modals[word];
    else if (word === 'cannot') {
      before.modal = '不能';
    } else if (hedge.test(reader.words(at, at + 2)) && !before.modal) {
      before.modal = /^tend/.test(word) ? '倾向于' : '似乎';
      at++;
    } else if (/^(?:did|does|do)$/.test(word) && reader.lower(at + 1) === 'not') {
      before.isDenied = true;
      at++;
    } else if (/^failed$/.test(word) && reader.lower(at + 1) === 'to') {
      before.isDenied = true;
      at++;
    } else if (word === 'not') {
      if (before.isDenied) break;
      before.isDenied = true;
    } else if (adverbs[word] !== undefined) before.adverb += adverbs[word];
    else break;
  }
  before.at = at;
  return before;
}

export type ParsedVerb = { modal: string; isDenied: boolean; adverb: string };

/** Returns the words for how close a correlation is: 正, 负, 显著. */
export function correlating(adverb: string): string {
  return adverb.replace(/^(显著)?([正负])$/, '呈$1$2').replace(/^强$/, '强');
}
