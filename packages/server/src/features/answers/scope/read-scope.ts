import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import type { HistoryItem } from '@citewell/sdk';
import { asksAgain } from '../../../literature/query/dialogue/asks-again.ts';
import { asMeant } from '../../../literature/query/dialogue/correction.ts';
import { readContinuation } from '../../../literature/query/dialogue/follow-up-words.ts';
import { readTurn } from '../../../literature/query/dialogue/read-turn.ts';
import { asksEffect } from '../../../literature/query/dialogue/self-contained.ts';
import { isMedicalTerm } from '../../../literature/query/medical-term.ts';
import { planQuery } from '../../../literature/query/plan-query.ts';
import { withCorrectNames } from '../../../literature/query/spelling-suggestions.ts';
import { isAboutAttachment, presentsAttachment } from './about-attachment.ts';
import { isClientTask } from './client-tasks.ts';
import { isLayQuestion } from './lay-questions.ts';
import { medicalRelevance } from './medical-relevance.ts';
import { countOtherWords } from './other-subjects.ts';
import {
  aboutAssistant,
  asks,
  asksForFact,
  asksWhatItIs,
  earlierMessageReference,
  greeting,
  nameRemarkPattern,
  nonMedicalRequests,
  outOfScope,
  studyWord,
  sumChinese,
  sumEnglish,
  thanks,
  thanksAndAsks,
} from './scope-patterns.ts';
import { isChatter, relates } from './scope-words.ts';

/** Kind of a message: a question that literature can answer, or one that gets a fixed reply. */
export type MessageScope =
  | 'medical'
  | 'client-task'
  | 'thanks'
  | 'greeting'
  | 'assistant'
  | 'incomplete'
  | 'other';

/**
 * Returns the scope of a message. It is medical if the message names something in medicine or biology, mentions health in
 * everyday words, asks about a name that no dictionary has, continues such a dialogue, or is about its attachment. A
 * follow-up without such a dialogue ("And in children?") is incomplete: it names no subject.
 */
export function readScope({
  message: typed,
  history,
  thisYear,
  hasAttachment = false,
}: {
  message: string;
  history: readonly HistoryItem[];
  thisYear: number;
  hasAttachment?: boolean;
}): MessageScope {
  if (isClientTask(typed)) return 'client-task';
  const message = withCorrectNames(typed);
  const own = planQuery({ question: message, history: [], years: {}, category: undefined, thisYear });
  if (own.pmids.length > 0 || own.dois.length > 0) return 'medical';
  if (outOfScope.some((pattern) => pattern.test(message)) || isSum(message)) return 'other';
  if (nonMedicalRequests.some((pattern) => pattern.test(message)) && !relates(message)) return 'other';
  const isQuestion = asks.test(message);
  const isDialogueMedical = () =>
    history.some(({ q }) => readScope({ message: q, history: [], thisYear }) === 'medical');
  const continuation = readContinuation(asMeant(message));
  if (continuation) {
    if (hasAttachment || isDialogueMedical()) return 'medical';
    if (continuation.pointsBack || (isQuestion && continuation.population === '')) return 'incomplete';
  }
  if (!isQuestion && thanks.test(message) && !(hasAttachment && thanksAndAsks.test(message))) return 'thanks';
  if (hasAttachment && isAboutAttachment(message, isQuestion)) return 'medical';
  if (aboutAssistant.test(message)) return 'assistant';
  const namesKnown = own.subjects?.some(({ kind }) => kind === 'known') ?? false;
  if (namesMedicine(message, { isQuestion, namesKnown })) return 'medical';
  if (isLayQuestion(message)) return 'medical';
  const isElsewhere = countOtherWords(message) > 0;
  if (!isElsewhere && !mentionsSelf.test(message) && ofHealthResearch.test(message)) return 'medical';
  if (isQuestion && !isElsewhere && (relates(message) || namesKnown)) return 'medical';
  if (!isElsewhere && !mentionsSelf.test(message) && own.subjects?.some(isListedName)) return 'medical';
  const names = own.facets.map(([name = '']) => name);
  if (
    isQuestion &&
    !isElsewhere &&
    names.some((name) => isUnknownName(name, message)) &&
    !asksForFact.test(message)
  )
    return 'medical';
  const isChat = isElsewhere || names.some((name) => isChatter(name) && !asksEffect.test(name));
  if (earlierMessageReference.test(message) && isQuestion && !isChat && isDialogueMedical()) return 'medical';
  if (thanks.test(message)) return 'thanks';
  if (greeting.test(message)) return 'greeting';
  // "NNT?", 谁不能用, "with taxanes": words that only a dialogue makes medical, unless they are a sign of another subject.
  const isOther = isElsewhere || names.some((name) => isChatter(name) && !ofFollowUps.test(name));
  if (!isOther && asksOn(message) && isDialogueMedical()) return 'medical';
  const isAboutGiven = presentsAttachment(message) || (isQuestion && names.length === 0);
  return hasAttachment && !isElsewhere && isAboutGiven ? 'medical' : 'other';
}

