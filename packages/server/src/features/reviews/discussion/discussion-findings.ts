import { readEffects } from '@citewell/citation-checker/demonstration/effects.ts';
import { findPolarityCues } from '@citewell/citation-checker/statements/polarity-cues.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import { isRestated } from '../../answers/verification/uncited-claim-filter.ts';
import { reportsResults } from '../sections/conclusions.ts';
import { participantsIn } from './participants.ts';
import { statedEffects } from './stated-effects.ts';

/** The caller's findings, read once. */
export type GivenFindings = {
  /** Text from which they were read. */
  text: string;
  /** Sentences that report findings, in order, verbatim. */
  principal: string[];
  /** Phrases for the participants of the study, to whom all its findings apply. */
  participants: string[];
  strengths: string[];
  limitations: string[];
  /**
   * Indicates that principal findings name strengths or limitations incidentally: "in this single-centre trial aspirin
   * raised mortality".
   */
  isQualified: boolean;
  /**
   * Number of sentences that are none of these and describe neither participants nor methods: nothing is compared with
   * them.
   */
  unread: number;
};

/** Characters at the beginning of a text that are read, enough for the findings of any paper. */
const readMax = 20_000;
const principalMax = 6;
const othersMax = 4;
const lengthMax = 600;

/** Words by which a sentence says that something is a limit. */
const limiting =
  /\b(?:limitations?|limited (?:by|to|in)|weakness(?:es)?|drawbacks?|shortcomings?|caveats?|small sample|short follow|could not|cannot be|not (?:blinded|generali[sz]able)|unblinded|unmeasured|residual confounding|missing data)\b|局限|不足之处|缺点|样本量(?:较)?小|未(?:采用)?盲|随访(?:时间)?短|残余混杂|数据缺失/i;
/** Words for a study that some call a strength and some a limit. */
const qualifying = /\b(?:single[- ]cent|retrospective|open[- ]label|self-report)\w*|单中心|回顾性/i;
const strong =
  /\b(?:strength|large sample|multi-?cent|randomi[sz]ed|double-blind|prospective|pre-?registered|intention[- ]to[- ]treat|nationwide|long follow)\w*|优势|大样本|多中心|随机|双盲|前瞻性|注册|意向性/i;
const reported =
  /\d|\b(?:increas|decreas|reduc|improv|associat|differ|higher|lower|similar|predict|effective|significant)\w*|升高|降低|增加|减少|改善|相关|差异|显著|有效/i;
/** Sentence marked as one on limitations, whatever else it states. */
const onLimits = /\b(?:limitations?|limited by|weakness(?:es)?|shortcomings?)\b|局限|不足之处/i;

/**
 * Returns true for a sentence with a figure or an effect: "raised", "lowered", "cut" and whatever else the checker
 * recognizes.
 */
function reports(sentence: string): boolean {
  return reported.test(sentence) || findPolarityCues(sentence).length > 0 || readEffects(sentence).length > 0;
}

/** A sentence on the caller's own study. */
const ofOwnStudy =
  /\b(?:our|we)\b|\b(?:this|the present) (?:[\w-]{1,20} ){0,3}(?:trial|study|cohort)\b|本研究|我们/i;

/** Returns the sentences of a question that report what the caller's own study found; empty for one that is a topic alone. */
export function findingsInQuestion(question: string): string {
  const sentences = splitSentences(question).map(({ text }) => text.trim());
  const first = sentences.findIndex(
    (sentence) =>
      ofOwnStudy.test(sentence) && !/[?？]$/.test(sentence) && statedEffects(sentence, []).length > 0,
  );
  return first < 0 ? '' : sentences.slice(first).filter(reports).join(' ');
}

