import type { Fill } from './fill.ts';

/** Request with a text in one of its fields. */
export type TextField = { name: string; path: string; body: (fill: Fill) => unknown };

const ordinary =
  'Metformin lowered HbA1c by 1.1% (95% CI 0.9 to 1.3; p<0.001) compared with placebo in 120 patients.';

/** Six rounds that fill the 64 KB of a history. */
const history = ({ bytes }: Fill) =>
  Array.from({ length: 6 }, () => {
    const text = bytes(5_000);
    return { q: text, a: text };
  });

const post = (name: string, path: string, body: TextField['body']): TextField => ({
  name,
  path: path.startsWith('/') ? path : `/ai/api/${path}`,
  body,
});

/** Lists every text field of every endpoint, filled to its limit if `share` is 1. */
export const textFields: readonly TextField[] = [
  post('ask: question', 'ask', (fill) => ({
    question: fill.characters(4_000),
    include: ['run', 'trust', 'verification', 'bibliography'],
  })),
  post('ask: file_content', 'ask', (fill) => ({
    question: 'Does metformin lower HbA1c in type 2 diabetes?',
    file_content: fill.bytes(500_000),
  })),
  post('ask_stream: history', 'ask_stream', (fill) => ({
    question: 'and in children?',
    history: history(fill),
  })),
  post('ask_stream: discussion', 'ask_stream', (fill) => ({
    question: 'metformin',
    mode: 'discussion',
    file_content: fill.bytes(60_000),
  })),
  post('expert: question', 'expert', (fill) => ({ question: fill.characters(4_000) })),
  post('avatar_chat: message', 'avatar_chat', (fill) => ({ message: fill.characters(4_000) })),
  post('avatar_chat: history', 'avatar_chat', (fill) => ({
    message: 'And in children?',
    history: history(fill),
  })),
  post('polish: text', 'polish', (fill) => ({
    text: fill.characters(20_000),
    insert_refs: false,
  })),
  post('polish: text with references', 'polish', (fill) => ({ text: fill.characters(20_000) })),
  post('polish: requirement', 'polish', (fill) => ({
    text: ordinary,
    requirement: fill.characters(2_000),
    insert_refs: false,
  })),
  post('factcheck_verify: abstract', 'factcheck_verify', (fill) => ({
    sentence: ordinary,
    pmid: '1',
    abstract: fill.characters(50_000),
  })),
  post('factcheck_verify: sentence and abstract', 'factcheck_verify', (fill) => ({
    sentence: fill.characters(4_000),
    pmid: '1',
    abstract: fill.characters(50_000),
    include: ['verification'],
  })),
  post('factcheck_batch: three pairs', 'factcheck_batch', (fill) => ({
    pairs: [1, 2, 3].map((pmid) => ({
      sentence: fill.characters(4_000),
      pmid: String(pmid),
      abstract: fill.characters(50_000),
    })),
  })),
  post('local_advanced_search: terms', 'local_advanced_search', (fill) => ({
    terms: Array.from({ length: 20 }, () => ({ field: 'title', value: fill.characters(500) })),
  })),
  post('chat completion: question', '/v1/chat/completions', (fill) => ({
    model: 'citewell',
    messages: [{ role: 'user', content: fill.characters(4_000) }],
  })),
  post('chat completion: instructions and file', '/v1/chat/completions', (fill) => ({
    model: 'citewell',
    messages: [
      { role: 'system', content: fill.bytes(200_000) },
      { role: 'user', content: `<context>${fill.bytes(200_000)}</context>\nDoes metformin lower HbA1c?` },
    ],
  })),
  post('chat completion: history', '/v1/chat/completions', (fill) => ({
    model: 'citewell',
    messages: [
      ...history(fill).flatMap(({ q, a }) => [
        { role: 'user', content: q },
        { role: 'assistant', content: a },
      ]),
      { role: 'user', content: 'and in children?' },
    ],
  })),
  post('response: instructions and parts', '/v1/responses', (fill) => ({
    model: 'citewell',
    instructions: fill.bytes(200_000),
    input: [
      { role: 'assistant', content: [{ type: 'output_text', text: fill.bytes(20_000) }] },
      { role: 'user', content: [{ type: 'input_text', text: fill.characters(4_000) }] },
    ],
  })),
  post('chat completion: check', '/v1/chat/completions', (fill) => ({
    model: 'citewell-check',
    messages: [{ role: 'user', content: `${fill.characters(3_900)} [PMID 1]` }],
  })),
  post('web/document: review', '/web/document', (fill) => ({
    review: fill.characters(500_000),
    language: 'en',
    references: [],
  })),
];
