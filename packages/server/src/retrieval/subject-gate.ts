import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { type Article, abstractText, type Pmid } from '@citewell/core/records/article.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { foldText, indexTerms } from '@citewell/core/text/words.ts';
import type { Leader } from '../literature/ranking/leader.ts';
import { statesAim } from '../literature/studies/states-aim.ts';
import { withoutNamesakes } from './namesakes.ts';

/** Coverage of a question's subjects by the records found. */
export type GateVerdict =
  /** Records hold all of them, or the question names none. */
  | { kind: 'together' }
  /** Nothing found holds these. */
  | { kind: 'absent'; names: string[] }
  /** Records hold some of them, and none holds all; without names: the best of them hold little of the question. */
  | { kind: 'apart'; names: string[] };

export type SubjectGate = {
  verdict: GateVerdict;
  /** The records that may be evidence, the best first: all that hold every subject, or those that lack least. */
  admitted: ReadonlySet<Pmid>;
  /** The names of the subjects that a record lacks; absent for one that holds all. */
  lacks: ReadonlyMap<Pmid, string[]>;
};

/** Records shown where none holds all subjects. */
export const nearestMax = 3;

/**
 * Admits as evidence only records that hold what the question is about, in their title, abstract, headings or keywords, by
 * any wording. `articles` are the candidates, the best first. Records asked for by number (`wanted`) are always admitted. Where
 * records are missing, only what the question names first is said to be absent. `leader` is a record that fits the question far
 * better than all others: beside records that hold every subject it is admitted even if it lacks one of everyday words
 * ("sleeping tablets"), which it may call by another name. Where nothing holds a subject, a leader that is surely meant is shown
 * as the nearest record.
 */
export function passSubjectGate(
  articles: readonly Article[],
  subjects: readonly Subject[],
  {
    wanted = new Set(),
    isIncomplete = false,
    leader,
  }: { wanted?: ReadonlySet<Pmid>; isIncomplete?: boolean; leader?: Leader | undefined } = {},
): SubjectGate {
  const everyone = new Set(articles.map(({ pmid }) => pmid));
  const together: SubjectGate = { verdict: { kind: 'together' }, admitted: everyone, lacks: new Map() };
  if (subjects.length === 0 || wanted.size > 0 || articles.length === 0) return together;
  const compiled = subjects.map((subject) => compile(subject));
  const texts = articles.map(readText);
  const strict = lackingOf(articles, texts, compiled);
  const whole = strict.findIndex(({ lacks }) => lacks.length === 0);
  if (whole >= 0) {
    // What fits the question better than the first that has it all, and lacks no more than words that need not be a thing.
    const isIn = ({ pmid, lacks }: Lacking, at: number) =>
      lacks.length === 0 ||
      (at < whole && lacks.every(({ isFirm }) => !isFirm)) ||
      (pmid === leader?.pmid && lacks.every(({ isEveryday }) => isEveryday));
    return { ...together, admitted: new Set(strict.filter(isIn).map(({ pmid }) => pmid)) };
  }
  // No record has a phrase as it is asked: then its rarest word has to do.
  const softened = subjects.map((subject) => compile(subject, texts));
  const lacking = lackingOf(articles, texts, softened);
  if (lacking.some(({ lacks }) => lacks.length === 0)) {
    const soft = lacking.filter(
      ({ pmid, lacks }) =>
        lacks.length === 0 || (pmid === leader?.pmid && lacks.every(({ isEveryday }) => isEveryday)),
    );
    return { ...together, admitted: new Set(soft.map(({ pmid }) => pmid)) };
  }
  const absent = softened.filter((each) => lacking.every(({ lacks }) => lacks.includes(each)));
  const names = (of: readonly { name: string }[]) => of.map(({ name }) => name);
  // What comes first in a question is what it asks about.
  const first = softened.find(({ isFirm }) => isFirm) ?? softened[0];
  if (absent.length > 0 && !(isIncomplete && first && !absent.includes(first))) {
    const meant = leader?.isMeant ? lacking.find(({ pmid }) => pmid === leader.pmid) : undefined;
    return {
      verdict: { kind: meant ? 'apart' : 'absent', names: names(absent) },
      admitted: new Set(meant && [meant.pmid]),
      lacks: new Map(meant && [[meant.pmid, names(meant.lacks)]]),
    };
  }
  const least = Math.min(...lacking.map(({ lacks }) => lacks.length));
  const nearest = lacking.filter(({ lacks }) => lacks.length === least).slice(0, nearestMax);
  return {
    verdict: { kind: 'apart', names: names(softened) },
    admitted: new Set(nearest.map(({ pmid }) => pmid)),
    lacks: new Map(nearest.map(({ pmid, lacks }) => [pmid, names(lacks)])),
  };
}

type Lacking = { pmid: Pmid; lacks: CompiledSubject[] };

function lackingOf(
  articles: readonly Article[],
  texts: readonly RecordText[],
  subjects: readonly CompiledSubject[],
): Lacking[] {
  return articles.map(({ pmid }, at) => ({
    pmid,
    lacks: subjects.filter(({ holds }) => !holds(texts[at] as RecordText)),
  }));
}

/** Counts the records that hold every subject. */
export function holdsSubjects(article: Article, subjects: readonly Subject[]): boolean {
  const text = readText(article);
  return subjects.every((subject) => compile(subject).holds(text));
}

