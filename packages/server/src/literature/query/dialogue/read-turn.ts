import type { Subject } from '@citewell/core/records/query.ts';
import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { englishConcepts } from '../english-concepts.ts';
import { isGenericConcept } from '../outcome-terms.ts';
import { populationsInWords, sexesInWords } from '../question-hints.ts';
import { readSubjects } from '../subjects.ts';
import { asksSize } from './asks-size.ts';
import { isAboutPeople, isFollowUpWord, isOutcomeWord, readContinuation } from './follow-up-words.ts';
import { kindOfSubject, type SubjectKind } from './subject-kinds.ts';

/** A subject as typed, with its role. */
export type Named = { name: string; kind: SubjectKind };

/** Relation of the subjects that a follow-up names to those of the question before it. */
export type Relation =
  /** Replaces one of the same kind: "And calcium?", 那钙片呢. */
  | 'instead'
  /** Adds to it: "Compared with placebo?", 和克罗米芬比呢. */
  | 'added'
  /** Names a consequence of it: "Does it increase bleeding?", 会增加流产吗. */
  | 'outcome'
  /** Names another condition that it is for: "Does it also treat migraine?" */
  | 'purpose'
  /** A detail, or of whom it is asked: "in patients without cancer?", 需要监测什么. */
  | 'detail';

/** A message of a dialogue that is understood only with the messages before it. */
export type Turn = {
  /** The message without words that only link it to what was said before. */
  phrase: string;
  subjects: Named[];
  relation: Relation;
};

const isHan = /\p{Script=Han}/u;
/** Characters of the longest follow-up; longer messages have a subject. */
const lengthMax = 120;

/** Words of statistics, which are what is asked of a study. */
const statistic =
  /^(?:NNT|NNH|ARR|RRR|RR|HRs?|ORs?|CIs?|SD|IQR|AUC|PPV|NPV|ITT|p|n|p[- ]?values?|false[- ](?:positives?|negatives?)|true[- ](?:positives?|negatives?)|number needed to (?:treat|harm)|(?:absolute|relative) risk(?: reduction)?|I2|假阳性率?|假阴性率?|阳性率|阴性率|检出率|需治人数|绝对风险|相对风险|[Pp]值)$/i;

/** Returns true if a message asks for a statistic, which says nothing of an outcome. */
export function isStatistic(phrase: string): boolean {
  return asksStatistic.test(phrase) || /假[阴阳]性|[阴阳]性率|[Pp]值|置信区间|风险比|需治/.test(phrase);
}

/** Returns the subjects of a message that are neither people nor statistics. */
export function namedIn(message: string): Named[] {
  const han = isHan.test(message) ? hanTerms(message) : [];
  const latin = englishConcepts(message.replace(/\p{Script=Han}+/gu, ' , '));
  return readSubjects(latin, han, message)
    .filter((subject) => !namesPeople(subject) && !statistic.test(subject.name))
    .map((subject) => ({ name: subject.name, kind: kindOfSubject(subject) }));
}

function namesPeople({ name, wordings }: Subject): boolean {
  return [name, ...wordings.slice(0, 2)].some(
    (each) =>
      populationsInWords(each).length > 0 &&
      !/depress|diabet|hypertens|抑郁|糖尿|高血压|疫苗|vaccin/i.test(each),
  );
}

/**
 * Reads a message as a follow-up; undefined if it names a subject of its own and says what it asks of it. It is not asked whether
 * anything was said before. `readContinuation` reads messages that consist of known words only.
 *
 * @example
 * readTurn('And calcium?') // { phrase: 'calcium', subjects: [{ name: 'calcium', kind: 'drug' }], relation: 'instead' }
 * readTurn('Does aspirin prevent stroke?') // undefined
 */
export function readTurn(message: string): Turn | undefined {
  if (asksSize(message)) return { phrase: '', subjects: [], relation: 'detail' };
  if (message.length > lengthMax || /\byour(?:self|s)?\b|[你您]/i.test(message)) return undefined;
  if (isAboutPeople(message)) return undefined;
  return isHan.test(message) ? readChinese(message) : readEnglish(message);
}

