import { abbreviations } from '@citewell/core/lexicon/abbreviations.ts';
import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import { informativeTerms, isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { findHeading } from '../../literature/query/mesh/descriptors.ts';
import { meshHeading } from '../../literature/query/mesh/mesh.ts';
import { collapseSpaces, type RecordText, type Roots } from './record-text.ts';
import { rootOf } from './word-roots.ts';

/** The terms of a wording; `isOwn` if it is from the question rather than a list, `short` for an abbreviation from a list, `written` for one that a plural of another would match. */
type CompiledWording = { terms: string[]; isOwn: boolean; short?: string; written?: string };

/** An abbreviation, which may stand for other things as well: AD for Alzheimer's disease and for atopic dermatitis. */
const shortForm = /^([A-Z]{2,5})s?$/;
/** Returns true for an abbreviation that ends with S and is no plural: CRPS are not several CRP. */
function isNoPlural(wording: string): boolean {
  return /^[A-Z]{1,5}S$/.test(wording) && abbreviations().has(wording);
}

/** Number of letters of an abbreviation that stands for too many things to count unless a record explains it. */
const ambiguousMax = 2;

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
  /**
   * Indicates that it is named only in everyday words ("sleeping tablets"), which a record may replace: not by the name of a drug, gene
   * or test, nor by that of a disease, though dictionaries have it ("dementia").
   */
  isEveryday: boolean;
  /** Indicates that all words of its name are in dictionaries, which records may mention for many reasons. */
  isOrdinary: boolean;
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
      const all = indexTerms(wording);
      const [, short] = (isOwn ? undefined : shortForm.exec(wording)) ?? [];
      return {
        terms: (isOwn ? informativeTerms(all) : all).map(rootOf),
        isOwn,
        ...(short && { short }),
        ...(isNoPlural(wording) && { written: wording }),
      };
    })
    .filter((each) => each.terms.length > 0)
    .map(({ terms, ...rest }) => ({
      ...rest,
      terms: isSoft && !core ? [rarestOf(terms, texts)] : terms,
    }));
  const named = new Set(
    wordings
      .filter((wording) => !shortForm.test(wording))
      .flatMap((wording) => informativeTerms(indexTerms(wording)))
      .filter((term) => !isStopWord(term))
      .map(rootOf),
  );
  /** Returns true unless a record explains an abbreviation by another name, or does not explain one of two letters. */
  const isMeant = ({ explained }: RecordText, short: string) => {
    const name = explained.get(short);
    return name ? !name.isDisjointFrom(named) : short.length > ambiguousMax;
  };
  const [own = ''] = wordings;
  const squeezed = collapseSpaces(own);
  const containsWording = (text: RecordText, { terms, isOwn, short, written }: CompiledWording) => {
    const [first = ''] = terms;
    if (written !== undefined && !text.acronyms.has(written)) return false;
    if (terms.length === 1) return text.all.has(first) && (short === undefined || isMeant(text, short));
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
    isEveryday: isEverydaySubject({ kind, wordings }),
    isOrdinary: kind !== 'unknown' && hasOrdinaryName(wordings),
    holds: (text) =>
      terms.some((wording) => containsWording(text, wording)) ||
      (kind === 'unknown' &&
        ((squeezed.length >= squeezedMin && text.squeezed.includes(squeezed)) ||
          hasForm(text.all, squeezed) ||
          (acronym.test(own) && text.initials.includes(squeezed.replace(/s$/, ''))))),
  };
}

/** Last words of what people call a treatment that records name by its class or effect: "sleeping tablets". */
const everydayHead =
  /\b(?:tablets?|pills?|drugs?|medicines?|jabs?|shots?|tubes?|machines?|scans?|checks?)$|(?:安眠|止痛|退烧|感冒|消炎|泻)药$/i;

/** Returns true if a subject is named only in everyday words. */
export function isEverydaySubject({ kind, wordings }: Pick<Subject, 'kind' | 'wordings'>): boolean {
  if (kind === 'unknown' || !hasOrdinaryName(wordings)) return false;
  const name = wordings[0] ?? '';
  const english = englishNameOf(wordings);
  if (everydayHead.test(name)) return true;
  return findHeading(english) === undefined && meshHeading(english) === undefined;
}

function hasOrdinaryName(wordings: readonly string[]): boolean {
  return englishNameOf(wordings)
    .split(/[\s-]+/)
    .every(isEnglishWord);
}

function englishNameOf(wordings: readonly string[]): string {
  return wordings[Number(/\p{Script=Han}/u.test(wordings[0] ?? ''))] ?? '';
}

function rarestOf(terms: readonly string[], texts: readonly RecordText[]): string {
  const counts = terms.map((term) => texts.filter(({ all }) => all.has(term)).length);
  return terms[counts.indexOf(Math.min(...counts))] ?? '';
}

function hasForm(all: Roots, name: string): boolean {
  if (name.length < sharedMin) return false;
  for (const term of all.values()) {
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