/** Sentences of an abstract that name a subject, from which on it is no mention by the way. */
const sentencesMin = 2;
/** As many of a long abstract whose title and aim do not name it. */
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
 * abstract, or in at least two sentences (of a long one with the aim among them, or three), and all of them together in one sentence or in the headings. A record that names one once
 * among other things, or adjusts for it, is about those. Of a phrase
 * that need not be a thing any word will do. A short form or word counts beside a word of the name it stands for: "AAA" of ATPases is no
 * aneurysm. Where the subjects need not be things (`isThing` false), as "surgery", an abstract counts as short.
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

/** A record's titles, headings, keywords and sentences as index terms, all of it without spaces, and its words' initials. */
type RecordText = {
  segments: readonly string[][];
  all: ReadonlySet<string>;
  squeezed: string;
  initials: string;
};

/** Texts of the records that were read, as long as these live: several subjects are looked for in each. */
const textOfArticle = new WeakMap<Article, RecordText>();

function readText(article: Article): RecordText {
  const known = textOfArticle.get(article) ?? readAnew(article);
  textOfArticle.set(article, known);
  return known;
}

function readAnew(article: Article): RecordText {
  const { title, vernacularTitle = '', mesh, keywords } = article;
  const abstract = abstractText(article);
  const texts = [
    title,
    vernacularTitle,
    ...mesh,
    ...keywords,
    ...splitSentences(abstract).map(({ text }) => text),
  ];
  return textOf(texts, [title, ...mesh, ...keywords, abstract]);
}

/** The terms of a text, with those of adjectives in "-scopic" and "-graphic" as those of their nouns: endoscopic is by endoscopy. */
function termsOf(text: string): string[] {
  return indexTerms(text).map((term) => (examination.test(term) ? term.slice(0, -1) : term));
}

const examination = /.(?:scop|graph)i$/;

/** Reads texts; the forms in which only some names are looked for are made when one is. */
function textOf(texts: readonly string[], whole = texts): RecordText {
  const segments = texts.filter(Boolean).map(termsOf);
  let squeezed: string | undefined;
  let initials: string | undefined;
  return {
    segments,
    all: new Set(segments.flat()),
    get squeezed() {
      squeezed ??= squeeze(whole.join(' '));
      return squeezed;
    },
    get initials() {
      initials ??= texts.map(initialsOf).join(' ');
      return initials;
    },
  };
}

function initialsOf(text: string): string {
  return (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !/^(?:of|the|and|in|for|to|a)$/.test(word))
    .map((word) => word[0])
    .join('');
}

/** "Childhood asthma" is asthma: a record on asthma in children says so in other words. */
function tellingTerms(terms: string[]): string[] {
  const telling = terms.filter((term) => !isGenericTerm(term));
  return telling.length > 0 ? telling : terms;
}

/** The terms of a wording; `isOwn` where the question says it so, and not a list. */
type CompiledWording = { terms: string[]; isOwn: boolean };

/** Words that may stand between those of a wording from a list: "breast and bottle feeding", but not any sentence on breasts that feeds something. */
const betweenMax = 3;

function standTogether(segment: readonly string[], terms: readonly string[], span: number): boolean {
  return segment.some((term, at) => {
    if (!terms.includes(term)) return false;
    const near = segment.slice(at, at + span);
    return terms.every((each) => near.includes(each));
  });
}

type CompiledSubject = {
  name: string;
  /** False for a phrase that need not be a thing. */
  isFirm: boolean;
  /** True where it is named in everyday words alone, and no drug, gene or test by its own name. */
  isEveryday: boolean;
  holds(text: RecordText): boolean;
};

/** Letters that stand for words, which a record may write out. */
const acronym = /^[A-Z]{3,6}s?$/;
/** A name so short would be found inside other words. */
const squeezedMin = 5;
/** Names that begin alike so far and end differently by so little are forms of one name. */
const sharedMin = 7;
const endingMax = 3;

/** Compiles a subject. With `texts` a phrase is held by what it is about, or by its rarest word in them. */
function compile({ name, wordings, kind, core }: Subject, texts?: readonly RecordText[]): CompiledSubject {
  const isHan = /\p{Script=Han}/u.test(wordings[0] ?? '');
  const isSoft = texts !== undefined && kind === 'phrase';
  const terms = (isSoft && core ? core : wordings)
    // What a list adds is said in full or not at all: "good bacteria" is no word on bacteria.
    .map((wording, at): CompiledWording => {
      const isOwn = at <= Number(isHan);
      const all = termsOf(wording);
      return { terms: isOwn ? tellingTerms(all) : all, isOwn };
    })
    .filter((each) => each.terms.length > 0)
    .map(({ terms, isOwn }) => ({
      terms: isSoft && !core ? [rarestOf(terms, texts)] : terms,
      isOwn,
    }));
  const [own = ''] = wordings;
  const squeezed = squeeze(own);
  const holdsWording = (text: RecordText, { terms, isOwn }: CompiledWording) => {
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
      terms.some((wording) => holdsWording(text, wording)) ||
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
    if (shared >= sharedMin && Math.max(term.length, name.length) - shared <= endingMax) return true;
  }
  return false;
}

function squeeze(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');
}
