import { avatarMessages } from '../../packages/server/src/features/chat/avatar-messages.ts';
import { discussionWords } from '../../packages/server/src/features/reviews/discussion/discussion-sections.ts';
import { messages } from '../../packages/server/src/retrieval/progress-messages.ts';
import { parseEvents } from '../../packages/server/src/testing/process/sse-reader.ts';
import { syntheticRecords } from '../../packages/simulators/src/pubmed/synthetic-records.ts';

/** Request that the service can answer while nothing fails. */
export type Endpoint = { name: string; path: string; body: object; isStream: boolean; isReview: boolean };

const question = 'Does zelparin prevent stroke in atrial fibrillation?';
const findings = 'Zelparin lowered stroke by 38% in 400 patients with atrial fibrillation.';
const claim = 'Zelparin lowered the risk of stroke in atrial fibrillation.';

/** Lists every endpoint that uses a source or a model, with records that the sources have. */
export function endpoints(): Endpoint[] {
  const pmid = syntheticRecords().find(({ title }) => /zelparin.*stroke/i.test(title))?.pmid ?? '';
  const asked = (name: string, path: string, body: object, isReview = false): Endpoint => ({
    ...{ name, body, isReview, path: `/ai/api/${path}` },
    isStream: /_stream$|^polish$|_batch$/.test(path) || Object(body).stream === true,
  });
  return [
    asked('ask', 'ask', { question, include: ['run'] }),
    asked('ask_stream', 'ask_stream', { question }),
    asked('Discussion mode', 'ask_stream', { question, mode: 'discussion', file_content: findings }, true),
    asked('expert', 'expert', { question }, true),
    asked('expert_stream', 'expert_stream', { question }, true),
    asked('avatar_chat', 'avatar_chat', { message: question }),
    asked('avatar_chat, streamed', 'avatar_chat', { message: question, stream: true }),
    asked('polish', 'polish', { text: findings }),
    asked('factcheck_verify', 'factcheck_verify', { sentence: claim, pmid }),
    asked('factcheck_batch', 'factcheck_batch', { pairs: [{ sentence: claim, pmid }] }),
  ];
}

/** The service's own sentences for an empty result. */
const nothing = (['en', 'zh'] as const).flatMap((language) => [
  messages[language].nothingFound([], { years: {} }, [], false).split('\n')[0] ?? '',
  avatarMessages[language].nothingFound,
  discussionWords[language].noPrior,
]);

export type Reply = {
  endpoint: Endpoint;
  status: number;
  text: string;
  /** Milliseconds until the last byte. */
  seconds: number;
};

/** Sends one request and reads the reply to its end; status 0 without a reply. */
export async function send(
  url: string,
  key: string,
  endpoint: Endpoint,
  timeoutSeconds: number,
): Promise<Reply> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  try {
    const reply = await fetch(url + endpoint.path, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(endpoint.body),
      signal: AbortSignal.timeout(timeoutSeconds * 1_000),
    });
    const text = await reply.text();
    return { endpoint, status: reply.status, text, seconds: seconds() };
  } catch (error) {
    return { endpoint, status: 0, text: String(error), seconds: seconds() };
  }
}

/** Returns true if the reply claims that there is nothing, although the sources have it. */
export function isFalselyEmpty({ status, text }: Reply): boolean {
  return (
    status === 404 ||
    text.includes('"article_not_found"') ||
    nothing.some((words) => text.includes(JSON.stringify(words).slice(1, -1)))
  );
}

/** Describes the fault in the shape of a reply; undefined if there is none. */
export function malformed({ endpoint, status, text }: Reply): string | undefined {
  if (status === 0) return `no reply (${text})`;
  if (status !== 200 && status !== 502) return `status ${status}`;
  if (status === 502) return isErrorBody(text) ? undefined : 'an error response that is not {error, code}';
  if (!endpoint.isStream) return isJson(text) ? undefined : 'a body that is not JSON';
  const events = parseEvents(text).map(({ event }) => event);
  const count = (name: string) => events.filter((event) => event === name).length;
  if (count('done') !== 1 || events.at(-1) !== 'done') return `${count('done')} times done`;
  return count('error') > 1 ? `${count('error')} errors in a stream` : undefined;
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function isErrorBody(text: string): boolean {
  return isJson(text) && Object.keys(JSON.parse(text)).sort().join() === 'code,error';
}
