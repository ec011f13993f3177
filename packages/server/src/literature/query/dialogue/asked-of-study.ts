import { hanTerms } from '@citewell/core/text/translate.ts';
import { englishConcepts } from '../english-concepts.ts';
import { populationsInWords, sexesInWords } from '../question-hints.ts';
import { isFollowUpWord } from './follow-up-words.ts';
import { namedIn } from './named-in.ts';
import { isOutcomeName } from './outcome-names.ts';
import type { Turn } from './turn.ts';

/*
 * Messages that say nothing of a subject but name what is asked of the study before: “heart failure risk”, 骨密度, “was there weight
 * gain?”, 住NICU的少了吗, “COPD patients”. Taken for a topic of their own they would be answered from anything that mentions them, and
 * the dialogue would lose its subject, so in doubt they join.
 */

const compares =
  /\b(?:vs\.?|versus|instead|compared|comparison|than|rather|replace|switch|better|or)\b|换成?|改[用成为]|比|还是|或|代替|而不是/i;
/** Matches words for what is asked of a disease as such, not of a study of something else. */
const ofDisease =
  /\b(?:treatments?|therap(?:y|ies)|management|managing|guidelines?|diagnos(?:is|es|tic|ed)|symptoms?|signs?|causes?|a?etiology|pathogenesis|prevalence|epidemiology|prognosis|prevention|screening|cures?|vaccines?|medications?|drugs?(?! (?:resistance|levels?|use|interactions?)\b)|evidence|tests?|definition)\b|病因|症状|表现|治疗|疗法|诊断|鉴别|发病率|患病率|发病机制|机制|预防|筛查|指南|用药|定义|怎么治|怎么办|护理/i;

/** Reads such a message; undefined if it brings a subject of its own. */
export function readAskedOfStudy(message: string): Turn | undefined {
  return /\p{Script=Han}/u.test(message) ? readHan(message) : readLatin(message);
}

/** Reads an outcome that MeSH lists as a procedure, drug or substance: “transfusion?”, 需要透析的多吗. */
export function readListedOutcome(message: string): Turn | undefined {
  if (compares.test(message)) return undefined;
  const isHan = /\p{Script=Han}/u.test(message);
  const phrase = isHan ? hanPhrase(message) : englishPhrase(message);
  if (isHan ? [...phrase].length > hanMax : wordsOf(phrase).length > outcomeWordsMax) return undefined;
  const subjects = namedIn(phrase);
  const isNamed =
    subjects.length > 0 ? subjects.every(({ name }) => isOutcomeName(name)) : isOutcomeName(phrase);
  if (!isNamed) return undefined;
  const rest = subjects.reduce((text, { name }) => text.replace(name, ' '), phrase).trim();
  const asks = isHan ? needsHan : needsEnglish;
  return asks.test(rest) || isOutcomeName(phrase) ? { phrase, subjects, relation: 'outcome' } : undefined;
}

/** Reads people by a disease that they also have: 合并HIV的呢, 伴糖尿病者. */
export function readWithDisease(message: string): Turn | undefined {
  const [, , disease] = alsoHave.exec(message.replace(/\s+/g, '')) ?? [];
  if (disease === undefined || startsHan.test(disease)) return undefined;
  return { phrase: `合并${disease}的患者`, subjects: [], relation: 'detail' };
}

const alsoHave =
  /^(?:那么?|如果是?|要是)?(合并|伴有?|伴随|并发|患有)(\S{1,10}?)(?:的|者|的?(?:患者|病人|人|人群))?(?:呢|怎么样|怎么办|也一样吗|也有效吗)?[？?！!。.]{0,3}$/;

/** Maximum number of words around such a name. */
const outcomeWordsMax = 7;
const needsEnglish =
  /^(?:(?:was|were|is|are|any|less|more|fewer|there|need(?:s|ed)?|requir(?:e|ed|ing|ements?)|for|of|the|a|do|did|does|they|patients|people|rates?|risks?|levels?|counts?|use|used|time|days|duration|number|how|many|much|often|serum|blood|change[sd]?|common|avoided|reduced|lower|higher|increased|in|on|to|be|have|had|got|get|affect(?:s|ed)?|about|what|then|and)\W{0,3}){0,10}$/i;
