import { hanTerms } from '@citewell/core/text/translate.ts';
import { englishConcepts } from '../english-concepts.ts';
import { isGenericConcept } from '../outcome-terms.ts';
import { isPlace } from '../places.ts';
import { populationsInWords } from '../question-hints.ts';
import type { AskedOutcome } from './follow-up-words.ts';
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
  if (turn && (turn.subjects.length > 0 || turn.relation !== 'detail')) return undefined;
  for (const [asked, en, zh, reported] of statistics)
    if (asked.test(message)) return { en, zh, others: [], reported };
  if (!turn) return undefined;
  const isHan = /\p{Script=Han}/u.test(turn.phrase);
  const terms = isHan
    ? hanTerms(turn.phrase).map(({ zh, en, synonyms = [] }) => [zh, ...(en ? [en] : []), ...synonyms])
    : englishConcepts(turn.phrase).map(({ term, synonyms }) => [term, ...synonyms]);
  const wordings = terms.find(
    (each) =>
      isGenericConcept(each) &&
      !each.some((name) => isPlace(name) || populationsInWords(name).length > 0 || isCircumstance.test(name)),
  );
  const [name] = wordings ?? [];
  if (!wordings || name === undefined) return undefined;
  return { en: name, zh: name, others: wordings.slice(1), reported: mentionOf(wordings) };
}

/** Words for people, care and its circumstances, which are no results. */
const isCircumstance =
  /^(?:drugs?|treatments?|therapy|medications?|medicines?|surgery|operation|tests?|long-term|short-term|patients?|people|risks?|dose|follow-up|age|symptoms?|disease|health|停药|手术|药物|治疗|长期|短期|风险|检查|剂量|随访|年龄|症状|患者|病人|增加|减少)$/i;

/** Matches any of these names in a text, with other endings: bleeding, bleed, bleeds. */
function mentionOf(names: readonly string[]): RegExp {
  const patterns = names.map((name) => {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (/\p{Script=Han}/u.test(name)) return escaped;
    return `\\b${escaped.replace(/(?<=[a-z]{4})(?:ings?|es|s|ed|e)$/i, '')}`;
  });
  return new RegExp(patterns.join('|'), 'i');
}
