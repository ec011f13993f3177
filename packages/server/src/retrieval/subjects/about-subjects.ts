import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { compile, tellingTerms } from './compile-subject.ts';
import { type RecordText, readText, termsOf, textOf } from './record-text.ts';

/** Sentences of an abstract that name a subject, from which on it is no mention by the way. */
const sentencesMin = 2;

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
  /\badjust(?:ed|ing|ment)?\b|\bcovariates?\b|\bconfounders?\b|\bcontroll(?:ed|ing) for\b|校正|混杂因素/i;

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
    words.filter((word) => !isStopWord(word.toLowerCase()) && !isGenericTerm(word)).flatMap(indexTerms),
  );
  return (record) => {
    const isMeant = short.length > 0 && !record.all.isDisjointFrom(spelled);
    return (text) => holds(text) || (isMeant && short.some((term) => text.all.has(term)));
  };
}

/**
 * Makes a test of what a record is about: each subject is in its title, headings or keywords, in its last sentence, or in at
 * least two sentences of its abstract, and all of them together in one sentence or in the headings. A record that names one once
 * among other things, or adjusts for it, is about those. Of a phrase
 * that need not be a thing any word will do. A short form or word counts beside a word of the name it stands for: "AAA" of ATPases is no
 * aneurysm.
 */
export function aboutSubjects(subjects: readonly Subject[]): (article: Article) => boolean {
  const compiled = subjects.map(compileAbout);
  return (article) => {
    const { title, vernacularTitle = '', mesh, keywords } = article;
    const sentences = splitSentences(abstractText(article))
      .filter(({ text }) => !adjusts.test(text) && (text.match(listed)?.length ?? 0) < listedMin)
      .map(({ text }) => textOf([text]));
    const headings = textOf([title, vernacularTitle, ...mesh, ...keywords]);
    const last = sentences.at(-1);
    const record = readText(article);
    const named = compiled.map((inRecord) => inRecord(record));
    return (
      named.every(
        (names) => names(headings) || (last && names(last)) || sentences.filter(names).length >= sentencesMin,
      ) && [headings, ...sentences].some((text) => named.every((names) => names(text)))
    );
  };
}
