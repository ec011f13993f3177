import { withOtherSpellings } from '@citewell/core/text/spelling.ts';
import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import { foldText, indexTerms } from '@citewell/core/text/words.ts';
import { englishConcepts } from '../english-concepts.ts';
import { namesFromList } from '../mesh/mesh.ts';
import { isGenericConcept } from '../outcome-terms.ts';
import { isPlace } from '../places.ts';
import { populationsInWords } from '../question-hints.ts';
import { asMeant } from './correction.ts';
import { type AskedOutcome, isFollowUpWord, outcomeNamed } from './follow-up-words.ts';
import { namedIn } from './named-in.ts';
import { readTurn } from './read-turn.ts';
import { isStatistic } from './statistics.ts';

/** Statistics by the words of questions for them, with their form in abstracts. */
const statistics: readonly [asked: RegExp, en: string, zh: string, reported: RegExp, also?: RegExp][] = [
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
  [
    /\bcontrols?(?: group| arm)?\b|\bcompar(?:ed|ator)\b|\bplacebo\b|对照|和(?:谁|什么)比|比较组|安慰剂/i,
    'control group',
    '对照组',
    /\bcontrols?\b|\bplacebo\b|\bcompared (?:with|to)\b|\bversus\b|\bvs\.?\b|\busual (?:medical )?care\b|\brandomi[sz]ed to\b|\bor\b[^.]{3,60}\b(?:group|arm)|对照|安慰剂/i,
  ],
  [
    /\bfollow(?:ed)?[- ]?up|\bfollowed\b|随访|观察了?多久/i,
    'follow-up',
    '随访',
    /\bfollow(?:ed|ing)?[- ]?up\b|\bfollowed (?:for|until|over|during)\b|随访/i,
    /\b\d{1,4}[- ](?:day|week|month|year)s?\b/i,
  ],
  [
    /^\W{0,3}(?:and |so )?where\b|\b(?:which|what) (?:countr(?:y|ies)|hospitals?|cent(?:re|er)s?|cit(?:y|ies))\b|在哪|哪[个些]?(?:国家?|医院|地方|中心|城市|地区)|哪里做/i,
    'place',
    '研究地点',
    /\b(?:hospitals?|cent(?:re|er)s|clinics?|universit(?:y|ies)|practices|registr(?:y|ies)|countr(?:y|ies)|cit(?:y|ies)|multicent(?:re|er)|nationwide|population-based|department)\b|医院|中心|国/i,
  ],
  [
    /\bfund(?:ed|ing|s)?\b|\bsponsor|资助|经费|谁出钱/i,
    'funding',
    '资助',
    /\bfund(?:ed|ing)\b|\bsponsor|\bsupported by\b|\bgrants?\b|资助/i,
  ],
  [
    /\blimitations?\b|\bweakness|局限|不足之处|缺点/i,
    'limitations',
    '局限性',
    /\blimit(?:ed|ations?)\b|\bweakness|\bcaution|\bbias|\bsmall (?:sample|number)|\bunderpowered|\bretrospective|局限|不足/i,
  ],
  [
    /\bblind(?:ed|ing)\b|\bopen[- ]label\b|双盲|盲法|设盲/i,
    'blinding',
    '盲法',
    /\b(?:double-|single-|triple-)?(?:un)?blind(?:ed|ing)?\b|\bmasked\b|\bopen[- ]label\b|双盲|盲/i,
  ],
  [
    /\bhow many (?:more |extra )?(?:days|weeks|months|years)\b|多少[天年周]|多少个月|多活/i,
    'amount',
    '时间',
    /\b\d{1,4}[- ](?:days?|weeks?|months?|years?)\b/i,
    /\b(?:survival|life expectancy|stay|by|longer|shorter|reduced|extended|prolonged|median|mean)\b/i,
  ],
  [
    /\btolerated\b|\btolerability\b|耐受/i,
    'tolerability',
    '耐受性',
    /\btolera|\badverse|\bside effects?\b|\bwithdr[ae]w|耐受|不良反应/i,
  ],
  [
    /血压正常|正常血压|\bnormotensi/i,
    'normal blood pressure',
    '血压正常',
    /\bnormotens|\bnormal blood pressure|血压正常/i,
  ],
  [
    /男女|\b(?:sex(?:es)?|gender)\b|\bmen (?:and|or|vs\.?|versus) women\b/i,
    'sex',
    '性别',
    /\bgender|\bsex\b|\b(?:wo)?men\b|\b(?:fe)?males?\b|男|女|性别/i,
  ],
  [
    /\bhow long\b|\bduration\b|多久|多长时间|疗程|几[天周年]|几个月/i,
    'duration',
    '时间',
    /\b(?:\d{1,4}|a|one|two|three|four|five|six|seven|eight|nine|ten|twelve)(?:[-–/ ](?:to |or |and )?\d{1,4})?[- ]?(?:minutes?|hours?|days?|weeks?|months?|years?|cycles?|sessions?)\b(?! of age| old)|疗程/i,
    /\b(?:for|until|continued|lasting|underwent|received|given|treated|applied|treatment|therapy|program(?:me)?|daily|once|twice|times)\b/i,
  ],
  [
    /\bhow often\b|\bhow many (?:times|sessions|doses|cycles)\b|多久一次|几次|频率|每[天周]/i,
    'frequency',
    '次数',
    /\b(?:once|twice|daily|weekly|monthly|annual(?:ly)?|times? (?:a|per|each)|every (?:\w+ )?(?:hours?|days?|weeks?|months?|years?)|per (?:day|week|month)|sessions?|cycles?)\b|每[日天周月]|次/i,
  ],
  [
    /\bhow (?:soon|early|quickly|fast)\b|\bwhen (?:should|was|were|is|do|does|to)\b|什么时候|何时|多快|见效/i,
    'timing',
    '时机',
    /\b(?:within|less than|[<≤]|after|before|at)\s?\d+\s?(?:min|h\b|hours?|days?|weeks?|months?)|\b(?:earl(?:y|ier)|late|delayed|timing|onset|started?|initiat\w+)\b|早期|开始|以内/i,
  ],
];