const needsHan =
  /^(?:需要?|要|用|做|的|率|比例|风险|水平|值|时间|天数|次数|多少|几|多|少|高|低|升高|降低|下降|增加|减少|变化|影响|会|能|有|没有|没|了|吗|呢|人|患者|病人|例|住|进|入|入住|发生|情况|怎么样|如何|明显|更|也|会不会|有没有|是|不|得|大|常见|改善|血|\s){0,14}$/;

const opens =
  /^\W{0,9}(?:(?:and|but|or|so|also|then|ok(?:ay)?|well|now|plus|any)\b\W{0,3}){0,2}(?:(?:what|how) about\b\W{0,3})?/i;

function englishPhrase(message: string): string {
  return message.replace(opens, '').replace(/[?!.\s]{1,9}$/, '');
}

function wordsOf(phrase: string): string[] {
  return phrase.split(/\s+/).filter(Boolean);
}

/** Maximum number of words without a verb that join. */
const fragmentWordsMax = 6;
const verbs =
  /\b(?:do|does|did|is|are|was|were|can|could|should|will|would|may|might|must|has|have|had|what|which|how|why|when|who|whom|where|whose|tell|explain|describe|write|give|show|find|compare|list|recommend|search|look|please|hello|hi|thanks?|i|we|you|my|our|your)\b|['’](?:s|re|m|ve|ll)\b/i;
/** Words of a measure around a name: “need for ibuprofen”, “depression scores”. */
const measured =
  /^(?:need|needs|requirements?|use|rates?|number|proportion|percentage|incidence|frequency|risks?|odds|changes?|time|days|length|level|loss|reduction|increase|duration) (?:of|for|in|to|with|on)\b|\b(?:rates?|risks?|scores?|levels?|counts?|time|days|stay|requirements?|changes?|loss|gain|numbers?|events?|incidence|frequency)$/i;
/** Nouns for people at the end of a phrase: “COPD patients”, “obese women”. */
const peopleEnglish =
  /\b(?:patients?|people|persons?|adults?|children|kids|infants?|babies|neonates?|newborns?|women|men|girls|boys|elderly|smokers?|drinkers|diabetics?|non-?diabetics?|survivors|users|carriers|groups?|subgroups?|athletes|nurses|students|adolescents|teenagers|mothers|donors|recipients|veterans|workers|americans|asians|africans|blacks|whites|males?|females?)$/i;
const pastThere =
  /^\W{0,9}(?:and |but |so )?(?:(?:was|were) there|(?:is|are) there (?:any|less|more|fewer))\s+(?:(?:any|less|more|fewer|a|an|much|lower|higher|no)\s+){0,2}(.{2,60})$/i;
const past = /^\W{0,9}(?:and |but |so )?(?:did|was|were|had)\s(.{2,60})$/i;
const asksCount =
  /^\W{0,9}(?:and |but |so )?(?:how (?:many|often|frequent(?:ly)?)|what (?:proportion|percentage|fraction|share))\b(.{2,60})$/i;
const asksOfPast =
  /^\W{0,9}(?:and |but |so )?(?:what|which|how|why|when|who|where)\b.{0,50}\b(?:was|were|did|had|trials?|stud(?:y|ies)|groups?|arms?|control(?:s|led)?|placebo|follow(?:ed|-?up)|measured|assessed|randomi[sz]ed|blinded|enrolled|recruited|stopped)\b/i;

function readLatin(message: string): Turn | undefined {
  const subjects = namedIn(message);
  const agents = subjects.filter(({ kind, name }) => kind !== 'condition' && !isOutcomeName(name));
  const phrase = englishPhrase(message);
  const isOfNothing = agents.every(({ isGiven, kind }) => !isGiven && kind !== 'procedure');
  const relation = subjects.length > 0 ? ('outcome' as const) : ('detail' as const);
  const [, there] = pastThere.exec(message) ?? [];
  if (there !== undefined)
    return isOfNothing && !ofDisease.test(there) ? { phrase, subjects, relation: 'outcome' } : undefined;
  const asked = past.exec(message) ?? asksCount.exec(message);
  if (asked)
    return agents.length === 0 && !/^\W{0,9}how many (?:stars|people live)/i.test(message)
      ? { phrase, subjects, relation }
      : undefined;
  if (subjects.length === 0 && asksOfPast.test(message)) return { phrase, subjects, relation: 'detail' };
  if (verbs.test(phrase) || wordsOf(phrase).length > fragmentWordsMax || phrase === '') return undefined;
  const conditions = subjects.filter(({ kind, name }) => kind === 'condition' || isOutcomeName(name));
  if (conditions.length > 0 && ofDisease.test(phrase)) return undefined;
  if (agents.length <= 1 && measured.test(phrase) && conditions.length + agents.length < 2)
    return { phrase, subjects, relation };
  // “PCI patients”, “statin users” are people, not a treatment.
  if ((agents.length === 0 || (agents.length === 1 && conditions.length === 0)) && peopleEnglish.test(phrase))
    return { phrase, subjects, relation: 'detail' };
  if (agents.length > 0) {
    if (conditions.length > 0 || agents.length > 1) return undefined;
    const [{ name, isGiven } = { name: '' }] = agents;
    const isAlone = wordsOf(phrase.replace(name, '')).length === 0;
    if (isAlone && isGiven) return { phrase, subjects, relation: 'instead' };
    return isOfNothing ? { phrase, subjects, relation: 'outcome' } : undefined;
  }
  if (conditions.length > 0) return { phrase, subjects, relation: 'outcome' };
  const concepts = englishConcepts(phrase);
  const isNamed = concepts.length > 0 || wordsOf(phrase).some((word) => isFollowUpWord(word.toLowerCase()));
  return isNamed ? { phrase, subjects, relation: 'detail' } : undefined;
}

/** Characters of the longest Chinese message that joins. */
const hanMax = 14;
const opensHan = /^(?:那么?|还有|另外|然后|至于|而且|但是?|所以|请问|如果是?|要是|同样|此外)+[，,\s]*/;
const endHan = /(?:呢|吗|吧|啊|呀|的话){0,3}[？?！!。.\s]{0,9}$/;
const peopleHan =
  /(?:患者|病人|人群?|的人|者|孕妇|妇女|女性|男性|女的|男的|儿童|孩子|小孩|婴儿|新生儿|早产儿|老人|老年|成人|青少年|产妇|学生|群体|亚组|组)的?$/;
const peopleWhoHan =
  /^[^会能要吗]{1,10}(?:[低高大小轻重长短]|阳性|阴性|正常|异常)的$|^[^会能要吗]{2,10}的(?:人|患者|病人|人群|妇女|女性|男性|孩子|儿童|老人)$/;
/** Matches predicates that say of an outcome that it was more, less or better. */
const changes =
  /(?:会不会|有没有|是不是|是否|会|有|能|也|都|可以|得到|发生)?(?:显著|明显|更|变|有所|不|没有?)?(?:增加|增高|升高|升|降低|减少|减轻|下降|降|提高|改善|好转|恢复|缩短|延长|多不多|高不高|大不大|多|少|高|低|好|差|快|慢|(?<=时间|天数|期)[长短]|重|轻|明显|严重|常见|频繁|不同|区别|有别|差别|差异|影响|变化|稳定|达标|不良|发生|出现)(?:得?[多少快慢好些了点]|一些|不少|没有|没){0,3}$/;
const ofStudiesHan =
  /(?:研究|试验|数据|证据|资料|报道|报告)$|(?:研究|试验|数据|证据)(?:支持|可查|可用)?$|对照组|安慰剂组|治疗组|试验组/;
const countsHan = /几(?:个|名|例|位|次|天|成)?|多少(?:人|例|名|位|个|次|天)?|比例|占比|百分|率是/;
const startsHan =
  /为什么|为何|怎么|怎样|如何|什么|哪|谁|多久|多长|^对|推荐|介绍|解释|写|翻译|你|您|吃|喝|服|用药|治|诊|查|防|能不能|可不可以|可以|^能|可否/;
const takesHan = /[吃喝抽吸打戴做练泡敷服食用治防]/;

function hanPhrase(message: string): string {
  return message.replace(/\s+/g, '').replace(opensHan, '').replace(endHan, '');
}

function readHan(message: string): Turn | undefined {
  const phrase = hanPhrase(message);
  if (phrase === '' || [...phrase].length > hanMax) return undefined;
  const subjects = namedIn(phrase);
  if (peopleWhoHan.test(phrase) && !startsHan.test(phrase.replace(takesHan, '')))
    return { phrase, subjects: [], relation: 'detail' };
  const agents = subjects.filter(({ kind, name }) => kind !== 'condition' && !isOutcomeName(name));
  const given = agents.filter(({ isGiven, kind }) => isGiven || kind === 'procedure');
  const relation = subjects.length > 0 ? ('outcome' as const) : ('detail' as const);
  if (given.length === 0 && countsHan.test(phrase) && !ofDisease.test(phrase) && !takesHan.test(phrase))
    return { phrase, subjects, relation };
  // 国内有研究吗.
  if (
    subjects.every(({ name }) => peopleHan.test(name)) &&
    ofStudiesHan.test(phrase) &&
    !ofDisease.test(phrase)
  )
    return { phrase, subjects: [], relation: 'detail' };
  const terms = hanTerms(phrase);
  if (terms.length === 0) return undefined;
  // 老年人更容易感染吗: the people of the study, and an outcome.
  const [first] = terms;
  if (given.length === 0 && first && isPeople(first.zh) && phrase.startsWith(first.zh)) {
    const rest = phrase.slice(first.zh.length);
    if (/^(?:是不是|会不会|会)?(?:更|也|比较|同样)/.test(rest) && !startsHan.test(rest.replace(/^也?能/, '')))
      return { phrase, subjects, relation: 'outcome' };
  }
  if (given.length === 0 && changes.test(phrase)) {
    const head = phrase.replace(changes, '');
    if (
      !startsHan.test(head) &&
      !head.includes('对') &&
      !takesHan.test(head.slice(0, -1)) &&
      !ofDisease.test(head) &&
      isNoun(head)
    )
      return { phrase, subjects, relation };
  }
  if (ofDisease.test(phrase) && (subjects.length > 0 || terms.length > 1)) return undefined;
  // A question with a predicate says all that it asks: 儿童发烧39度危险吗.
  if (/吗[？?！!。.\s]{0,9}$/.test(message) || startsHan.test(phrase) || /[会要该得有]/.test(phrase))
    return undefined;
  if (given.length > 0) {
    const [only, ...others] = given;
    const isAlone = others.length === 0 && only?.name === phrase;
    return isAlone && only?.isGiven ? { phrase, subjects, relation: 'instead' } : undefined;
  }
  if (peopleHan.test(phrase)) return { phrase: phrase.replace(/的$/, ''), subjects, relation: 'detail' };
  return { phrase: phrase.replace(/的$/, ''), subjects, relation };
}

/** Returns true if the words before a predicate do nothing themselves: 早手术, 喝咖啡 do. */
function isNoun(head: string): boolean {
  return head !== '' && !/(?:手术|治疗|锻炼|运动|化疗|放疗|熬夜|睡觉)$/.test(head);
}

function isPeople(zh: string): boolean {
  return populationsInWords(zh).length > 0 || sexesInWords(zh).length > 0 || peopleHan.test(zh);
}
