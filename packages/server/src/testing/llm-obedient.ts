import { detectLanguage } from '../text/language.ts';
import { splitSentences } from '../text/sentences.ts';
import { isStopWord } from '../text/stop-words.ts';
import { hanTerms } from '../text/translate.ts';

/** A chat completion request, as far as the simulator reads it. */
export type ChatBody = {
  model?: string;
  stream?: boolean;
  response_format?: unknown;
  messages?: { role: string; content: string | { type: string; text?: string }[] }[];
};

/** What a request is for, told from the prompt. */
export type Role = 'plan' | 'write' | 'vision';

export function roleOf(body: ChatBody): Role {
  const user = body.messages?.at(-1)?.content;
  if (Array.isArray(user) && user.some(({ type }) => type === 'image_url')) return 'vision';
  return body.response_format || systemOf(body).includes('"concepts"') ? 'plan' : 'write';
}

export function promptText(body: ChatBody): string {
  return (body.messages ?? []).map(({ content }) => textOf(content)).join('\n');
}

/** What a model that does as it is told replies: grounded in the prompt's own blocks, in its language. */
export function obedientReply(body: ChatBody): string {
  const user = textOf(body.messages?.at(-1)?.content ?? '');
  const language = detectLanguage(systemOf(body));
  const question = block(user, 'QUESTION');
  switch (roleOf(body)) {
    case 'plan':
      return JSON.stringify({ question, concepts: concepts(question) });
    case 'vision':
      return language === 'zh'
        ? '图像为一张检验报告的照片。'
        : 'The image is a photograph of a laboratory report.';
    case 'write':
      return writtenFrom(block(user, 'EVIDENCE'), language);
  }
}

/** A sentence from each of the first papers, with its mark. */
function writtenFrom(evidence: string, language: 'zh' | 'en'): string {
  const papers = evidence.split('\n\n').map((paper) => /^\[(E\d+)\] (?:[A-Z /&]+: )?(.+)$/m.exec(paper));
  const sentences = papers.slice(0, 4).flatMap((found) => {
    const [, mark, text = ''] = found ?? [];
    const sentence = (splitSentences(text)[0]?.text ?? text).trim().replace(/[.。]$/, '');
    return mark ? [language === 'zh' ? `${sentence} [${mark}]。` : `${sentence} [${mark}].`] : [];
  });
  if (sentences.length === 0)
    return language === 'zh'
      ? '所给证据不能回答这个问题。'
      : 'The evidence given does not answer this question.';
  const opening = language === 'zh' ? '现有证据与该问题有关。' : 'The evidence found bears on this question.';
  return [opening, ...sentences].join(language === 'zh' ? '' : ' ');
}

function concepts(question: string): { term: string; synonyms: string[] }[] {
  const terms =
    detectLanguage(question) === 'zh'
      ? hanTerms(question).flatMap(({ en }) => en ?? [])
      : (question.match(/[A-Za-z][\w-]{2,}/g) ?? []).filter((word) => !isStopWord(word.toLowerCase()));
  return [...new Set(terms)].slice(0, 5).map((term) => ({ term, synonyms: [] }));
}

/** The content of a fenced block of the prompt. */
function block(prompt: string, name: string): string {
  return new RegExp(`^<<<${name} (\\S+)\\n([\\s\\S]*?)\\n${name} \\1>>>$`, 'm').exec(prompt)?.[2] ?? '';
}

function systemOf(body: ChatBody): string {
  return textOf(body.messages?.[0]?.content ?? '');
}

function textOf(content: string | { text?: string }[]): string {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n');
}