/** Outcome in the words of a message. */
export type OutcomeInWords = AskedOutcome & {
  /** Each of the things named, which sentences mention alone or together. */
  parts: readonly RegExp[];
  /**
   * Indicates a statistic or plain word: that no sentence has it can be said. Conditions and measures have more names than any list.
   */
  isPlain: boolean;
};

/**
 * Reads an outcome, statistic or detail that a follow-up asks about in words that are on no list of outcomes: "any bleeding?", "NNT?",
 * 会增加出血吗, "heart failure risk". Undefined for a question that names none.
 */
export function outcomeInWords(given: string): OutcomeInWords | undefined {
  const message = asMeant(given);
  const named = namedIn(message);
  const turn = readTurn(message);
  if (named.length === 0 || isStatistic(message))
    for (const [asked, en, zh, reported, also] of statistics)
      if (asked.test(message))
        return { en, zh, others: [], reported, parts: [reported, ...(also ? [also] : [])], isPlain: true };
  if (!turn) return undefined;
  const { phrase } = turn;
  const isHan = /\p{Script=Han}/u.test(phrase);
  const terms = isHan
    ? hanTerms(phrase.replace(/人群/g, ' ')).map(({ zh, en, synonyms = [] }) => [
        zh,
        ...(en ? [en, ...namesFromList(en)] : []),
        ...synonyms,
      ])
    : [];
  const latin = englishConcepts(phrase.replace(/\p{Script=Han}+/gu, ' , ')).map(({ term, synonyms }) => [
    term,
    ...synonyms.filter((each) => !/^[a-z]{1,6}$/.test(each)),
  ]);
  const wordings = [...terms, ...latin]
    .map((each) =>
      withOtherSpellings([...each, ...each.flatMap((name) => unitNames[name.toUpperCase()] ?? [])]),
    )
    .filter((each) => !each.some((name) => isPlace(name) || populationsInWords(name).length > 0));
  const telling = wordings.filter(
    (each) => !isVague(each) && !each.some((name) => isCircumstance.test(name)),
  );
  const listed = outcomeNamed(phrase);
  if (telling.length === 0) {
    if (listed) return { ...listed, parts: [listed.reported], isPlain: true };
    const care = wordings.filter((each) => each.some((name) => isCare.test(name)));
    return care.length > 0 ? inWords(phrase, care) : undefined;
  }
  // A treatment or condition has more names than any list.
  const asked = { ...inWords(phrase, telling), ...(named.length > 0 && { isPlain: false }) };
  // "Cardiac deaths": the listed outcome has more names than the words.
  if (!listed) return asked;
  const parts = [...asked.parts, listed.reported];
  return { ...asked, parts, reported: either(asked.reported, listed.reported) };
}

