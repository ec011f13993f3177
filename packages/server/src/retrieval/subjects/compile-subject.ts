import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import { informativeTerms } from '@citewell/core/text/stop-words.ts';
import { type RecordText, squeeze, termsOf } from './record-text.ts';

/** The terms of a wording; `isOwn` if it is from the question rather than a list. */
type CompiledWording = { terms: string[]; isOwn: boolean };

/** Maximum number of words between those of a listed wording: "breast and bottle feeding" matches, but not any sentence with both. */
const betweenMax = 3;

function standTogether(segment: readonly string[], terms: readonly string[], span: number): boolean {
  return segment.some((term, at) => {
    if (!terms.includes(term)) return false;
    const near = segment.slice(at, at + span);
    return terms.every((each) => near.includes(each));
  });
}

/** A subject compiled for matching records. */
export type CompiledSubject = {
  name: string;
  /** Indicates a phrase that is certainly a subject. */
  isFirm: boolean;
  /** Indicates that it is named only in everyday words, not by the name of a drug, gene or test. */
  isEveryday: boolean;
  holds(text: RecordText): boolean;
};

/** An acronym, which a record may write out. */
const acronym = /^[A-Z]{3,6}s?$/;
/** Minimum length of a name matched without spaces; shorter ones would be found inside other words. */
const squeezedMin = 5;
/** Minimum length of a common beginning for two names with slightly different endings to be forms of one name. */
const sharedMin = 7;
const endingMax = 3;

/** Compiles a subject. With `texts`, a phrase matches by its core, or by its rarest word in them. */
export function compile(
  { name, wordings, kind, core, isWhole }: Subject,
  texts?: readonly RecordText[],
): CompiledSubject {
  const isHan = /\p{Script=Han}/u.test(wordings[0] ?? '');
  const isSoft = texts !== undefined && kind === 'phrase';
  const terms = (isSoft && core ? core : wordings)
    // Wordings from a list match only in full: "good bacteria" does not match "bacteria".
    .map((wording, at): CompiledWording => {
      const isOwn = !isWhole && at <= Number(isHan);
      const all = termsOf(wording);
      return { terms: isOwn ? informativeTerms(all) : all, isOwn };
    })
    .filter((each) => each.terms.length > 0)
    .map(({ terms, isOwn }) => ({
      terms: isSoft && !core ? [rarestOf(terms, texts)] : terms,
      isOwn,
    }));
  const [own = ''] = wordings;
  const squeezed = squeeze(own);
  const containsWording = (text: RecordText, { terms, isOwn }: CompiledWording) => {
    const [first = ''] = terms;
    if (terms.length === 1) return text.all.has(first);
    return (
      terms.every((term) => text.all.has(term)) &&
      text.segments.some((segment) =>
        isOwn
          ? terms.every((term) => segment.includes(term))
          : standTogether(segment, terms, terms.length + betweenMax),
      )
    );
  };
  return {
    name,
    isFirm: kind !== 'phrase',
    isEveryday: kind !== 'unknown' && (wordings[Number(isHan)] ?? '').split(/[\s-]+/).every(isEnglishWord),
    holds: (text) =>
      terms.some((wording) => containsWording(text, wording)) ||
      (kind === 'unknown' &&
        ((squeezed.length >= squeezedMin && text.squeezed.includes(squeezed)) ||
          hasForm(text.all, squeezed) ||
          (acronym.test(own) && text.initials.includes(squeezed.replace(/s$/, ''))))),
  };
}

function rarestOf(terms: readonly string[], texts: readonly RecordText[]): string {
  const counts = terms.map((term) => texts.filter(({ all }) => all.has(term)).length);
  return terms[counts.indexOf(Math.min(...counts))] ?? '';
}

function hasForm(all: ReadonlySet<string>, name: string): boolean {
  if (name.length < sharedMin) return false;
  for (const term of all) {
    let shared = 0;
    while (shared < term.length && term[shared] === name[shared]) shared++;
    const endings = term.slice(shared) + name.slice(shared);
    // Angiopoietin-1 is no form of angiopoietin-2.
    if (
      shared >= sharedMin &&
      Math.max(term.length, name.length) - shared <= endingMax &&
      !/\d/.test(endings)
    )
      return true;
  }
  return false;
}
