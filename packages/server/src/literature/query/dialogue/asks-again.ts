import { namedIn } from './named-in.ts';

const english =
  /\byes or no\b|\bbottom line\b|\btake[- ]?home\b|\bin (?:short|other words|plain (?:words|english)|simple (?:words|terms)|lay terms)\b|\b(?:explain|say|put) (?:it |this |that )?(?:more )?(?:simpl[ey]|simpler|again|briefly|in)\b|\bwhat (?:does|do|did) (?:that|this|it|they) (?:all )?(?:mean|say|show|find|conclude)\b|\bmeaning\s?\?|\b(?:don['’]?t|do not|didn['’]?t) (?:get|understand|follow)\b|\bso (?:should|do|can) (?:i|we) (?:use|give|do|take|offer|start|recommend)(?: it| this| that)?\W{0,3}$|\b(?:is|was) it worth it\b|^\W{0,3}(?:so )?worth it\b|\bso what\b|\bby how much\b|\bhow (?:much|strong|big|large|many (?:days|weeks|months|years)) (?:\w{1,8} ){0,3}(?:improve|improvement|gain|gained|better|reduction|increase|benefit|effect|difference|change|it|worse|less|more)\b|^\W{0,3}(?:and |so )?how much\W{0,3}$/i;
const han =
  /什么意思|啥意思|[没看]不?懂|说人话|通俗|(?:简单|简短)(?:点|些|地?说|讲|来说)|解释一?下|一句话|到底(?:[用做吃打].{0,2}不[用做吃打]|该不该|要不要|好不好|行不行|有没有用|怎么样)|(?:所以|那)?(?:用不用|值不值|值得)(?:吗|得|用|做)?[？?]?$|结论(?:是什么|呢)|(?:改善|提高|降低|减少|增加|延长|缩短|好)了?多少(?:个?月|天|年)?[？?]?$/;
/** Characters of the longest such message: longer ones say what of. */
const lengthMax = 60;

/**
 * Returns true if a message asks for the same findings again, shorter, simpler or as figures: "so yes or no?", "explain simply",
 * 什么意思, 降低了多少.
 */
export function asksAgain(message: string): boolean {
  if (message.length > lengthMax || !(english.test(message) || han.test(message))) return false;
  return namedIn(message).length === 0;
}
