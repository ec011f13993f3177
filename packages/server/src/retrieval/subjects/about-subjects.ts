import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { informativeTerms, isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { statesAim } from '../../literature/studies/states-aim.ts';
import { abbreviationsOf } from './abbreviations.ts';
import { compile } from './compile-subject.ts';
import { withoutNamesakes } from './namesakes.ts';
import { type RecordText, readRecordText, termsOf, textOf } from './record-text.ts';
import { rootOf } from './word-roots.ts';

/** Minimum number of sentences naming a subject for an abstract to be about it rather than to mention it. */
const sentencesMin = 2;
/** Minimum number of such sentences in a long abstract whose title and aim do not name the subject. */
const sentencesOfLongMin = 3;
/** Minimum number of sentences of a long abstract. */
const longAbstractMin = 8;

/** Words without which a name means the same: "diabetes mellitus" is diabetes. */
const addsNothing =
  /^(?:mellitus|bronchial|essential|arterial|disease|disorder|syndrome|infection|virus|delivery|section|birth|patients?)$/i;
/** Words for a procedure that add nothing to its name: a "bypass operation" is a bypass. */
const isDone = /\b(?:surgery|operations?|procedures?)$/i;
/** An abbreviation from a list. */
const shortForm = /^[A-Z]{2,5}$/;
/** A short everyday word from a list, which may be ambiguous: "fits" for epileptic seizures, or as a verb. */
const shortWord = /^[a-z]{2,5}$/;

function isShort(wording: string): boolean {
  return shortForm.test(wording) || (shortWord.test(wording) && isEnglishWord(wording));
}

/** Words for adjustment: variables adjusted for were not studied. */
const adjusts =
  /\badjust(?:ed|ing|ment)?\b|\bcovariates?\b|\bconfounders?\b|\bcontroll(?:ed|ing) for\b|\bindependent(?:ly)? of\b|校正|混杂因素/i;

/** Separators in a list; a sentence that lists many things is about none of them. */
const listed = /, (?:and |or )?[a-z]/gi;
const listedMin = 4;

/** Maximum number of words in a name. */
const nameWordsMax = 4;

/** Returns the index terms of a wording, without words that add nothing. */
function meaningOf(wording: string): Set<string> {
  const words = wording.split(/[\s,-]+/).filter((word) => word && !addsNothing.test(word));
  return new Set(words.flatMap(indexTerms));
}

/**
 * Removes broader wordings from a subject: not all aortic aneurysms are abdominal. Abbreviations are returned separately, because
 * they may have other meanings.
 */
function narrowed(subject: Subject): { subject: Subject; shortForms: string[] } {
  const own = subject.wordings.slice(0, 1 + Number(/\p{Script=Han}/u.test(subject.wordings[0] ?? '')));
  const meanings = own.map(meaningOf).filter(({ size }) => size > 0);
  const saysDone = own.some((wording) => isDone.test(wording));
  const others = subject.wordings.slice(own.length).filter((wording) => {
    const meaning = meaningOf(saysDone ? wording : wording.replace(isDone, ''));
    return !meanings.some((whole) => meaning.size < whole.size && meaning.isSubsetOf(whole));
  });
  return {
    subject: { ...subject, wordings: [...own, ...others.filter((wording) => !isShort(wording))] },
    shortForms: others.filter(isShort),
  };
}

/** Compiles a subject for `aboutSubjects` to a test for sentences that name it, given the whole record and its text. */
function compileAbout(given: Subject): (record: RecordText, whole: string) => (text: RecordText) => boolean {
  const { subject, shortForms } = narrowed(given);
  const { wordings, core = wordings, kind } = subject;
  // A phrase may not be a subject, so any word of it is sufficient.
  if (kind === 'phrase') {
    const words = new Set(core.flatMap((wording) => informativeTerms(indexTerms(wording)).map(rootOf)));
    return () => (text) => words.values().some((word) => text.all.has(word));
  }
  const { holds } = compile(subject);
  const short = shortForms.flatMap(termsOf);
  const words = wordings
    .filter((wording) => !shortForm.test(wording))
    .map((wording) => wording.split(/[\s,-]+/))
    // Lay wordings are descriptions: "swollen main artery in the belly".
    .filter(({ length }) => length <= nameWordsMax)
    .flat();
  const spelled = new Set(
    words
      .filter((word) => !isStopWord(word.toLowerCase()) && !isGenericTerm(word) && !addsNothing.test(word))
      .flatMap(termsOf)
      // The letter of "Parkinson's" is in every abstract.
      .filter((term) => term.length > 1),
  );
  return (record, whole) => {
    // What the record itself calls it: "Werlhof's disease (WD)".
    const defined = wordings.flatMap((wording) => abbreviationsOf(wording, [whole])).flatMap(termsOf);
    const isMeant = short.length > 0 && spelled.values().some((word) => record.all.has(word));
    return (text) =>
      holds(text) ||
      (isMeant && short.some((term) => text.all.has(term))) ||
      defined.some((term) => text.all.has(term));
  };
}

/**
 * Creates a test for records about all subjects: each subject must be in the title, headings or keywords, in the last sentence of
 * a short abstract, or in at least two sentences (in a long abstract, including the aim, or three), and all of them together in one
 * sentence or in the headings. A record that mentions a subject once among others, or adjusts for it, is not about it. Any word is
 * sufficient for a phrase that may not be a subject. An abbreviation or short word counts only together with a word of its name:
 * "AAA" of ATPases is not an aneurysm. If the subjects may be something else than entities (`isEntity` false), as in "surgery", an abstract counts as
 * short.
 */
export function aboutSubjects(
  subjects: readonly Subject[],
  { isEntity = true }: { isEntity?: boolean } = {},
): (article: Article) => boolean {
  const compiled = subjects.map(compileAbout);
  const meant = withoutNamesakes(subjects);
  return (article) => {
    const { vernacularTitle = '', mesh, keywords } = article;
    const title = meant(article.title);
    const all = splitSentences(abstractText(article)).map(({ text }) => meant(text));
    const sentences = all
      .filter((text) => !adjusts.test(text) && (text.match(listed)?.length ?? 0) < listedMin)
      .map((text) => ({ terms: textOf([text]), isAim: statesAim(text) }));
    // A heading that title and abstract do not mention refers to the full paper.
    const own = textOf([title, vernacularTitle, ...keywords.map(meant)]);
    const headings = textOf([title, vernacularTitle, ...[...mesh, ...keywords].map(meant)]);
    const isHeaded = (names: (text: RecordText) => boolean) =>
      names(own) || (names(headings) && (all.length === 0 || all.some((text) => names(textOf([text])))));
    const record = readRecordText(article);
    const whole = `${article.title} ${abstractText(article)}`;
    const named = compiled.map((inRecord) => inRecord(record, whole));
    // If the title names other things, a subject needs more than passing mentions.
    const isLong =
      isEntity && title !== '' && all.length >= longAbstractMin && !named.some((names) => names(own));
    const last = isLong ? undefined : sentences.at(-1)?.terms;
    const isOften = (names: (text: RecordText) => boolean) => {
      const naming = sentences.filter(({ terms }) => names(terms));
      const enough = isLong && !naming.some(({ isAim }) => isAim) ? sentencesOfLongMin : sentencesMin;
      return naming.length >= enough;
    };
    return (
      named.every((names) => isHeaded(names) || (last && names(last)) || isOften(names)) &&
      [headings, ...sentences.map(({ terms }) => terms)].some((text) => named.every((names) => names(text)))
    );
  };
}
