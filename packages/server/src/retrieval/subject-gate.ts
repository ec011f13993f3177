import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import type { Leader } from '../literature/ranking/leader.ts';
import { aboutSubjects } from './subjects/about-subjects.ts';
import { type CompiledSubject, compile } from './subjects/compile-subject.ts';
import { type RecordText, readText } from './subjects/record-text.ts';

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
    const inPassing = leader ? [] : namedInPassing(articles, texts, subjects, compiled);
    if (inPassing.length > 0)
      return {
        verdict: { kind: 'absent', names: namesOf(inPassing) },
        admitted: new Set(),
        lacks: new Map(),
      };
    // What fits the question better than the first that has it all, and lacks no more than words that need not be a thing; and what
    // fits it best, where it lacks but one of several things.
    const isIn = ({ pmid, lacks }: Lacking, at: number) =>
      lacks.length === 0 ||
      (at < whole && lacks.every(({ isFirm }) => !isFirm)) ||
      (at === 0 && compiled.length >= manyMin && lacks.length === 1 && lacks[0] !== compiled[0]) ||
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
  const unheld = softened.filter((each) => lacking.every(({ lacks }) => lacks.includes(each)));
  const absent = unheld.length > 0 ? unheld : namedInPassing(articles, texts, subjects, softened);
  // What comes first in a question is what it asks about.
  const first = softened.find(({ isFirm }) => isFirm) ?? softened[0];
  if (absent.length > 0 && !(isIncomplete && first && !absent.includes(first))) {
    const meant = lacking.find(
      ({ pmid, lacks }) =>
        pmid === leader?.pmid &&
        (leader.isMeant ||
          (leader.isNearest && lacks.every(({ isEveryday }) => isEveryday)) ||
          hasAllButOne(lacks, softened, first ?? lacks[0])),
    );
    return {
      verdict: { kind: meant ? 'apart' : 'absent', names: namesOf(absent) },
      admitted: new Set(meant && [meant.pmid]),
      lacks: new Map(meant && [[meant.pmid, namesOf(meant.lacks)]]),
    };
  }
  const least = Math.min(...lacking.map(({ lacks }) => lacks.length));
  const nearest = lacking.filter(({ lacks }) => lacks.length === least).slice(0, nearestMax);
  return {
    verdict: { kind: 'apart', names: namesOf(softened) },
    admitted: new Set(nearest.map(({ pmid }) => pmid)),
    lacks: new Map(nearest.map(({ pmid, lacks }) => [pmid, namesOf(lacks)])),
  };
}

type Lacking = { pmid: Pmid; lacks: CompiledSubject[] };

/** Things that a question names at least, for one of them to be missing and the rest still to be what it asks about. */
const listMin = 4;
/** And for one of them to be mentioned by the way in what is about the others, or to be missing in the record that fits best. */
const manyMin = 3;

/** Tells whether a record has all that a question lists but one thing, which is not the first it asks about. */
function hasAllButOne(
  lacks: readonly CompiledSubject[],
  subjects: readonly CompiledSubject[],
  first: CompiledSubject | undefined,
): boolean {
  return subjects.length >= listMin && lacks.length === 1 && lacks[0] !== first;
}

/** The one or two things named by a question that records mention, and none is about: a list of side effects says nothing of nausea. */
function namedInPassing(
  articles: readonly Article[],
  texts: readonly RecordText[],
  subjects: readonly Subject[],
  compiled: readonly CompiledSubject[],
): CompiledSubject[] {
  const isName = ({ isFirm, isEveryday }: CompiledSubject) => isFirm && !isEveryday;
  if (compiled.filter(({ isFirm }) => isFirm).length >= manyMin) return [];
  const isOnlyMentioned = (subject: Subject, { holds }: CompiledSubject) => {
    const isAbout = aboutSubjects([subject]);
    return !articles.some((article, at) => holds(texts[at] as RecordText) && isAbout(article));
  };
  return compiled.filter((each, at) => {
    const subject = subjects[at];
    return subject && isName(each) && isOnlyMentioned(subject, each);
  });
}

function namesOf(subjects: readonly CompiledSubject[]): string[] {
  return subjects.map(({ name }) => name);
}

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