const opener =
  /^\W{0,9}(?:(?:and|but|or|so|also|then|ok(?:ay)?|well|now|plus)\b\W{0,3}){0,2}(?:(?:what|how) about|what if (?:it['’]?s|we (?:use|give|add)|the patient (?:is|has|takes))|(?:is it|it is) the same (?:for|in|with)|(?:the )?same (?:for|in|with)|(?:and|but|or|so|also|then|plus)\b)\W{0,3}/i;
const compares =
  /^\W{0,9}(?:(?:and|but|or|so)\W{1,3})?(?:(?:as |when )?compared? (?:it |them |this )?(?:with|to|against)|versus|vs\.?|(?:better|worse|safer|cheaper|more \w{3,12}|superior|inferior|non-?inferior) (?:than|to)|than|rather than|instead of|relative to|against)\s/i;
const joins =
  /\b(?:than|compared (?:with|to)|versus|vs\.?|combin\w+ with|together with|along with|in addition to|on top of|interact\w* with|(?:add|adding|added) to|with) |\b(?:better|safer|superior|worse|inferior|cheaper|stronger|as (?:good|effective|safe))\b(?!.*\bthan\b)/i;
const prepositions =
  /^\W{0,9}(?:only |especially |just )?(?:in|among|for|with|without|during|after|before|at|on|by|from|under|over|within|through|via|per)\s/i;
const auxiliary =
  /^\W{0,9}(?:(?:and|but|or|so|then|also|well|ok(?:ay)?)\W{1,3})?(?:does|do|did|is|are|was|were|can|could|will|would|should|shall|has|have|had|may|might|must)(?:n['’]t)?\s+(?:there\s+)?(.*)$/i;
const laterAuxiliary = /[,;:–-]\s{0,3}(?:does|do|did|is|are|can|could|will|would|should)\b/i;
const questionWord = /^\W{0,9}(?:and\s|but\s|so\s)?(?:what|which|how|why|when|who|whom|where|whose)\b/i;
/** A statistic anywhere in a message, which is asked of a study whatever it is about. */
const asksStatistic =
  /\b(?:NNT|NNH|ARR|RRR|PPV|NPV|AUC|p[- ]?values?|(?:false|true)[- ](?:positives?|negatives?)|confidence intervals?|(?:hazard|odds|risk|rate|likelihood) ratios?|absolute risk|relative risk|effect size|numbers? needed to (?:treat|harm)|statistical(?:ly)?|heterogeneity|follow-?up)\b|^\W{0,3}(?:n|CI|HR|OR|RR)\W{0,3}$/i;
const pronoun = /\b(?:it|its|they|them|their|theirs|this|that|these|those|one|ones|either|both|such)\b/i;
/** "Is it safe to take ibuprofen?", "Is it true that": the pronoun refers to what follows. */
const expletive =
  /\bit (?:is |was |be |['’]s )?(?:\w{1,12} ){0,2}\w{2,14} (?:to|that|for|if|when|whether)\b|\b(?:is|was) it (?:\w{2,14} ){1,3}(?:to|that|for|if|when|whether)\b/i;
/** "This drug", "that trial": with a noun of its own the pronoun may be no pronoun: "the fact that". */
const conjunction = /\b(?:fact|evidence|true|known|show|shows|suggest|suggests|sure|idea|so) that\b/i;
const treats =
  /\b(?:treat(?:s|ing)?|(?:work|help|good|useful|effective|used|indicated|approved)s? (?:for|in|against|with)|cures?)\b/i;
const substitutes = /\b(?:instead|too|as well|likewise|similar(?:ly)?)\b\W*$/i;
const determiner =
  /^(?:the|an?|any|all|some|more|most|many|these|those|this|that|such|its|their|there|much|fewer|less)\s+/i;
const ofChange =
  /\b(?:reduced|increased|lower|higher|more|less|fewer|better|worse|improved|affected|changed|different|same|similar|common|frequent|rarer?)\b/i;

function readEnglish(message: string): Turn | undefined {
  const subjects = namedIn(message);
  const agents = subjects.filter(({ kind }) => kind !== 'condition');
  const conditions = subjects.filter(({ kind }) => kind === 'condition');
  const phrase = message.replace(opener, '').replace(/[?!.\s]+$/, '');
  if (asksStatistic.test(message) && subjects.length === 0) return { phrase, subjects, relation: 'detail' };
  if (compares.test(message)) return { phrase, subjects, relation: 'added' };
  const clause = auxiliary.exec(message) ?? auxiliary.exec(phrase);
  const isOpened = opener.test(message);
  const isReferring = refersBack(message, subjects);
  if (clause && !isReferring) {
    const head = headOf(clause[1] ?? '');
    // "Should children with asthma exercise?" says all that it asks about.
    const isOfNothing = agents.length === 0 && isAsked(head) && (conditions.length === 0 || !isPeople(head));
    if (isOfNothing) return { phrase, subjects, relation: subjects.length > 0 ? 'outcome' : 'detail' };
    if (subjects.length === 0 && !isOpened) return undefined;
    // "Is paracetamol better?" compares it with what was asked about before.
    if (agents.length === 1 && conditions.length === 0) {
      if (/\bthan\b/i.test(phrase)) return undefined;
      if (substitutes.test(message) || isOpened) return { phrase, subjects, relation: 'instead' };
      return joins.test(message) && !/ with /.test(message)
        ? { phrase, subjects, relation: 'added' }
        : undefined;
    }
    if (agents.length === 0 && conditions.length > 0 && isOpened && ofChange.test(phrase))
      return { phrase, subjects, relation: 'outcome' };
    if (subjects.length > 0 && !substitutes.test(message)) return undefined;
    return isOpened ? { phrase, subjects, relation: 'instead' } : undefined;
  }
  if (isReferring) {
    if (agents.length > 0 && joins.test(message)) return { phrase, subjects, relation: 'added' };
    if (agents.length > 0) return { phrase, subjects, relation: 'outcome' };
    if (conditions.length > 0 && treats.test(phrase)) return { phrase, subjects, relation: 'purpose' };
    return { phrase, subjects, relation: conditions.length > 0 ? 'outcome' : 'detail' };
  }
  if (prepositions.test(phrase) || prepositions.test(message)) {
    if (laterAuxiliary.test(phrase)) return undefined;
    if (
      /^\W{0,9}(?:combined |together )?with\s/i.test(phrase) &&
      agents.length > 0 &&
      conditions.length === 0
    )
      return { phrase, subjects, relation: 'added' };
    return { phrase, subjects, relation: 'detail' };
  }
  if (questionWord.test(phrase)) {
    if (subjects.length > 0)
      return isOpened && !(agents.length > 0 && conditions.length > 0)
        ? { phrase, subjects, relation: 'instead' }
        : undefined;
    return namesUnlisted(phrase) ? undefined : { phrase, subjects, relation: 'detail' };
  }
  return readFragment(message, phrase, { agents, conditions }, isOpened);
}

/** Reads words without a verb: "And calcium?", "bleeding risk?", "NNT?" */
function readFragment(
  message: string,
  phrase: string,
  { agents, conditions }: { agents: Named[]; conditions: Named[] },
  isOpened: boolean,
): Turn | undefined {
  const subjects = [...agents, ...conditions];
  const words = phrase.split(/\s+/).length;
  const isAsked = isOpened || /[?？]\s*$/.test(message);
  if (agents.length > 0 && conditions.length > 0) return undefined;
  if (subjects.length > 0)
    return isAsked && words <= fragmentWordsMax ? { phrase, subjects, relation: 'instead' } : undefined;
  if (words > fragmentWordsMax) return undefined;
  const concepts = englishConcepts(phrase);
  if (concepts.length === 0) return undefined;
  const isListed = concepts.every(({ term, synonyms }) => isOfFollowUps(term, synonyms));
  if (isOpened && !isListed) return { phrase, subjects: unlistedIn(phrase), relation: 'instead' };
  return isListed ? { phrase, subjects, relation: 'detail' } : undefined;
}

/** Maximum number of words without a verb that are a follow-up rather than a topic to search. */
const fragmentWordsMax = 6;

/** Everyday things after "and", such as coffee, that are no subject of a question by themselves. */
function unlistedIn(phrase: string): Named[] {
  return englishConcepts(phrase)
    .filter(({ term, synonyms }) => !isOfFollowUps(term, synonyms))
    .slice(0, 1)
    .map(({ term }) => ({ name: term, kind: 'drug' }));
}

/** Returns true if a pronoun refers to an earlier message: nothing in this one before it can be meant. */
function refersBack(message: string, subjects: readonly Named[]): boolean {
  const [found] = pronoun.exec(message) ?? [];
  if (found === undefined || conjunction.test(message)) return false;
  const at = message.search(pronoun);
  if (subjects.some(({ name }) => before(message, name, at))) return false;
  return !(expletive.test(message) && subjects.length > 0);
}

function before(message: string, name: string, at: number): boolean {
  const found = message.toLowerCase().indexOf(name.toLowerCase());
  return found >= 0 && found < at;
}

/** Returns the first word of a clause after its auxiliary, without articles. */
function headOf(clause: string): string[] {
  return clause
    .replace(determiner, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}'’-]+/u)
    .filter(Boolean)
    .slice(0, 2);
}

/** Returns true if the grammatical subject of a question is an outcome, people or studies: "Is mortality reduced?" */
function isAsked([first = '', second = '']: readonly string[]): boolean {
  return (
    isFollowUpWord(first) ||
    isOutcomeWord(first) ||
    statistic.test(first) ||
    (isGenericTerm(indexTerms(first)[0] ?? '') && (isFollowUpWord(second) || isOutcomeWord(second)))
  );
}

/** Returns true if the grammatical subject of a question is people: "Are men affected?" */
function isPeople([first = '', second = '']: readonly string[]): boolean {
  return [first, `${first} ${second}`].some(
    (each) =>
      /^(?:adults?|people|patients?|wom[ae]n|m[ae]n)$/.test(each) || populationsInWords(each).length > 0,
  );
}

/** Returns true for words about results, people and studies in general, which are nobody's subject. */
function isOfFollowUps(term: string, synonyms: readonly string[] = []): boolean {
  return (
    isGenericConcept([term, ...synonyms]) ||
    statistic.test(term) ||
    term
      .split(/[\s-]+/)
      .every(
        (word) => isFollowUpWord(word.toLowerCase()) || indexTerms(word).every((each) => isGenericTerm(each)),
      )
  );
}

/** "How many needles", "which antibiotic": the noun is what is asked, no subject of its own. */
const askedNoun = /\b(?:how (?:many|much)|which|what(?: (?:kind|type|sort)s? of)?)\s+(?:other\s+)?[a-z-]+/gi;

/** Participles for what is or was done: "needed", "stopped". */
const participle =
  /\b(?:is|are|was|were|be|been|being|get|got) (?:[a-z]{2,10} )?[a-z]{2,14}(?:ed|en|ing)\b/gi;

/** Returns true if a question names an everyday thing that it is about, although no list has it. */
function namesUnlisted(phrase: string): boolean {
  const rest = phrase.replace(askedNoun, ' ').replace(participle, ' ');
  return englishConcepts(rest).some(({ term, synonyms }) => !isOfFollowUps(term, synonyms));
}

const hanOpener =
  /^(?:那么?|还有|另外|然后|至于|而且|但是?|所以|这样|请问|如果是?|要是|换成?|改用|改成|同样|此外)+[，,\s]*/;
const hanEnd = /(?:呢|吗|(?<![什怎多那这])么|吧|啊|呀|的话)*[？?！!。.\s]*$/;
/** 对哮喘也有效吗: another condition that the subject is for. */
const forCondition =
  /^(?:对|对于|针对)[^，。？！]{1,14}(?:有效|有用|管用|有帮助|有没有[效用]|起作用|有作用|适用|行|可以)/;
const hanComparison =
  /^(?:那么?)?(?:和|跟|与|同|比|比起|相比|对比|较)[^，。？！]{1,20}?(?:相比|比较|对比|比|之间|哪个|谁|更|好|强|差|安全|有效|区别|差别|呢)/;
const joinsHan =
  /(?:和|跟|与|同)[^，。？！]{1,16}?(?:一起|同时|合用|联用|联合|同服|合并|相互作用|同吃)|(?:加上|加用|联合|联用|合用|合并使用|再加)/;
/** Words at which the part of a sentence begins that says something of its subject. */
const predicate =
  /会不会|能不能|可不可以|是不是|有没有|要不要|该不该|需不需要|需要|应该|应当|是否|能否|可否|可以|可能|也|都|会|能|要|该|有|增加|增高|升高|降低|减少|减轻|下降|提高|改善|预防|防止|引起|导致|造成|影响|治疗|适用|一样|好不好|怎么|怎样|如何|为什么|为何|多少|多大|多高|多久|多长|多不多|几|哪|什么|谁|用|吃|高吗|大吗|多吗|好吗/;
const hanQuestionWord = /什么|怎么|怎样|如何|哪|为什么|为何|谁|多少|几|啥/;
const ownTreatment =
  /药|方法|办法|疗法|手段|措施|疫苗|治疗|症状|表现|原因|病因|诊断|检查|类型|分期|标准|因素/;
const effectHan =
  /增加|增高|升高|降低|减少|减轻|下降|提高|改善|预防|防止|引起|导致|造成|影响|诱发|加重|得|患|出现|发生|有/;
const purposeHan = /治疗|治好?|用于|用在|(?:对|对于)[^，。？！]{1,12}(?:有效|有用|管用|有帮助)/;
/** Verbs of taking whose object is a thing of its own, although no list may have it: 喝咖啡. */
const takes = /[吃喝抽吸打戴做练泡敷服食](?:了|点|些|个|过|的)?$/;

function readChinese(message: string): Turn | undefined {
  const subjects = namedIn(message.replace(hanOpener, ''));
  const agents = subjects.filter(({ kind }) => kind !== 'condition');
  const conditions = subjects.filter(({ kind }) => kind === 'condition');
  const text = message.replace(/\s+/g, '');
  const phrase = text.replace(hanOpener, '').replace(hanEnd, '');
  const isOpened = hanOpener.test(text) || /呢[？?！!。]*$/.test(text);
  if (hanComparison.test(text) && agents.length <= 1 && conditions.length === 0)
    return { phrase, subjects, relation: 'added' };
  const at = phrase.search(predicate);
  const head = at < 0 ? phrase : phrase.slice(0, at);
  const rest = at < 0 ? '' : phrase.slice(at);
  const inHead = subjects.filter(({ name }) => head.includes(name));
  const isReferring =
    /它|其(?![他它中余])|该[药病法试研]|上述|这(?:种|个|些|类|项)?(?:药|病|法|治疗|试验|研究|文|结|方)|^这|^那(?:个|种|些)/.test(
      text,
    );
  if (forCondition.test(phrase) && agents.length === 0 && conditions.length > 0)
    return { phrase, subjects, relation: 'purpose' };
  if (subjects.length === 0) {
    if (isOpened || isReferring)
      return {
        phrase,
        subjects: isOpened ? unlistedHan(phrase) : [],
        relation: isOpened && unlistedHan(phrase).length > 0 ? 'instead' : 'detail',
      };
    const isAsking = hanTerms(phrase).length > 0 || hanQuestionWord.test(phrase);
    return isAsking && !namesUnlistedHan(phrase, head) ? { phrase, subjects, relation: 'detail' } : undefined;
  }
  if (agents.length > 0 && joinsHan.test(phrase) && (at <= 0 || inHead.length === 0 || isReferring))
    return agents.length === 1 ? { phrase, subjects, relation: 'added' } : undefined;
  // 那氯吡格雷呢, 氯吡格雷呢, 换成氯吡格雷行吗.
  if (isOpened && agents.length > 0 && conditions.length > 0) return undefined;
  if (
    isOpened &&
    (rest === '' || (conditions.length === 0 && !hanQuestionWord.test(rest)) || agents.length === 0)
  ) {
    if (agents.length === 0 && rest !== '' && inHead.length === 0)
      return { phrase, subjects, relation: purposeHan.test(rest) ? 'purpose' : 'outcome' };
    return { phrase, subjects, relation: 'instead' };
  }
  if (isReferring && !inHead.some(({ kind }) => kind !== 'condition'))
    return agents.length > 0
      ? { phrase, subjects, relation: 'added' }
      : { phrase, subjects, relation: purposeHan.test(rest) ? 'purpose' : 'outcome' };
  if (agents.length > 0) {
    // 氯吡格雷也有效吗, 可以用氯吡格雷吗.
    const isAlso = /^也/.test(rest) && agents.length === 1 && conditions.length === 0;
    const isHeadless =
      at === 0 && agents.length === 1 && conditions.length === 0 && !hanQuestionWord.test(rest);
    return isAlso || (isHeadless && /^(?:可以|可不可以|能|能不能|能否|要不要|需要|是否)/.test(rest))
      ? { phrase, subjects, relation: 'instead' }
      : undefined;
  }
  // A condition without anything that has the effect: 会增加流产吗, 老人会得肺炎吗, 停药后会复发吗.
  if (inHead.length > 0 || (at < 0 && !isOpened)) return undefined;
  if (hanQuestionWord.test(phrase) || (ownTreatment.test(phrase) && !/^[会能]/.test(rest))) return undefined;
  if (namesActor(head)) return undefined;
  if (purposeHan.test(rest)) return { phrase, subjects, relation: 'purpose' };
  return effectHan.test(rest) ? { phrase, subjects, relation: 'outcome' } : undefined;
}

/** Returns true if a Chinese head names anything that may have an effect, even in general: 疫苗, 手术. */
function namesActor(head: string): boolean {
  return hanTerms(head).some(
    ({ zh }) =>
      !(
        populationsInWords(zh).length > 0 ||
        sexesInWords(zh).length > 0 ||
        /[率值险期]$|^(?:成年?人|病人|患者|人群?|[用停服吃]药|术[前中后]|[长短]期|时间|效果)$/.test(zh)
      ),
  );
}

/** Returns true if a Chinese question names a thing that it is about or that somebody takes, although no list has it as a subject. */
function namesUnlistedHan(phrase: string, head: string): boolean {
  const ofHead = hanTerms(head);
  // 儿童发烧39度危险吗: people with a complaint are a subject.
  if (
    ofHead.length > 1 &&
    ofHead.some(({ zh }) => populationsInWords(zh).length > 0) &&
    !/也|同样|一样/.test(phrase)
  )
    return true;
  return hanTerms(phrase.replace(measureHan, ' ')).some(({ zh, en = '' }) => {
    if (isOfFollowUpsHan(zh, en)) return false;
    return head.includes(zh) || takes.test(phrase.slice(0, phrase.indexOf(zh)));
  });
}

const measureHan = /[真假]?[阴阳]性(?:预测值|似然比|率)?/g;

/** Returns what 那…呢 asks about although no list has it as a subject: 那咖啡呢, 那钙呢. */
function unlistedHan(phrase: string): Named[] {
  const terms = hanTerms(phrase);
  const isBare = terms.length === 0 && /^\p{Script=Han}{1,6}$/u.test(phrase) && !predicate.test(phrase);
  const names = terms.filter(({ zh, en = '' }) => !isOfFollowUpsHan(zh, en)).map(({ zh }) => zh);
  return (isBare ? [phrase] : names.slice(0, 1)).map((name) => ({ name, kind: 'drug' as const }));
}

function isOfFollowUpsHan(zh: string, en: string): boolean {
  return (
    statistic.test(zh) ||
    // Measures of something: 阳性率, 敏感性.
    /..[率性值量期]$/.test(zh) ||
    isGenericConcept([zh, en]) ||
    populationsInWords(zh).length > 0 ||
    sexesInWords(zh).length > 0 ||
    /^(?:[每一几]?(?:[天日周月年次]|星期|小时|分钟|个月)[天日次]?|成年?人|病人|患者|人群?|大家|研究|试验|证据|文献|结果|数据|用药|停药|服药|吃药|术[前中后]|长期|短期)$/.test(
      zh,
    ) ||
    isGenericTerm(indexTerms(en)[0] ?? '') ||
    (en !== '' && en.split(' ').every((word) => isFollowUpWord(word) || isOutcomeWord(word))) ||
    readContinuation(zh) !== undefined
  );
}
