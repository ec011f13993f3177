import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import { populationsInWords } from '../literature/query/question-hints.ts';
import type { Leader } from '../literature/ranking/leader.ts';
import { addAbbreviations, expandAbbreviations } from './subjects/abbreviations.ts';
import { aboutSubjects } from './subjects/about-subjects.ts';
import { type CompiledSubject, compile } from './subjects/compile-subject.ts';
import { mentionsPart } from './subjects/mentions-part.ts';
import { type RecordText, readRecordText } from './subjects/record-text.ts';

/** Coverage of a question's subjects by the records found. */
export type GateVerdict =
  /** Records mention all of them, or the question names none. */
  | { kind: 'together' }
  /** Subjects that no record found mentions. */
  | { kind: 'absent'; names: string[] }
  /**
   * Records mention some of them, but none mentions all; without names, the best records cover little of the question.
   */
  | { kind: 'apart'; names: string[] };

export type SubjectGate = {
  verdict: GateVerdict;
  /** Records admitted as evidence, the best first: all that mention every subject, or those that lack least. */
  admitted: ReadonlySet<Pmid>;
  /**
   * Names of the subjects that a record lacks; absent for a record that mentions all. Of evidence, only everyday words, which it may
   * put differently.
   */
  lacks: ReadonlyMap<Pmid, string[]>;
  /** One of the nearest records that probably answers, and may call by other names what it lacks. */
  likely?: Pmid;
  /** The first records that are not admitted, with the subjects that each lacks. */
  passedOver?: ReadonlyMap<Pmid, string[]>;
};

/** Maximum number of records shown if none mentions all subjects. */
export const nearestMax = 3;

/**
 * Admits as evidence only records that mention every subject of the question, in title, abstract, headings or keywords, in any
 * wording. `articles` are the candidates, the best first. Records requested by PMID (`wanted`) are always admitted. If records are
 * missing, only the question's first subject is reported as absent. `leader` is a record that matches the question far better than
 * all others: in addition to records that mention every subject, it is admitted even if it lacks a subject in everyday words
 * ("sleeping tablets"), which it may call by another name. If no record mentions a subject, a leader that is certainly meant, or
 * that its meaning sets apart and that has the first subject, is shown as the nearest record.
 */
export function passSubjectGate(
  articles: readonly Article[],
  asked: readonly Subject[],
  {
    wanted = new Set(),
    isIncomplete = false,
    leader,
  }: { wanted?: ReadonlySet<Pmid>; isIncomplete?: boolean; leader?: Leader | undefined } = {},
): SubjectGate {
  const everyone = new Set(articles.map(({ pmid }) => pmid));
  const together: SubjectGate = { verdict: { kind: 'together' }, admitted: everyone, lacks: new Map() };
  if (asked.length === 0 || wanted.size > 0) return together;
  if (articles.length === 0)
    return isIncomplete
      ? together
      : { ...together, verdict: { kind: 'absent', names: asked.map(({ name }) => name) } };
  const subjects = addAbbreviations(expandAbbreviations(asked, articles), articles);
  const compiled = subjects.map((subject) => compile(subject));
  const texts = articles.map(readRecordText);
  const strict = lackingOf(articles, texts, compiled);
  const whole = strict.findIndex(({ lacks }) => lacks.length === 0);
  if (whole >= 0) {
    const mentioned = leader ? [] : onlyMentioned(articles, texts, subjects, compiled);
    if (mentioned.length > 0)
      return {
        verdict: { kind: 'absent', names: namesOf(mentioned) },
        admitted: new Set(),
        lacks: new Map(),
      };
    // A record that matches better than the first with all subjects, and lacks only words that may not be a subject; and the best
    // match, if it lacks only one of several subjects.
    const isIn = ({ pmid, lacks }: Lacking, at: number) =>
      lacks.length === 0 ||
      (at < whole && lacks.every(({ isFirm }) => !isFirm)) ||
      (at === 0 && compiled.length >= manyMin && lacks.length === 1 && lacks[0] !== compiled[0]) ||
      (pmid === leader?.pmid && lacks.every(({ isEveryday }) => isEveryday));
    return withPassedOver(admit(together, strict.filter(isIn)), strict, compiled.length);
  }
  // If no record contains a phrase as asked, its rarest word is sufficient.
  const softened = subjects.map((subject) => compile(subject, texts));
  const lacking = lackingOf(articles, texts, softened);
  if (lacking.some(({ lacks }) => lacks.length === 0)) {
    const soft = lacking.filter(
      ({ pmid, lacks }) =>
        lacks.length === 0 || (pmid === leader?.pmid && lacks.every(({ isEveryday }) => isEveryday)),
    );
    return withPassedOver(admit(together, soft), lacking, softened.length);
  }
  const unheld = softened.filter((each) => lacking.every(({ lacks }) => lacks.includes(each)));
  const absent = unheld.length > 0 ? unheld : onlyMentioned(articles, texts, subjects, softened);
  // The first subject of a question is what it asks about.
  const first = softened.find(({ isFirm }) => isFirm) ?? softened[0];
  if (absent.length > 0 && !(isIncomplete && first && !absent.includes(first))) {
    // It cites nothing unless the absent words may be put differently, name people, or are one of a list.
    const mayBeMeant = (text: RecordText) =>
      unheld.every((each) => {
        const subject = subjects[softened.indexOf(each)];
        return isReplaceable(each) || !each.isFirm || (subject && mentionsPart(subject, text));
      });
    const meant = lacking.find(
      ({ pmid, lacks }, at) =>
        pmid === leader?.pmid &&
        ((mayBeMeant(texts[at] as RecordText) &&
          (leader.isMeant ||
            (leader.isClear && unheld.length === 0) ||
            (leader.isNearest && (lacks.every(isReplaceable) || (first && !lacks.includes(first)))))) ||
          hasAllButOne(lacks, softened, first ?? lacks[0])),
    );
    // A record that is shown and has the subject is on it, if not together with the others.
    const isShownOnOne = meant && !absent.every((each) => meant.lacks.includes(each));
    return {
      verdict: {
        kind: meant ? 'apart' : 'absent',
        names: namesOf(isShownOnOne && softened.length > 1 ? softened : absent),
      },
      admitted: new Set(meant && [meant.pmid]),
      lacks: new Map(meant && [[meant.pmid, namesOf(meant.lacks)]]),
    };
  }
  const least = Math.min(...lacking.map(({ lacks }) => lacks.length));
  const nearest = lacking
    .filter(({ pmid, lacks }) => lacks.length === least || (leader?.isFarAhead && pmid === leader.pmid))
    .slice(0, nearestMax);
  return {
    verdict: { kind: 'apart', names: namesOf(softened) },
    admitted: new Set(nearest.map(({ pmid }) => pmid)),
    lacks: new Map(nearest.map(({ pmid, lacks }) => [pmid, namesOf(lacks)])),
  };
}