/** Returns true for a message that is understood only with messages before it. */
function asksOn(message: string): boolean {
  return asksAgain(message) || asMeant(message) !== message || readTurn(message) !== undefined;
}

/** Small-talk words that questions about a study also have: "how long do you apply it?", 什么意思. */
const ofFollowUps =
  /^(?:long|lot|times?|date|days?|weeks?|months?|years?|hours?|minutes?|see|real|read|type|sure|yes|no|maybe|later|help|helpful|questions?|answers?|model|countr(?:y|ies)|china|chinese|city|yes or no|意思|时间|医生|帮助|问题|说|点|真|国家|中国|城市)$/i;

/** Returns true for a subject of a list whose name no dictionary of everyday words has: hydroxyethyl starch. */
function isListedName({ kind, name }: Subject): boolean {
  return (
    kind === 'known' &&
    name.split(/[\s-]+/).some((word) => /^[A-Za-z]{5,}$/.test(word) && !isEnglishWord(word))
  );
}

/** Returns true if literature could address a message (see readScope). */
export function asksForLiterature(
  message: string,
  history: readonly HistoryItem[],
  thisYear: number,
): boolean {
  return readScope({ message, history, thisYear }) === 'medical';
}

/**
 * Returns true if a message is about medicine or biology more than anything else: a medical name outweighs two words of
 * other subjects, an everyday health word none, unless the message relates things as research does or asks about a
 * subject in a medical list (`namesKnown`): “Do rugby players think scrum caps stop concussion?”
 */
function namesMedicine(
  message: string,
  { isQuestion, namesKnown }: { isQuestion: boolean; namesKnown: boolean },
): boolean {
  const sense = medicalRelevance(message);
  if (sense === 0 || (sense < asideMax && isAside(message, isQuestion)) || isRemarkOnName(message, sense))
    return false;
  // A topic may be named without a question, but people who talk about themselves are chatting.
  if (!isQuestion && sense < 2 && mentionsSelf.test(message) && !complains.test(message)) return false;
  const others = countOtherWords(message);
  return (
    others === 0 ||
    relates(message) ||
    research.test(message) ||
    comparesGroups.test(message) ||
    sense >= 2 * others ||
    (isQuestion && namesKnown && sense >= others && !complains.test(message)) ||
    (isQuestion && asksAboutComplaint(message)) ||
    (sense >= askedHelpMin && wouldHelp.test(message))
  );
}

/** "Our nurse's last name is Sharp": both the trade and the name are health words. */
function isRemarkOnName(message: string, sense: number): boolean {
  return (
    sense <= remarkMax && nameRemarkPattern.test(message) && !relates(message) && !research.test(message)
  );
}

/** Subjects of health research that are named without a word of medicine. */
const ofHealthResearch =
  /\b(?:informed consent|qualitative (?:research|stud(?:y|ies)|interviews?|methods?)|focus groups?|(?:delays? in|delayed) (?:seeking )?care|care[- ]seeking|shared decision[- ]making)\b|知情同意|定性研究|质性研究|焦点小组|就医|求医|就诊(?:体验|延迟|经历|行为)|医患/i;

