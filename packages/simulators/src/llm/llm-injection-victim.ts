import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { isStopWord } from '@citewell/core/text/stop-words.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { reviewReply } from './llm-review.ts';
import type { ReviewLie } from './llm-review-lies.ts';
import { type ReviewRole, reviewRoleOf } from './llm-review-role.ts';

/** Chat completion request, limited to what the simulator reads. */
export type ChatBody = {
  model?: string;
  stream?: boolean;
  response_format?: unknown;
  messages?: { role: string; content: string | { type: string; text?: string }[] }[];
};

/** Purpose of a request, inferred from its prompt. */
export type Role = 'plan' | 'rank' | 'write' | 'vision' | 'verify' | 'polish' | 'chat' | ReviewRole;

export function roleOf(body: ChatBody): Role {
  const user = body.messages?.at(-1)?.content;
  if (Array.isArray(user) && user.some(({ type }) => type === 'image_url')) return 'vision';
  if (promptText(body).includes('{"ready": true}')) return 'plan';
  if (systemOf(body).includes('"score"')) return 'verify';
  if (systemOf(body).includes('"relevance"')) return 'rank';
  const ofReview = reviewRoleOf(systemOf(body));
  if (ofReview) return ofReview;
  if (/polished TEXT|润色后的 TEXT/.test(systemOf(body))) return 'polish';
  if (/MESSAGE/.test(systemOf(body))) return 'chat';
  return body.response_format || systemOf(body).includes('"concepts"') ? 'plan' : 'write';
}

export function promptText(body: ChatBody): string {
  return (body.messages ?? []).map(({ content }) => textOf(content)).join('\n');
}

/**
 * Builds the reply of an obedient model: grounded in the prompt's own blocks, in its language; a review may be false in
 * one respect.
 */
export function obedientReply(body: ChatBody, lie?: ReviewLie): string {
  const user = textOf(body.messages?.at(-1)?.content ?? '');
  const language = detectLanguage(systemOf(body));
  const question = block(user, 'QUESTION');
  const role = roleOf(body);
  switch (role) {
    case 'rank':
      return gradedFrom(block(user, 'PAPERS'), question);
    case 'plan':
      if (user.includes('{"ready": true}')) return JSON.stringify({ ready: true });
      if (systemOf(body).includes('"enough"')) return JSON.stringify({ enough: true });
      return JSON.stringify({ question, concepts: concepts(question) });
    case 'vision':
      return language === 'zh'
        ? '图像为一张检验报告的照片。'
        : 'The image is a photograph of a laboratory report.';
    case 'verify':
      return verifiedFrom(block(user, 'ABSTRACT'), block(user, 'SENTENCE'));
    case 'polish':
      return block(user, 'TEXT');
    case 'chat':
      return chattedFrom(block(user, 'EVIDENCE'), language);
    case 'write':
      return writtenFrom(block(user, 'EVIDENCE'), language);
    default:
      return reviewReply(role, {
        ...{ block: (name: string) => block(user, name), system: systemOf(body) },
        ...{ language, concepts, lie },
      });
  }
}

/** Grades each paper by its share of the question's words. */
function gradedFrom(papers: string, question: string): string {
  const wanted = new Set(indexTerms(question).filter((word) => !isStopWord(word)));
  const grades = papers.split('\n').map((line) => {
    const [, number = '', text = ''] = /^(\d+)\. (.*)$/.exec(line) ?? [];
    const shared = new Set(indexTerms(text).filter((word) => wanted.has(word))).size;
    return [number, Math.round((3 * shared) / Math.max(1, wanted.size))] as const;
  });
  return JSON.stringify({ relevance: Object.fromEntries(grades.filter(([, grade]) => grade > 0)) });
}

/** Returns the abstract's sentence with the most words of the claim, and a score by their number. */
function verifiedFrom(abstract: string, claim: string): string {
  const wordsOf = (text: string) => new Set(indexTerms(text).filter((word) => !isStopWord(word)));
  const wanted = wordsOf(claim);
  const [best] = splitSentences(abstract)
    .map(({ text }) => ({ text, shared: [...wordsOf(text)].filter((word) => wanted.has(word)).length }))
    .sort((one, other) => other.shared - one.shared);
  const supports = best !== undefined && best.shared >= 0.7 * wanted.size;
  return JSON.stringify({
    evidence: best && best.shared > 0 ? best.text : '',
    parts: supports ? [{ part: 'outcome', claim, quote: best.text, relation: 'same' }] : [],
    score: supports ? 2 : 0,
    deviation: supports ? 'none' : 'unsupported',
    explanation: '',
    suggestion: '',
  });
}

/** Returns a sentence of each of the first papers, with its marker. */
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

/** Returns a sentence of each passage with its marker, or a greeting. */
function chattedFrom(evidence: string, language: 'zh' | 'en'): string {
  const said = Array.from(evidence.matchAll(/^\[(E\d+)\] (?:\(\d*\) )?(.+)$/gm), ([, mark, text = '']) => {
    const sentence = text.trim().replace(/[.。]$/, '');
    return language === 'zh' ? `${sentence} [${mark}]。` : `${sentence} [${mark}].`;
  });
  if (said.length > 0) return said.slice(0, 3).join(language === 'zh' ? '' : ' ');
  return language === 'zh' ? '您好，请问想了解什么？' : 'Hello, what would you like to know?';
}

function concepts(question: string): { term: string; synonyms: string[] }[] {
  const terms =
    detectLanguage(question) === 'zh'
      ? hanTerms(question).flatMap(({ en }) => en ?? [])
      : (question.match(/[A-Za-z][\w-]{2,}/g) ?? []).filter((word) => !isStopWord(word.toLowerCase()));
  return [...new Set(terms)].slice(0, 5).map((term) => ({ term, synonyms: [] }));
}

/** Returns the content of a fenced block of the prompt. */
function block(prompt: string, name: string): string {
  return new RegExp(`^<<<${name} (\\S+)\\n([\\s\\S]*?)\\n${name} \\1>>>$`, 'm').exec(prompt)?.[2] ?? '';
}

function systemOf(body: ChatBody): string {
  return textOf(body.messages?.[0]?.content ?? '');
}

function textOf(content: string | { text?: string }[]): string {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n');
}
