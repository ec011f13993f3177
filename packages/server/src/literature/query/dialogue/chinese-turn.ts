import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { isGenericConcept } from '../outcome-terms.ts';
import { populationsInWords, sexesInWords } from '../question-hints.ts';
import { isFollowUpWord, isOutcomeWord, readContinuation } from './follow-up-words.ts';
import { type Named, namedIn } from './named-in.ts';
import { namesStatistic } from './statistics.ts';
import type { Turn } from './turn.ts';

const hanOpener =
  /^(?:那么?|还有|另外|然后|至于|而且|但是?|所以|这样|请问|如果是?|要是|换成?|改用|改成|同样|此外)+[，,\s]*/;
const hanEnd = /(?:呢|吗|(?<![什怎多那这])么|吧|啊|呀|的话){0,3}[？?！!。.\s]{0,9}$/;
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

/** Reads a Chinese message as a follow-up (see readTurn). */
export function readChinese(message: string): Turn | undefined {
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
  // 发病一小时内呢.
  if (isOpened && agents.length === 0 && /(?:内|[以之]?[前后]|期间|时候?)$/.test(head))
    return { phrase, subjects: [], relation: 'detail' };
  // 和糖尿病有关吗.
  if (agents.length === 0 && conditions.length > 0 && isLinked.test(phrase))
    return { phrase, subjects, relation: 'instead' };
  // 肠梗阻多不多.
  if (
    agents.length === 0 &&
    conditions.length === 1 &&
    hanTerms(phrase).length < 3 &&
    asksFrequency.test(phrase)
  )
    return { phrase, subjects, relation: 'outcome' };
  // 伤口愈合会更好吗.
  if (agents.length === 0 && conditions.length === 1 && /^(?:会不会|是不是|会|能)?(?:更|变|有所)/.test(rest))
    return { phrase, subjects, relation: 'outcome' };
  // 糖尿病人怎么样, 感染性休克的病人呢.
  if (agents.length === 0 && /(?:人|者|人群)$/.test(head) && (isOpened || asksHow.test(rest)))
    return { phrase: head, subjects, relation: 'detail' };
  // 对胎儿有没有坏处.
  if (subjects.length === 0 && /^(?:对|在)/.test(phrase)) return { phrase, subjects, relation: 'detail' };
  const isAboutOne = agents.length === 1 && conditions.length === 0 && head.includes(agents[0]?.name ?? '');
  if (
    isAboutOne &&
    (/^(?:会不会|会|是不是|能|可能)?(?:更|比较|还)/.test(rest) ||
      /^(?:更|比较)/.test(restAfter(phrase, agents)))
  )
    return { phrase, subjects, relation: 'added' };
  if (isAboutOne && (asksHow.test(rest) || asksHow.test(restAfter(phrase, agents))))
    return { phrase, subjects, relation: 'instead' };
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
    const [own] = unlistedHan(head);
    if (own && asksHow.test(rest)) return { phrase, subjects: [own], relation: 'instead' };
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
  // 有没有剂量反应关系.
  if (
    at === 0 &&
    /^(?:有没有|有无|是否有|有什么)/.test(rest) &&
    subjects.length === 1 &&
    !ownTreatment.test(phrase)
  )
    return { phrase, subjects, relation: conditions.length > 0 ? 'outcome' : 'detail' };
  if (agents.length > 0) {
    // 氯吡格雷也有效吗, 可以用氯吡格雷吗.
    const isAlso = /^也/.test(rest) && agents.length === 1 && conditions.length === 0;
    const isHeadless =
      at === 0 && agents.length === 1 && conditions.length === 0 && !hanQuestionWord.test(rest);
    return isAlso || (isHeadless && /^(?:可以|可不可以|能|能不能|能否|要不要|需要|是否)/.test(rest))
      ? { phrase, subjects, relation: 'instead' }
      : undefined;
  }
  if (/发生率[^的]*$/.test(phrase) && at >= 0 && conditions.length === 1 && hanTerms(head).length < 3)
    return { phrase, subjects, relation: 'outcome' };
  // A condition without anything that has the effect: 会增加流产吗, 老人会得肺炎吗, 停药后会复发吗.
  if (inHead.length > 0 || (at < 0 && !isOpened)) return undefined;
  if (hanQuestionWord.test(phrase) || (ownTreatment.test(phrase) && !/^[会能]/.test(rest))) return undefined;
  if (namesActor(head)) return undefined;
  if (purposeHan.test(rest)) return { phrase, subjects, relation: 'purpose' };
  return effectHan.test(rest) ? { phrase, subjects, relation: 'outcome' } : undefined;
}

/** 和糖尿病有关吗: another thing to which the subject may be related. */
const isLinked = /^(?:和|跟|与|同)[^，。？！]{2,14}(?:有关|相关|有(?:没有)?关系|有(?:没有)?联系|有关联)/;
/** Questions how often a consequence is seen. */
const asksFrequency = /(?:多不多|多么|多|高不高|增多|更多|变多)$/;

/** Chinese questions that leave open what for: 怎么样, 有帮助吗. */
const asksHow =
  /^(?:可以用|能用|能不能用|可不可以用|怎么样|如何|咋样|行不行|行|可以|好不好|有用|有效|管用|有帮助|有没有[用效]|也是|也一样)(?:吗|呢)?$/;

function restAfter(phrase: string, [agent]: readonly Named[]): string {
  return agent ? phrase.slice(phrase.indexOf(agent.name) + agent.name.length) : '';
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

const measureHan = /统计学(?:上|意义)?|差异|显著性?|[真假]?[阴阳]性(?:预测值|似然比|率)?/g;

/** Returns what 那…呢 asks about although no list has it as a subject: 那咖啡呢, 那钙呢. */
function unlistedHan(phrase: string): Named[] {
  const terms = hanTerms(phrase);
  const isBare = terms.length === 0 && /^\p{Script=Han}{1,6}$/u.test(phrase) && !predicate.test(phrase);
  const names = terms.filter(({ zh, en = '' }) => !isOfFollowUpsHan(zh, en)).map(({ zh }) => zh);
  return (isBare ? [phrase] : names.slice(0, 1)).map((name) => ({ name, kind: 'drug' as const }));
}

function isOfFollowUpsHan(zh: string, en: string): boolean {
  return (
    namesStatistic(zh) ||
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