export function readFindings(given: string): GivenFindings {
  const text = given.slice(0, readMax).replace(/[\uD800-\uDBFF]$/, '');
  const all = splitSentences(text)
    .map(({ text }) =>
      text
        .replace(/^\s*(?:[-*#>|]+|\d+[.)、])\s*/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((sentence) => sentence.length >= 8)
    .filter(
      (sentence, at, all) => all.findIndex((each) => each.toLowerCase() === sentence.toLowerCase()) === at,
    );
  const sentences = all.filter(({ length }) => length <= lengthMax);
  const rank = (sentence: string, at: number) =>
    (/\d/.test(sentence) ? 2 : 0) +
    (['result', 'conclusion'].includes(sentenceKind(undefined, sentence, at, sentences.length)) ? 2 : 0) +
    (reports(sentence) ? 1 : 0);
  // What a study found is no limit of it, though it names one by the way.
  const isLimitation = (sentence: string) =>
    onLimits.test(sentence) || (limiting.test(sentence) && statedEffects(sentence, []).length === 0);
  const limitations = sentences.filter(isLimitation).slice(0, othersMax);
  const reported = sentences
    .map((sentence, at) => ({ sentence, at, rank: rank(sentence, at) }))
    .filter(
      ({ sentence }) =>
        !limitations.includes(sentence) && reports(sentence) && reportsResults({ text: sentence }),
    )
    .sort((one, other) => other.rank - one.rank || one.at - other.at)
    .slice(0, principalMax)
    .sort((one, other) => one.at - other.at)
    .map(({ sentence }) => sentence);
  const principal = reported.length > 0 ? reported : sentences.slice(0, 1);
  const strengths = sentences
    .filter(
      (sentence) => strong.test(sentence) && !limitations.includes(sentence) && !principal.includes(sentence),
    )
    .slice(0, othersMax);
  const placed = new Set([...principal, ...strengths, ...limitations]);
  // A heading is no sentence.
  const unread = all.filter(
    (sentence) =>
      !placed.has(sentence) &&
      /[.!?。！？；]/.test(sentence.replace(squareBrackets, '').trim().slice(-3)) &&
      reportsResults({ text: sentence }),
  ).length;
  const isQualified = principal.some((sentence) =>
    [strong, limiting, qualifying].some((words) => words.test(sentence)),
  );
  const participants = participantsIn(text);
  return { text, principal, participants, strengths, limitations, isQualified, unread };
}

/** Square brackets of any content in the caller's own text: citations of any style, but also "[Table 2]". */
const squareBrackets = /(?<!\s)\s*[[［【][^\]］】\n]{1,40}[\]］】]/g;

/**
 * Returns the sentences of a text that restate the findings: every number and nearly every word of each occurs in one
 * sentence of them, and nothing is changed. If combined from several, "HbA1c fell from 11.2% to 7.9%" could borrow the
 * figures of mortality. Citation markers are removed, since the caller's findings are not literature.
 */
export function selectRestatements({
  text,
  findings: { text: findings },
}: {
  text: string;
  findings: GivenFindings;
}): string {
  const given = splitSentences(findings.slice(0, 6_000)).map(({ text: abstract }) => ({
    numbers: numbersIn(abstract),
    article: { title: '', abstract, publicationTypes: undefined },
  }));
  return splitSentences(text.replace(/^[^\S\n]*(?:#.*|[-*] )/gm, ''))
    .map(({ text: sentence }) => sentence.replace(squareBrackets, '').trim())
    .filter((sentence) => {
      const numbers = [...numbersIn(sentence)];
      return (
        /\p{L}/u.test(sentence) &&
        given.some(
          (one) => numbers.every((number) => one.numbers.has(number)) && isRestated(sentence, one.article),
        )
      );
    })
    .join(/\p{Script=Han}/u.test(text) ? '' : ' ');
}

/** Returns numbers as written, without thousands separators. */
function numbersIn(text: string): Set<string> {
  return new Set(
    [...text.normalize('NFKC').matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([number]) =>
      number.replaceAll(',', '').replace(/\.$/, ''),
    ),
  );
}
