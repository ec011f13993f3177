/** Request that takes its endpoint through all its phases: sources, model, checks. */
export type EndpointCall = { method: 'GET' | 'POST'; path: string; body?: object };

/** Every endpoint that does work, by name, once for each form of its reply. */
export type EndpointName = keyof typeof makers;

const questions = [
  'Does zelparin prevent stroke in atrial fibrillation?',
  'zelparin 能否预防心房颤动患者发生卒中？',
  'Does cardovalin lower blood pressure in resistant hypertension?',
  'glucomin 能否降低2型糖尿病患者的心血管死亡率？',
];
const manuscript = [
  'Zelparin decrease the risk of stroke in patient with atrial fibrillation. It is safe.',
  'Cardovalin lower the blood pressure in many patients with resistant hypertension.',
].join('\n\n');
const findings = 'Results\nIn our trial of zelparin in 120 patients stroke was less frequent (3% versus 8%).';
const abstract = 'In adults with atrial fibrillation zelparin lowered the rate of stroke by 1.1% a year.';

const post =
  (path: string, body: (question: string, nth: number) => object) =>
  (nth: number): EndpointCall => ({
    method: 'POST',
    path: path.startsWith('/') ? path : `/ai/api/${path}`,
    // Earlier questions are answered from the cache, so the year makes every question a new one.
    body: body(`${questions[nth % questions.length]} (since ${1_900 + (nth % 90)})`, nth),
  });
const get = (path: string) => (): EndpointCall => ({ method: 'GET', path: `/ai/api/${path}` });
const pair = (nth: number) => ({
  sentence: 'Zelparin reduced the number of odd events in many people.',
  pmid: String(990_000_001 + (nth % 12)),
  abstract,
});

const chat = (model: string, content: string) => ({ model, messages: [{ role: 'user', content }] });

const makers = {
  ask: post('ask', (question) => ({ question, include: ['trust', 'run', 'verification', 'bibliography'] })),
  ask_stream: post('ask_stream', (question) => ({ question })),
  'ask_stream with an attachment': post('ask_stream', (question) => ({ question, file_content: findings })),
  discussion: post('ask_stream', (question) => ({ question, mode: 'discussion', file_content: findings })),
  expert: post('expert', (question) => ({ question })),
  expert_stream: post('expert_stream', (question) => ({ question })),
  factcheck_verify: post('factcheck_verify', (_, nth) => pair(nth)),
  'factcheck_verify of a record': post('factcheck_verify', (_, nth) => ({
    sentence: pair(nth).sentence,
    pmid: pair(nth).pmid,
  })),
  factcheck_batch: post('factcheck_batch', () => ({
    pairs: Array.from({ length: 8 }, (_, nth) => pair(nth)),
  })),
  polish: post('polish', () => ({ text: manuscript, insert_refs: false })),
  'polish with references': post('polish', () => ({ text: manuscript, insert_refs: true })),
  avatar_chat: post('avatar_chat', (message) => ({ message })),
  'avatar_chat as a stream': post('avatar_chat', (message) => ({ message, stream: true })),
  local_advanced_search: post('local_advanced_search', () => ({
    terms: [{ field: 'title', value: 'metformin' }],
  })),
  'chat completion': post('/v1/chat/completions', (question) => chat('citewell', question)),
  'chat completion as a stream': post('/v1/chat/completions', (question) => ({
    ...chat('citewell', question),
    stream: true,
    stream_options: { include_usage: true },
  })),
  'chat completion of a check': post('/v1/chat/completions', (_, nth) =>
    chat('citewell-check', `${pair(nth).sentence} [PMID ${pair(nth).pmid}]`),
  ),
  response: post('/v1/responses', (input) => ({ model: 'citewell', input })),
  'response as a stream': post('/v1/responses', (input) => ({ model: 'citewell', input, stream: true })),
  my_usage: get('my_usage?limit=50'),
  categories: get('categories'),
  personas: get('personas'),
};

export const endpointNames = Object.keys(makers) as EndpointName[];

/** Returns the `nth` request to an endpoint; 90 consecutive questions are all different. */
export function callOf(name: EndpointName, nth: number): EndpointCall {
  return makers[name](nth);
}
