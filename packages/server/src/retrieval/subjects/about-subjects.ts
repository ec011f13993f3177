import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { statesAim } from '../../literature/studies/states-aim.ts';
import { compile, tellingTerms } from './compile-subject.ts';
import { withoutNamesakes } from './namesakes.ts';
import { type RecordText, readText, termsOf, textOf } from './record-text.ts';

/** Sentences of an abstract that name a subject, from which on it is no mention by the way. */
const sentencesMin = 2;
/** The same for a long abstract whose title and aim do not name it. */
const sentencesOfLongMin = 3;
/** Sentences of a long abstract. */
const longAbstractMin = 8;

/** Words without which a name means the same: "diabetes mellitus" is diabetes. */
const addsNothing =
  /^(?:mellitus|bronchial|essential|arterial|disease|disorder|syndrome|infection|virus|delivery|section|birth|patients?)$/i;
/** Says that something is done, which the name of what is done says as well: a "bypass operation" is a bypass. */
const isDone = /\b(?:surgery|operations?|procedures?)$/i;
/** A short form that a list has for a name. */
const shortForm = /^[A-Z]{2,5}$/;
/** A short everyday word that a list has for a name: "fits" of epilepsy, and of what fits. */
const shortWord = /^[a-z]{2,5}$/;

function isShort(wording: string): boolean {
  return shortForm.test(wording) || (shortWord.test(wording) && isEnglishWord(wording));
}

/** Adjustments: what was adjusted for was not looked at. */
const adjusts =
  /\badjust(?:ed|ing|ment)?\b|\bcovariates?\b|\bconfounders?\b|\bcontroll(?:ed|ing) for\b|\bindependent(?:ly)? of\b|校正|混杂因素/i;

/** A sentence that lists so many things is about none of them. */
const listed = /, (?:and |or )?[a-z]/gi;
const listedMin = 4;

/** Words of a name at most. */
const nameWordsMax = 4;

/** Words as index terms, with those that add nothing left out. */
function meaningOf(wording: string): Set<string> {
  const words = wording.split(/[\s,-]+/).filter((word) => word && !addsNothing.test(word));
  return new Set(words.flatMap(indexTerms));
}

/**
 * A subject without what a list calls it more broadly: aortic aneurysms are not all abdominal. Its short forms stand apart, for
 * they may stand for other things.
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

/** Compiles a subject for `aboutSubjects`: how a sentence names it, given the whole record. */
function compileAbout(given: Subject): (record: RecordText) => (text: RecordText) => boolean {
  const { subject, shortForms } = narrowed(given);
  const { wordings, core = wordings, kind } = subject;
  // A phrase need not be a thing: any word of it will do.
  if (kind === 'phrase') {
    const words = new Set(core.flatMap((wording) => tellingTerms(termsOf(wording))));
    return () => (text) => !text.all.isDisjointFrom(words);
  }
  const { holds } = compile(subject);
  const short = shortForms.flatMap(termsOf);
  const words = wordings
    .filter((wording) => !shortForm.test(wording))
    .map((wording) => wording.split(/[\s,-]+/))
    // What lay people call it describes it: "swollen main artery in the belly".
    .filter(({ length }) => length <= nameWordsMax)
    .flat();
  const spelled = new Set(
    words
      .filter((word) => !isStopWord(word.toLowerCase()) && !isGenericTerm(word) && !addsNothing.test(word))
      .flatMap(indexTerms),
  );
  return (record) => {
    const isMeant = short.length > 0 && !record.all.isDisjointFrom(spelled);
    return (text) => holds(text) || (isMeant && short.some((term) => text.all.has(term)));
  };
}

/**
 * Makes a test of what a record is about: each subject is in its title, headings or keywords, in the last sentence of a short
 * abstract, or in at least two sentences (of a long one with the aim among them, or three), and all of them together in one
 * sentence or in the headings. A record that names one once among other things, or adjusts for it, is about those. Of a phrase
 * that need not be a thing any word will do. A short form or word counts beside a word of the name it stands for: "AAA" of
 * ATPases is no aneurysm. Where the subjects need not be things (`isThing` false), as "surgery", an abstract counts as short.
 */
export function aboutSubjects(
  subjects: readonly Subject[],
  { isThing = true }: { isThing?: boolean } = {},
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
    // A heading on what the record does not speak of is for a reader of the whole paper.
    const own = textOf([title, vernacularTitle, ...keywords.map(meant)]);
    const headings = textOf([title, vernacularTitle, ...[...mesh, ...keywords].map(meant)]);
    const isHeaded = (names: (text: RecordText) => boolean) =>
      names(own) || (names(headings) && (all.length === 0 || all.some((text) => names(textOf([text])))));
    const record = readText(article);
    const named = compiled.map((inRecord) => inRecord(record));
    // A study whose title names other things names what it is about more than by the way.
    const isLong =
      isThing && title !== '' && all.length >= longAbstractMin && !named.some((names) => names(own));
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
