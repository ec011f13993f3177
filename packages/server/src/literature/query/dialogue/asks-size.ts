import { isStopWord } from '@citewell/core/text/stop-words.ts';
import { foldText } from '@citewell/core/text/words.ts';
import { isFollowUpWord, isOutcomeWord } from './follow-up-words.ts';

const countEnglish =
  /\bhow (?:many|large|big|small)\b|\b(?:number|count) of\b|\bnumbers?\b(?! needed)|\bsample(?: size)?s?\b|\bsize of\b|\bstudy size\b|^\W{0,3}n\W{0,3}$|\bhead ?count\b/giu;
const countHan =
  /(?:总|一)?共?(?:有|是|纳入|入组|招募|入选)?(?:了)?(?:多少|几|多大)(?:个|名|位|例|人|对|只)?(?:患者|病人|受试者|受试对象|参与者|志愿者|被试|病例|女性|男性|妇女|儿童|孩子|婴儿|宝宝|孕妇|产妇|新生儿|早产儿|老人|老年人|学生|成人|人|例)?|样本(?:量|数|大小|例数|规模)?|例数|人数|(?:研究|试验)?规模|总数/gu;
/** Words of a question for the size of a study besides the count: that they took part, and where. */
const restHan =
  /那么?|这|该|此|其|它|上述|上面|刚才|前面|个|项|篇|些|研究|试验|文献|文章|论文|综述|里面?|中|内|参加|参与|队列|数据库|病例|人群|总计|合计|入组|入选|纳入|招募|随机|分组|受试者?|病人|患者|样本|总共|一共|共|总|有|了|的|是|到底|究竟|大概|大约|人|例|名|被|都|吗|呢|啊|请问|分别|每组|各组|几|组|大|多|少|小|够|[nN]|[\s\p{P}]/gu;

/**
 * Returns true if a message asks only how many people a study had, in any words: it names no result that they are counted for.
 *
 * @example
 * asksSize('how many were randomised?') // true
 * asksSize('how many patients died?') // false
 */
export function asksSize(message: string): boolean {
  if (/\p{Script=Han}/u.test(message)) {
    const rest = message.replace(countHan, '');
    return (
      rest !== message &&
      /多少|几|多大|样本|例数|人数|规模|总数/.test(message) &&
      rest.replace(restHan, '') === ''
    );
  }
  const rest = message.replace(countEnglish, ' ');
  if (rest === message) return false;
  const words = rest.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
  return words.every(
    (word) =>
      (isFollowUpWord(word) && !isOutcomeWord(word)) ||
      isStopWord(foldText(word)) ||
      participates.test(word) ||
      /^[a-z]{3,7}est$/.test(word),
  );
}

const participates =
  /^(?:randomi[sz]ed|allocated|assigned|enrol\w+|recruited|includ\w+|participat\w+|took|take|taking|part|involved|had|altogether|overall|total|analy[sz]ed|followed|studied|tested|treated|screened|each|cases|volunteers|babies|twins|couples|pairs|nurses|students|workers|residents|cohorts?|series|population|databases?|registry)$/;
