import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import { foldText, indexTerms } from '@citewell/core/text/words.ts';
import { englishConcepts } from '../english-concepts.ts';
import { isGenericConcept } from '../outcome-terms.ts';
import { isPlace } from '../places.ts';
import { populationsInWords } from '../question-hints.ts';
import { type AskedOutcome, isFollowUpWord, outcomeNamed } from './follow-up-words.ts';
import { namedIn } from './named-in.ts';
import { readTurn } from './read-turn.ts';

/** Statistics by the words of questions for them, with their form in abstracts. */
const statistics: readonly [asked: RegExp, en: string, zh: string, reported: RegExp][] = [
  [/\bp[- ]?values?\b|[Pp]值/i, 'p value', 'P值', /\bp\s?(?:[<=>≤≥]|values?\b|for trend)/i],
  [
    /\bNNT\b|numbers? needed to treat|需治(?:疗)?人?数/i,
    'number needed to treat',
    '需治人数',
    /\bnumbers? needed to treat|\bNNTB?\b/i,
  ],
  [
    /\bNNH\b|numbers? needed to harm/i,
    'number needed to harm',
    '致害人数',
    /\bnumbers? needed to harm|\bNNT?H\b/i,
  ],
  [
    /confidence intervals?|^\W*CI\W*$|置信区间|可信区间/i,
    'confidence interval',
    '置信区间',
    /\bconfidence (?:interval|limit)|\bC\.?I\.?\b|置信区间|可信区间/i,
  ],
  [
    /(?:hazard|odds|risk|rate) ratios?|^\W*(?:HR|OR|RR)\W*$|relative risk|[风危]险比|比值比|相对(?:风险|危险)/i,
    'ratio',
    '风险比',
    /\b(?:hazard|odds|risk|rate) ratios?\b|\brelative risk|\b(?:HR|OR|RR)\b|[风危]险比|比值比|相对危险/i,
  ],
  [
    /absolute risk|\bARR\b|绝对风险/i,
    'absolute risk',
    '绝对风险',
    /\babsolute (?:risk|difference|reduction|benefit|increase)|\brisk difference|\bnumber needed|绝对风险/i,
  ],
  [
    /false[- ]positives?|假阳性/i,
    'false positives',
    '假阳性',
    /\bfalse[- ]positiv|\bspecificity\b|假阳性|特异/i,
  ],
  [
    /false[- ]negatives?|假阴性/i,
    'false negatives',
    '假阴性',
    /\bfalse[- ]negativ|\bsensitivity\b|假阴性|敏感|灵敏/i,
  ],
  [
    /阳性率|检出率|positiv(?:e|ity) rate|detection rate/i,
    'positive rate',
    '阳性率',
    /\bpositiv|\bdetect|阳性|检出/i,
  ],
  [/heterogeneity|异质性|\bI2\b/i, 'heterogeneity', '异质性', /\bheterogene|\bI2\b|异质/i],
];

/**
 * Reads an outcome or statistic that a follow-up asks about in words that are on no list of outcomes: "any bleeding?", "NNT?", 会增加出血吗.
 * Undefined for a question that names none, or that names a subject.
 */
export function outcomeInWords(message: string): AskedOutcome | undefined {
  const turn = readTurn(message);
  if (turn && (namedIn(message).length > 0 || !['detail', 'instead'].includes(turn.relation)))
    return undefined;
  for (const [asked, en, zh, reported] of statistics)
    if (asked.test(message)) return { en, zh, others: [], reported };
  if (!turn) return undefined;
  const listed = outcomeNamed(turn.phrase);
  if (listed) return listed;
  const isHan = /\p{Script=Han}/u.test(turn.phrase);
  const terms = (
    isHan
      ? hanTerms(turn.phrase).map(({ zh, en, synonyms = [] }) => [zh, ...(en ? [en] : []), ...synonyms])
      : englishConcepts(turn.phrase).map(({ term, synonyms }) => [term, ...synonyms])
  ).filter(
    (each) =>
      !each.some((name) => isPlace(name) || populationsInWords(name).length > 0 || isCircumstance.test(name)),
  );
  const wordings = terms.find((each) => isGenericConcept(each)) ?? terms.find((each) => !isVague(each));
  const [name] = wordings ?? [];
  if (!wordings || name === undefined) return undefined;
  return { en: name, zh: name, others: wordings.slice(1), reported: mentionOf(wordings) };
}

/** Returns true for words that say nothing that a record could mention: "best", "include", 更好. */
function isVague(wordings: readonly string[]): boolean {
  return wordings.slice(0, 2).some((wording) =>
    wording
      .toLowerCase()
      .split(/[\s-]+/)
      .every(
        (word) =>
          isFollowUpWord(word) ||
          /(?:est|ly)$/.test(word) ||
          indexTerms(word).every((each) => isGenericTerm(each)),
      ),
  );
}

/** Words for people, care and its circumstances, which are no results. */
export const isCircumstance =
  /^(?:prolong\w*|shorten\w*|reduc\w+|lower\w*|increas\w+|improv\w+|affect\w*|influen\w+|worsen\w*|prevent\w*|causes?|speeds?|delay\w*|延长|缩短|有?影响|改善|降低|提高|加重|引起|预防|更好|drugs?|treatments?|therapy|medications?|medicines?|surgery|operation|tests?|long-term|short-term|patients?|people|risks?|dose|follow-up|age|symptoms?|disease|health|period|time|weeks?|months?|years?|days?|include|needed?|monitor|停药|手术|药物|治疗|长期|短期|风险|检查|剂量|随访|年龄|症状|患者|病人|增加|减少)$/i;

/** Matches any of these names in a text, with other endings and in any order of their words: bleeding, bleed; stay in hospital, hospital stay. */
function mentionOf(names: readonly string[]): RegExp {
  const patterns = names.map((name) => {
    if (/\p{Script=Han}/u.test(name)) return escapeForPattern(name.replace(/(?<=..)(?:风险|率)$/, ''));
    const words = name.split(/[\s-]+/).filter((word) => !isStopWord(foldText(word)));
    const telling = words.filter((word) => !ofMeasure.test(word));
    return (telling.length > 0 ? telling : words)
      .map((word) => escapeForPattern(word.replace(/(?<=[A-Za-z]{4})(?:ings?|ions?|ies|es|s|ed|e|y)$/i, '')))
      .map((word) => `(?=[^]*\\b${word})`)
      .join('');
  });
  return new RegExp(
    `^(?:${patterns.map((each) => (each.startsWith('(?=') ? each : `(?=[^]*${each})`)).join('|')})`,
    'i',
  );
}

const ofMeasure = /^(?:risks?|rates?|levels?|problems?|incidence|complications?|time|length)$/i;

function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
