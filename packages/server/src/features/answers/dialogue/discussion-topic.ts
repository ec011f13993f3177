import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { isStopWord } from '@citewell/core/text/stop-words.ts';
import { foldText } from '@citewell/core/text/words.ts';
import type { HistoryItem, Language } from '@citewell/sdk';
import { removeRejected } from './follow-up.ts';

/** Words of a request for a discussion, which name no topic: "Now the discussion of these findings, please." */
const requestWords = new Set(
  `discussion discussions discuss section sections part parts paragraph paragraphs write writing draft generate compose produce add create
  prepare continue go make start add now please next then based using according review reviews article paper manuscript study studies
  finding findings result results evidence above previous earlier following given provided attached history text it lets let's ok okay great
  full short brief complete good well structured academic need section help let's`.split(/\s+/),
);
const requestHan =
  /请|麻烦|帮我|帮忙|根据|基于|按照|依据|针对|围绕|结合|上面|上述|以上|前面|前文|刚才|这篇|这份|该|此|这些|这|的|综述|结果|发现|研究|文章|论文|内容|历史|写出?|撰写|生成|起草|补充|完成|给出|给|出|一[份段个篇下节]|讨论|部分|章节|段落|小节|现在|接着|接下来|然后|继续|进行|我|想要?|要|需要|吧|一下|对|为|把|它|下|再|来|做|谢谢|呢|了|好/g;
/** The request before its topic: "Write a discussion on", 写一段关于. */
const leadEnglish =
  /^\W{0,9}(?:(?:now|please|then|next|can you|could you|i need|i want)\W{1,3}){0,2}(?:to )?(?:write|draft|generate|compose|produce|prepare|create|give me)\s(?:me\s)?(?:an?|the)\s(?:[a-z]{2,12}\s){0,2}discussion(?:\s(?:section|part|paragraph))?\s(?:on|of|about|for|regarding|concerning)\s/i;
const leadHan =
  /^\s{0,9}(?:请|帮我|麻烦){0,3}(?:写|撰写|生成|起草)(?:出|一?[份段个篇节])?(?:关于|有关|针对|围绕)?(?=[^，。？！]{2,60}的?讨论(?:部分)?[。！]?\s{0,9}$)/;
const endHan = /的?讨论(?:部分)?[。！]?\s{0,9}$/;

/** Returns the topic that a request for a discussion names; undefined if it is only a request. */
function topicIn(question: string): string | undefined {
  const words =
    question.toLowerCase().match(/[\p{Script=Latin}\p{N}]+(?:['’-][\p{Script=Latin}\p{N}]+)*/gu) ?? [];
  const han = question.match(/\p{Script=Han}+/gu)?.join('') ?? '';
  // "Continue", 继续: whatever it asks for, it names no topic.
  const isRequest =
    words.every((word) => requestWords.has(word) || isStopWord(foldText(word))) &&
    han.replace(requestHan, '') === '';
  if (isRequest) return undefined;
  if (leadHan.test(question)) return question.replace(leadHan, '').replace(endHan, '');
  return question.replace(leadEnglish, '');
}

/**
 * Completes a request for a discussion that names no topic ("Write a discussion for it", 写讨论部分) with the topic of
 * the last review in the history, otherwise with the first finding attached. The language stays that of the request.
 */
export function withTopicOfHistory<
  Asked extends {
    question: string;
    language: Language | undefined;
    history?: HistoryItem[];
    fileContent?: string | undefined;
  },
>(asked: Asked): Asked {
  const history = removeRejected(asked.history ?? []);
  const own = topicIn(asked.question);
  const topic =
    own ??
    history.map(({ q }) => topicIn(q)).findLast((each) => each !== undefined) ??
    (asked.fileContent && topicOfFindings(asked.fileContent));
  const language = asked.language ?? detectLanguage(asked.question);
  return { ...asked, history, language, question: topic?.trim() || asked.question };
}

/** Characters at the beginning of the findings that name their subject. */
const subjectWithin = 300;
const figures =
  /(?:\bfrom )?\d+(?:[.,]\d+)*\s?%?(?: (?:to|vs\.?|versus) \d+(?:[.,]\d+)*\s?%?)?(?:例|名)?|由?\d+(?:\.\d+)?%(?:降低|升高|增加|减少)至\d+(?:\.\d+)?%/g;

/** Returns the first sentence of the findings, without its figures. */
function topicOfFindings(content: string): string | undefined {
  const [first] = splitSentences(content.slice(0, subjectWithin));
  return first?.text.replace(figures, ' ').replace(/\s+/g, ' ').trim();
}
