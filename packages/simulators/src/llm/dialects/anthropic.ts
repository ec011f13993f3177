import { type LlmOutcome, other, status, upTo } from '../llm-faults.ts';
import type { Frame, Reply } from '../llm-reply.ts';
import type { Body, Dialect } from './dialect.ts';
import { strictProblem } from './strict-schema.ts';

const fields = ['model', 'max_tokens', 'stream', 'system', 'messages', 'temperature', 'output_config'];

const refusal = (message: string) =>
  status(400, { type: 'error', error: { type: 'invalid_request_error', message }, request_id: 'req_1' });

function refuse(body: Body): LlmOutcome | undefined {
  const unknown = Object.keys(body).find((name) => !fields.includes(name));
  if (unknown) return refusal(`${unknown}: Extra inputs are not permitted`);
  if (typeof body.max_tokens !== 'number') return refusal('max_tokens: Field required');
  if (body.messages?.some(({ role }) => role === 'system'))
    return refusal(
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter',
    );
  if ('temperature' in body) return refusal('`temperature` is deprecated for this model.');
  const { format } = Object(body.output_config) as { format?: { schema?: unknown } };
  const problem = format ? strictProblem(format.schema) : undefined;
  return problem ? refusal(`output_config.format.schema: ${problem}`) : undefined;
}

/** Converts a request to the form of chat completions. */
function asChat(body: Body): Body {
  const blocks: unknown[] = Array.isArray(body.system)
    ? body.system
    : body.system
      ? [{ text: body.system }]
      : [];
  const content = blocks.map((block) => String(Object(block).text)).join('\n\n');
  const messages = (body.messages ?? []).map(({ role, content: parts }) => ({
    role,
    content: Array.isArray(parts)
      ? parts.map((part) => (part.type === 'image' ? { ...part, type: 'image_url' } : part))
      : parts,
  }));
  return { ...body, messages: [...(content ? [{ role: 'system', content }] : []), ...messages] };
}

const stopReasons: Record<string, string> = {
  ...{ stop: 'end_turn', length: 'max_tokens', content_filter: 'refusal', tool_calls: 'tool_use' },
};

function frames({ model, parts, toolCall, finishReason, usage, cachedTokens }: Reply): Frame[] {
  const event = (kind: Frame['kind'], data: { type: string } & Record<string, unknown>): Frame => ({
    kind,
    bytes: `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`,
  });
  const prompt = usage?.prompt_tokens ?? 0;
  const promptUsage = { input_tokens: prompt - cachedTokens, cache_read_input_tokens: cachedTokens };
  const written: Frame[] = [];
  let index = -1;
  const block = (start: object) => {
    if (index >= 0) written.push(event('other', { type: 'content_block_stop', index }));
    index += 1;
    written.push(event('other', { type: 'content_block_start', index, content_block: start }));
  };
  let field: Reply['parts'][number]['field'] | undefined;
  for (const { field: next, text } of parts) {
    const isText = next === 'content';
    if (next !== field) block(isText ? { type: 'text', text: '' } : { type: 'thinking', thinking: '' });
    field = next;
    const delta = isText ? { type: 'text_delta', text } : { type: 'thinking_delta', thinking: text };
    written.push(event('part', { type: 'content_block_delta', index, delta }));
  }
  if (toolCall) {
    block({ type: 'tool_use', id: 'toolu_1', name: toolCall.name, input: {} });
    const delta = { type: 'input_json_delta', partial_json: toolCall.arguments };
    written.push(event('other', { type: 'content_block_delta', index, delta }));
  }
  if (index >= 0) written.push(event('other', { type: 'content_block_stop', index }));
  const start = { cache_creation_input_tokens: 0, ...promptUsage, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], usage: start };
  const end = { stop_reason: stopReasons[finishReason] ?? finishReason, stop_sequence: null };
  return [
    event('open', { type: 'message_start', message }),
    event('other', { type: 'ping' }),
    ...written,
    event('finish', {
      ...{ type: 'message_delta', delta: end },
      ...{ usage: { output_tokens: usage?.completion_tokens ?? 0 } },
    }),
    event('done', { type: 'message_stop' }),
  ];
}

/**
 * Anthropic's Messages API: separate instructions, schemas in `output_config`, no JSON mode, unknown fields rejected.
 */
export const anthropic: Dialect = {
  name: 'Anthropic',
  path: '/messages',
  asChat,
  refuse,
  enforcesJson: (body) => 'output_config' in body,
  frames,
  faults: {
    'context-length': () => refusal('prompt is too long: 210000 tokens > 200000 maximum'),
    'error-in-stream': (honest, { at = 1 }) => ({
      kind: 'frames',
      frames: [
        ...upTo(honest, at),
        other(
          'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"Internal server error"}}\n\n',
        ),
      ],
      ending: 'end',
    }),
  },
};
