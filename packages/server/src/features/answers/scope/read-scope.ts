import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import type { HistoryItem } from '@citewell/sdk';
import { medicalTerms } from '../../../literature/query/medical-term.ts';
import { planQuery } from '../../../literature/query/plan-query.ts';
import {
  aboutAssistant,
  asks,
  asksForFact,
  clientTask,
  goesOn,
  greeting,
  otherTopics,
  outOfScope,
  studyWord,
  sumChinese,
  sumEnglish,
  thanks,
} from './scope-patterns.ts';
import { countHealthWords, isChatter, relates } from './scope-words.ts';

/** Kind of a message: a question that literature can answer, or one that gets a fixed reply. */
export type MessageScope = 'medical' | 'client-task' | 'thanks' | 'greeting' | 'assistant' | 'other';

/**
 * Reads whether a message asks for something that literature of medicine or biology could speak of: it names something of
 * them, speaks of health in everyday words, asks for a name that no dictionary has, or goes on with a dialogue that did.
 * A message with an attachment asks about that.
 */
export function readScope({
  message,
  history,
  thisYear,
  hasAttachment = false,
}: {
  message: string;
  history: readonly HistoryItem[];
  thisYear: number;
  hasAttachment?: boolean;
}): MessageScope {
  if (clientTask.test(message)) return 'client-task';
  if (hasAttachment) return 'medical';
  const own = planQuery({ question: message, history: [], years: {}, category: undefined, thisYear });
  if (own.pmids.length > 0 || own.dois.length > 0) return 'medical';
  if (outOfScope.some((pattern) => pattern.test(message)) || isSum(message)) return 'other';
  const isQuestion = asks.test(message);
  if (!isQuestion && thanks.test(message)) return 'thanks';
  if (aboutAssistant.test(message)) return 'assistant';
  const health = countHealthWords(message);
  const medical = medicalTerms(message);
  if (speaksOfOther(message, Math.max(health, medical.length))) return 'other';
  const named = medical.length > 0;
  if (named && !isAside(message, isQuestion)) return 'medical';
  // A topic is named without a question; who tells of himself chats.
  if (health > (isQuestion || !tellsOfSelf.test(message) ? 0 : 1)) return 'medical';
  if (isQuestion && relates.test(message)) return 'medical';
  const names = own.facets.map(([name = '']) => name);
  if (isQuestion && names.some(isUnknownName) && !asksForFact.test(message)) return 'medical';
  const goes = goesOn.test(message) && isQuestion;
  if (goes && history.some(({ q }) => readScope({ message: q, history: [], thisYear }) === 'medical'))
    return 'medical';
  if (thanks.test(message)) return 'thanks';
  return greeting.test(message) ? 'greeting' : 'other';
}

/** Tells whether literature could speak of a message (see readScope). */
export function hasTopic(message: string, history: readonly HistoryItem[], thisYear: number): boolean {
  return readScope({ message, history, thisYear }) === 'medical';
}

/** One word of health may be the name of a band or of a doctor; in a question of research there are more, or it says so. */
function speaksOfOther(message: string, health: number): boolean {
  const match = otherTopics.exec(message.charAt(0).toLowerCase() + message.slice(1));
  if (!match || relates.test(message) || research.test(message)) return false;
  if (namesSomebody.test(match[0])) return health <= namedMax;
  return health <= (asksForFact.test(message) ? factMax : 0);
}

const research = /\b(?:trials?|stud(?:y|ies)|cohort|patients|participants|associated)\b|研究|试验|患者|风险/i;
const namesSomebody = /name| is (?:called |named )?[A-Z]|姓|名|外号|叫/;
/** Words of health in a remark on somebody's name: the trade, and the name. */
const namedMax = 4;
/** And in a question on a band or a film. */
const factMax = 2;

const tellsOfSelf = /\b(?:i|i'm|my|me|we|our|us)\b|[我咱]|今天/i;

/** Figures that are to be put together, and no figures of a study. */
function isSum(message: string): boolean {
  const figures =
    message.match(
      /\d+|\b(?:two|three|four|five|six|seven|eight|nine|ten|a dozen)\b|[一二两三四五六七八九十]{1,3}(?=[盒片个瓶袋天次张间粒])/gi,
    )?.length ?? 0;
  const isAsked = sumEnglish.test(message) || sumChinese.test(message);
  return figures >= 2 && isAsked && !studyWord.test(message);
}

/** A remark that is not asked about anything: "My dentist's surname is Payne." */
function isAside(message: string, isQuestion: boolean): boolean {
  return !isQuestion && (greeting.test(message) || thanks.test(message)) && message.length < 40;
}

/** A name that no dictionary of English has may be a drug's; Chinese names that no list has likewise. */
function isUnknownName(name: string): boolean {
  if (isChatter(name)) return false;
  if (/\p{Script=Han}/u.test(name))
    return name.length > 1 && !/[我你您他她们谁啥么]/.test(name) && isDrugLike(name);
  return name.split(/[\s-]+/).some((word) => word.length > 3 && !isEnglishWord(word) && !isChatter(word));
}

/** Names of drugs are transliterated, and name nothing else: 泽帕林. */
function isDrugLike(name: string): boolean {
  return /(?:林|汀|净|平|坦|尼|单抗|肽|班|韦|素|星|唑|胺|酮|普利|洛尔|替丁|他滨|铂|丸|汤|颗粒|胶囊|片|散|膏|芪|参|草|芍|术|苓)$/.test(
    name,
  );
}