/** Joins two patterns: matches if either does. */
function either(one: RegExp, other: RegExp): RegExp {
  return new RegExp(`${one.source}|${other.source}`, 'i');
}

function inWords(phrase: string, terms: readonly string[][]): OutcomeInWords {
  const parts = terms.map(mentionOf);
  const [first = []] = terms;
  const [name = phrase] = first;
  const isOne = terms.length === 1;
  const asNamed = isOne ? name : phrase;
  return {
    ...{ en: asNamed, zh: asNamed, others: first.slice(1), parts },
    reported: new RegExp(parts.map(({ source }) => source).join('|'), 'i'),
    isPlain: terms.every((each) => isGenericConcept(each)),
  };
}

/** Names of units that abstracts write out. */
const unitNames: Record<string, string[]> = {
  NICU: ['neonatal intensive care'],
  PICU: ['pediatric intensive care', 'paediatric intensive care'],
  ICU: ['intensive care'],
};
/** Words for care that are what is asked if nothing else is named: "how many avoided surgery?" */
const isCare = /^(?:surgery|operation|surgical|medications?|drugs?|手术|停药)$/i;

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
  /^(?:prolong\w*|shorten\w*|reduc\w+|lower\w*|increas\w+|improv\w+|affect\w*|influen\w+|worsen\w*|prevent\w*|causes?|speeds?|delay\w*|apply|applied|taken?|took|takes|given?|gave|giving|used?|using|start(?:s|ed)?|begin|began|stop(?:s|ping)?|done|doing|happen(?:s|ed)?|have|had|got|gets?|see|seen|found|find|show(?:s|ed|n)?|avoid(?:s|ed|ing)?|left|matters?|makes?|made|gain(?:s|ed)?|keep|kept|mean[st]?|meant|really|actually|enough|normal|number|rate|score|change|difference|data|evidence|study|studies|trials?|延长|缩短|有?影响|改善|降低|提高|加重|引起|预防|更好|drugs?|treatments?|therapy|medications?|medicines?|surgery|operation|tests?|long-term|short-term|patients?|people|risks?|dose|follow-up|age|symptoms?|disease|health|period|time|weeks?|months?|years?|days?|include|needed?|monitor|停药|手术|药物|治疗|需要|不用|能力|情况|水平|评分|变化|反应|正常|原因|开始|使用|应用|入住|发生|比例|人数|天数|次数|指标|容易|更容易|明显|研究|试验|数据|证据|人群|国内|国外|我国|长期|短期|风险|检查|剂量|随访|年龄|症状|患者|病人|增加|减少)$/i;

/** Matches any of these names in a text, with other endings and in any order of their words: bleeding, bleed; stay in hospital, hospital stay. */
function mentionOf(names: readonly string[]): RegExp {
  const patterns = names.map((name) => {
    if (/\p{Script=Han}/u.test(name)) return escapeForPattern(name.replace(/(?<=..)(?:风险|率)$/, ''));
    // The failure of an organ is none of a treatment.
    if (/^failures?$/i.test(name))
      return '(?=[^]*\\b(?<!(?:respiratory|heart|cardiac|renal|kidney|liver|hepatic|organ) )fail)';
    // “Non-diabetics” are nondiabetic patients.
    const [, negated] = /^non-?([a-z]{4,})$/i.exec(name) ?? [];
    if (negated) return `(?=[^]*\\bnon-?${negated.replace(/s$/, '')})`;
    const words = name.split(/[\s-]+/).filter((word) => !isStopWord(foldText(word)));
    const telling = words.filter((word) => !ofMeasure.test(word));
    return (telling.length > 0 ? telling : words)
      .map((word) => {
        const stem = escapeForPattern(word.replace(/(?<=[A-Za-z]{4})(?:ings?|ions?|ies|es|s|ed|e|y)$/i, ''));
        // Short names begin many words: GI, ICU.
        return `(?=[^]*\\b${stem}${word.length < 4 ? 's?\\b' : ''})`;
      })
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