const research = /\b(?:trials?|stud(?:y|ies)|cohort|patients|participants|associated)\b|研究|试验|患者|风险/i;
/** Matches comparisons of some people with others: “do they skip the optician more than those who are comfortable”. */
const comparesGroups =
  /\b(?:people|men|women|kids|children|patients|adults|workers|students)\b[^.?!]{0,120}\b(?:more|less|fewer|better|worse)(?: often)? than (?:those|people|others|men|women|adults)\b/i;
/** Matches questions whether something would do somebody good, whatever it is: “would a car without a clutch help?” */
const wouldHelp = /\bwould (?!you\b)[^?.!]{1,60}\bhelp\?/i;
const askedHelpMin = 3;
/** Sense of a greeting or remark below which it asks for nothing. */
const asideMax = 3;
/** Sense that a remark about somebody's name may have: the trade and the name. */
const remarkMax = 5;

const complains =
  /\b(?:hurts?|aches?|aching|headaches?|pain|painful|sore|dizzy|itch(?:y|es)?|nausea|vomit(?:ing)?|fever|cough(?:ing)?|swollen|bleeding|numb)\b|[痛疼痒麻肿咳吐]|头晕|发烧|失眠|出血|拉肚子/i;
/** Matches pains: in “Why does my knee ache on the stairs of the stadium?” the place is not another subject. */
function asksAboutComplaint(message: string): boolean {
  return asksForCause.test(message) && ownComplaint.test(message);
}

const asksForCause =
  /\bwhy\b|\bwhat (?:can|could|might)\b|\bshould (?:i|we|he|she)\b|\b(?:is|are) (?:it|this|that|they) (?:normal|serious|dangerous)\b|\bcould (?:it|this|that) be\b/i;
const ownComplaint =
  /\b(?:i|he|she|they|my|his|her|our|their)\b[^.?!;]{0,50}\b(?:hurts?|aches?|aching|headaches?|migraines?|dizzy|itch(?:y|es)?|nause(?:a|ous)|vomit(?:s|ing)?|fever|cough(?:s|ing)?|sneez(?:es?|ing)|swollen|bleed(?:s|ing)?|numb|faints?|wheez(?:es?|ing))\b/i;
const mentionsSelf = /\b(?:i|i'm|my|me|we|our|us)\b|[我咱]|今天/i;

/** Matches figures to be calculated with, unlike the figures of a study. */
function isSum(message: string): boolean {
  const figures =
    message.match(
      /\d+|\b(?:two|three|four|five|six|seven|eight|nine|ten|a dozen)\b|[一二两三四五六七八九十]{1,3}(?=[盒片个瓶袋天次张间粒])/gi,
    )?.length ?? 0;
  const isAsked = sumEnglish.test(message) || sumChinese.test(message);
  return figures >= 2 && isAsked && !studyWord.test(message);
}

/** Matches remarks that ask for nothing: "My dentist's surname is Payne." */
function isAside(message: string, isQuestion: boolean): boolean {
  return !isQuestion && (greeting.test(message) || thanks.test(message)) && message.length < 60;
}

/**
 * Counts a name found in no English dictionary, which may be a drug's, and likewise an unlisted Chinese name. A
 * capitalized one may be a place or a person, unless it ends like a medical name or the message asks what it is.
 */
function isUnknownName(name: string, message: string): boolean {
  if (isChatter(name)) return false;
  if (/\p{Script=Han}/u.test(name))
    return name.length > 1 && !/[我你您他她们谁啥么]/.test(name) && isDrugLike(name);
  return name
    .split(/[\s-]+/)
    .some(
      (word) =>
        word.length > 3 &&
        !/['’]/.test(word) &&
        !isEnglishWord(word) &&
        !isChatter(word) &&
        (!/^\p{Lu}\p{Ll}+$/u.test(word) || isMedicalTerm(word, false) || asksWhatItIs.test(message.trim())),
    );
}

/** Matches transliterated drug names: 泽帕林. */
function isDrugLike(name: string): boolean {
  return /(?:林|汀|净|平|坦|尼|单抗|肽|班|韦|素|星|唑|胺|酮|普利|洛尔|替丁|他滨|铂|丸|汤|颗粒|胶囊|片|散|膏|芪|参|草|芍|术|苓)$/.test(
    name,
  );
}
