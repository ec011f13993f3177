import { type Frame, type Reply, toolCallDeltas } from '../llm-reply.ts';
import type { Body } from './dialect.ts';

/** Server-specific form of chat completion chunks; by default that of OpenAI. */
export type ChunkStyle = {
  /** Fields of every chunk in addition to the common ones. */
  chunk?: object;
  /** Fields of every choice. */
  choice?: object;
  /** Delta of a first chunk without text; absent if there is none. */
  open?: object;
  /** Deltas of a piece of text and of one of reasoning. */
  text?(piece: string): object;
  thought(piece: string): object;
  /** Indicates that the last piece of reasoning and the first of text share a delta. */
  joinsThoughtAndText?: boolean;
  /** Indicates that a tool call is sent as a whole, in one delta. */
  toolCallWhole?: boolean;
  /** Delta of the chunk with the finish reason. */
  end?: object;
  usage(reply: Reply): object;
  /** Position of the usage: a separate chunk without choices, or the one with the finish reason. */
  usageIn?: 'own-chunk' | 'last-choice';
  /** Fields next to a separate usage. */
  withUsage?: object;
  /** Indicates that usage is sent even if it is not requested. */
  usageUnasked?: boolean;
  /** Indicates that other chunks have `usage: null`. */
  nullUsage?: boolean;
};

export function chatStream(style: ChunkStyle, reply: Reply, body: Body): Frame[] {
  const { include_usage: isAsked } = Object(body.stream_options) as { include_usage?: boolean };
  const usage = reply.usage && (isAsked || style.usageUnasked) ? style.usage(reply) : undefined;
  const rest = style.nullUsage ? { usage: null } : {};
  const event = (kind: Frame['kind'], fields: object): Frame => ({
    kind,
    bytes: `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: reply.model, ...style.chunk, ...fields })}\n\n`,
  });
  const chunk = (kind: Frame['kind'], delta: object, more: object = rest) =>
    event(kind, { choices: [{ index: 0, delta, ...style.choice, finish_reason: null }], ...more });
  const inLast = usage && style.usageIn === 'last-choice';
  const end = event('finish', {
    choices: [{ index: 0, delta: style.end ?? {}, ...style.choice, finish_reason: reply.finishReason }],
    ...(inLast ? { usage } : rest),
  });
  return [
    ...(style.open ? [chunk('open', style.open)] : []),
    ...deltasOf(style, reply).map((delta) => chunk('part', delta)),
    ...callsOf(style, reply).map((delta) => chunk('other', delta)),
    end,
    ...(usage && !inLast ? [event('usage', { choices: [], usage, ...style.withUsage })] : []),
    { kind: 'done', bytes: 'data: [DONE]\n\n' },
  ];
}

function deltasOf(
  { text = (content) => ({ content }), thought, joinsThoughtAndText }: ChunkStyle,
  { parts }: Reply,
) {
  const deltas: object[] = [];
  for (const [at, { field, text: piece }] of parts.entries()) {
    const delta = field === 'content' ? text(piece) : thought(piece);
    const isFirstText = field === 'content' && parts[at - 1]?.field === 'reasoning_content';
    if (joinsThoughtAndText && isFirstText) deltas.push({ ...deltas.pop(), ...delta });
    else deltas.push(delta);
  }
  return deltas;
}

function callsOf({ toolCallWhole }: ChunkStyle, { toolCall }: Reply): object[] {
  if (!toolCall) return [];
  if (!toolCallWhole) return toolCallDeltas(toolCall);
  return [{ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: toolCall }] }];
}

/** Returns usage with OpenAI's details. */
export function detailedUsage({ usage, cachedTokens, parts }: Reply): object {
  const thoughts = parts.filter(({ field }) => field === 'reasoning_content').length;
  return {
    ...usage,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    completion_tokens_details: { reasoning_tokens: thoughts },
  };
}

export const plainUsage = ({ usage }: Reply): object => ({ ...usage });