/** Returns true for everyday words, which records may replace, and for people, whom a label says that a record is not on. */
function isReplaceable({ name, isEveryday }: CompiledSubject): boolean {
  return isEveryday || populationsInWords(name).length > 0;
}

type Lacking = { pmid: Pmid; lacks: CompiledSubject[] };

/** Admits records as evidence, and keeps what some of them lack. */
function admit(gate: SubjectGate, records: readonly Lacking[]): SubjectGate {
  const lacking = records.filter(({ lacks }) => lacks.length > 0);
  return {
    ...gate,
    admitted: new Set(records.map(({ pmid }) => pmid)),
    lacks: new Map(lacking.map(({ pmid, lacks }) => [pmid, namesOf(lacks)])),
  };
}

/** Keeps records passed over that hold one of the subjects at least: what shares only a word with the question is not near it. */
function withPassedOver(gate: SubjectGate, records: readonly Lacking[], asked: number): SubjectGate {
  const passedOver = records
    .slice(0, nearestMax)
    .filter(({ pmid, lacks }) => !gate.admitted.has(pmid) && lacks.length < asked)
    .slice(0, nearestMax - 1);
  return { ...gate, passedOver: new Map(passedOver.map(({ pmid, lacks }) => [pmid, namesOf(lacks)])) };
}

/** Minimum number of subjects in a question for which one may be missing without changing what it asks about. */
const listMin = 4;
/** Minimum number of subjects for which one may be only mentioned in a record about the others, or missing in the best match. */
const manyMin = 3;

/** Returns true if a record mentions all but one of a question's subjects, and the missing one is not the first. */
function hasAllButOne(
  lacks: readonly CompiledSubject[],
  subjects: readonly CompiledSubject[],
  first: CompiledSubject | undefined,
): boolean {
  return subjects.length >= listMin && lacks.length === 1 && lacks[0] !== first;
}

/**
 * Returns subjects that records mention but none is about, if a question has only one or two: a list of side effects says nothing
 * about nausea.
 */
function onlyMentioned(
  articles: readonly Article[],
  texts: readonly RecordText[],
  subjects: readonly Subject[],
  compiled: readonly CompiledSubject[],
): CompiledSubject[] {
  const isName = ({ isFirm, isOrdinary }: CompiledSubject) => isFirm && !isOrdinary;
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

/** Returns true if a record mentions every subject. */
export function mentionsAllSubjects(article: Article, subjects: readonly Subject[]): boolean {
  const text = readRecordText(article);
  return subjects.every((subject) => compile(subject).holds(text));
}
