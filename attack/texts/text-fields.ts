import { repeatTo } from './hostile-units.ts';

/** A request with a text in one of its fields; `share` of the length that is let in, 0 to 1. */
export type TextField = { name: string; path: string; body: (unit: string, share: number) => unknown };

const ordinary =
  'Metformin lowered HbA1c by 1.1% (95% CI 0.9 to 1.3; p<0.001) compared with placebo in 120 patients.';

/** A unit repeated until it has so many bytes of UTF-8. */
function repeatToBytes(unit: string, bytes: number): string {
  const each = Buffer.byteLength(unit) / unit.length;
  const text = repeatTo(unit, Math.floor(bytes / each));
  return Buffer.byteLength(text) <= bytes ? text : repeatTo(unit, Math.floor(text.length * 0.8));
}

/** Six rounds that fill the 64 KB of a history. */
const history = (unit: string, share: number) =>
  Array.from({ length: 6 }, () => {
    const text = repeatToBytes(unit, 5_000 * share);
    return { q: text, a: text };
  });

const post = (name: string, path: string, body: TextField['body']): TextField => ({
  name,
  path: path.startsWith('/') ? path : `/ai/api/${path}`,
  body,
});

/** Every field of every endpoint that takes a text, filled to its limit where `share` is 1. */
export const textFields: readonly TextField[] = [
  post('ask: question', 'ask', (unit, share) => ({
    question: repeatTo(unit, 4_000 * share),
    include: ['run', 'trust', 'verification'],
  })),
  post('ask: file_content', 'ask', (unit, share) => ({
    question: 'Does metformin lower HbA1c in type 2 diabetes?',
    file_content: repeatToBytes(unit, 500_000 * share),
  })),
  post('ask_stream: history', 'ask_stream', (unit, share) => ({
    question: 'and in children?',
    history: history(unit, share),
  })),
  post('ask_stream: discussion', 'ask_stream', (unit, share) => ({
    question: 'metformin',
    mode: 'discussion',
    file_content: repeatToBytes(unit, 60_000 * share),
  })),
  post('expert: question', 'expert', (unit, share) => ({ question: repeatTo(unit, 4_000 * share) })),
  post('avatar_chat: message', 'avatar_chat', (unit, share) => ({ message: repeatTo(unit, 4_000 * share) })),
  post('avatar_chat: history', 'avatar_chat', (unit, share) => ({
    message: 'And in children?',
    history: history(unit, share),
  })),
  post('polish: text', 'polish', (unit, share) => ({
    text: repeatTo(unit, 20_000 * share),
    insert_refs: false,
  })),
  post('polish: text with references', 'polish', (unit, share) => ({ text: repeatTo(unit, 20_000 * share) })),
  post('polish: requirement', 'polish', (unit, share) => ({
    text: ordinary,
    requirement: repeatTo(unit, 2_000 * share),
    insert_refs: false,
  })),
  post('factcheck_verify: abstract', 'factcheck_verify', (unit, share) => ({
    sentence: ordinary,
    pmid: '1',
    abstract: repeatTo(unit, 50_000 * share),
  })),
  post('factcheck_verify: sentence and abstract', 'factcheck_verify', (unit, share) => ({
    sentence: repeatTo(unit, 4_000 * share),
    pmid: '1',
    abstract: repeatTo(unit, 50_000 * share),
    include: ['verification'],
  })),
  post('factcheck_batch: three pairs', 'factcheck_batch', (unit, share) => ({
    pairs: [1, 2, 3].map((pmid) => ({
      sentence: repeatTo(unit, 4_000 * share),
      pmid: String(pmid),
      abstract: repeatTo(unit, 50_000 * share),
    })),
  })),
  post('local_advanced_search: terms', 'local_advanced_search', (unit, share) => ({
    terms: Array.from({ length: 20 }, () => ({ field: 'title', value: repeatTo(unit, 500 * share) })),
  })),
  post('web/document: review', '/web/document', (unit, share) => ({
    review: repeatTo(unit, 500_000 * share),
    language: 'en',
    references: [],
  })),
];
