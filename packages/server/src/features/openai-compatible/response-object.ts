import type { ServiceError } from '@citewell/core/errors.ts';
import type { Language, Reference } from '@citewell/sdk';
import type { Usage } from '../../accounting/meter.ts';
import { namedFrame, type StreamForm } from '../../http/calls/sse.ts';
import type { Collected, CompletionHead } from './completion.ts';
import { annotationsOf, citationsOf, referenceSection } from './reference-section.ts';
import type {
  MessageItem,
  OutputText,
  ReasoningItem,
  ResponseEventName,
  ResponseObject,
} from './responses-schema.ts';

/** Creates the whole reply from a pipeline's result. */
export function makeResponse(
  head: CompletionHead,
  { text, reasoning, references, endedBy }: Collected,
  used: Usage,
): ResponseObject {
  const status = endedBy ? 'incomplete' : 'completed';
  const items = itemsOf(head);
  return {
    ...emptyResponse(head, status),
    output: [
      ...(reasoning.length > 0 ? [items.reasoning(reasoning)] : []),
      items.message(status, [outputText(text, references, head.language)]),
    ],
    ...(endedBy && { incomplete_details: { reason: 'max_output_tokens' as const } }),
    usage: usageOf(used),
    citations: citationsOf(references),
    references,
  };
}

/**
 * Writes the events of a pipeline as those of a streamed response. Progress becomes the summary of a reasoning item,
 * which ends with the first word of the text; `used` counts the tokens of the call once its work has ended.
 */
export function responseStream(head: CompletionHead, used: () => Usage): StreamForm {
  const items = itemsOf(head);
  const reasoning: string[] = [];
  let text = '';
  let references: readonly Reference[] = [];
  let failure: ServiceError | undefined;
  let messageAt: number | undefined;
  let sequence = 0;
  const event = (type: ResponseEventName, data: object) =>
    namedFrame(type, { type, sequence_number: sequence++, ...data });
  const state = (type: 'response.created' | 'response.in_progress') =>
    event(type, { response: emptyResponse(head, 'in_progress') });

  const inReasoning = { item_id: items.reasoning([]).id, output_index: 0, summary_index: 0 };
  const openReasoning = () =>
    event('response.output_item.added', { output_index: 0, item: items.reasoning([]) }) +
    event('response.reasoning_summary_part.added', { ...inReasoning, part: summaryText('') });
  const closeReasoning = () => {
    const summary = reasoning.join('\n');
    return (
      event('response.reasoning_summary_text.done', { ...inReasoning, text: summary }) +
      event('response.reasoning_summary_part.done', { ...inReasoning, part: summaryText(summary) }) +
      event('response.output_item.done', { output_index: 0, item: items.reasoning(reasoning) })
    );
  };
  const think = (message: string) => {
    if (messageAt !== undefined) return '';
    const opened = reasoning.length === 0 ? openReasoning() : '';
    const delta = reasoning.length === 0 ? message : `\n${message}`;
    reasoning.push(message);
    return opened + event('response.reasoning_summary_text.delta', { ...inReasoning, delta });
  };

  const inMessage = () => ({
    item_id: items.message('in_progress', []).id,
    output_index: messageAt,
    content_index: 0,
  });
  const openMessage = () => {
    if (messageAt !== undefined) return '';
    const closed = reasoning.length > 0 ? closeReasoning() : '';
    messageAt = reasoning.length > 0 ? 1 : 0;
    return (
      closed +
      event('response.output_item.added', {
        ...{ output_index: messageAt, item: items.message('in_progress', []) },
      }) +
      event('response.content_part.added', { ...inMessage(), part: outputText('', [], head.language) })
    );
  };
  const write = (delta: string) =>
    delta === ''
      ? ''
      : openMessage() + event('response.output_text.delta', { ...inMessage(), delta, logprobs: [] });

  const end = () => {
    const opened = openMessage();
    const part = outputText(text, references, head.language);
    const output = [
      ...(reasoning.length > 0 ? [items.reasoning(reasoning)] : []),
      items.message('completed', [part]),
    ];
    return (
      opened +
      part.annotations
        .map((annotation, annotation_index) =>
          event('response.output_text.annotation.added', { ...inMessage(), annotation_index, annotation }),
        )
        .join('') +
      event('response.output_text.done', { ...inMessage(), text: part.text, logprobs: [] }) +
      event('response.content_part.done', { ...inMessage(), part }) +
      event('response.output_item.done', { output_index: messageAt, item: output.at(-1) }) +
      event('response.completed', {
        response: {
          ...emptyResponse(head, 'completed'),
          ...{
            output,
            usage: usageOf(used()),
            citations: citationsOf(references),
            references: [...references],
          },
        } satisfies ResponseObject,
      })
    );
  };

  return {
    start: state('response.created') + state('response.in_progress'),
    event(name, data) {
      if (name === 'thinking' && 'message' in data) return think(data.message);
      if (name === 'answer_chunk' && 'text' in data) {
        text += data.text;
        return write(data.text);
      }
      if (name === 'references' && 'refs' in data) {
        references = data.refs;
        return write(referenceSection(references, head.language));
      }
      return name === 'done' && !failure ? end() : '';
    },
    error(error, language) {
      failure = error;
      const { error: message, code } = error.body(language);
      const failed = { ...emptyResponse(head, 'failed'), error: { code, message } };
      return event('response.failed', { response: failed });
    },
  };
}

const summaryText = (text: string) => ({ type: 'summary_text' as const, text });

function itemsOf({ requestId }: CompletionHead) {
  return {
    reasoning: (messages: readonly string[]): ReasoningItem => ({
      ...{ type: 'reasoning', id: `rs_${requestId}` },
      summary: messages.length > 0 ? [summaryText(messages.join('\n'))] : [],
    }),
    message: (status: MessageItem['status'], content: OutputText[]): MessageItem => ({
      ...{ type: 'message', id: `msg_${requestId}`, role: 'assistant', status, content },
    }),
  };
}

function outputText(text: string, references: readonly Reference[], language: Language): OutputText {
  const annotations = annotationsOf(text, references).map(({ type, url_citation }) => ({
    ...{ type, ...url_citation },
  }));
  return {
    ...{
      type: 'output_text',
      text: text + referenceSection(references, language),
      annotations,
      logprobs: [],
    },
  };
}

function usageOf({ promptTokens, completionTokens }: Usage): ResponseObject['usage'] {
  return {
    ...{ input_tokens: promptTokens, input_tokens_details: { cached_tokens: 0 } },
    ...{ output_tokens: completionTokens, output_tokens_details: { reasoning_tokens: 0 } },
    total_tokens: promptTokens + completionTokens,
  };
}

function emptyResponse(
  { requestId, startedAt, model }: CompletionHead,
  status: ResponseObject['status'],
): ResponseObject {
  return {
    ...{ id: `resp_${requestId}`, object: 'response', created_at: Math.floor(startedAt / 1_000) },
    ...{ model, status, error: null, incomplete_details: null, output: [], usage: null },
    ...{
      instructions: null,
      metadata: {},
      parallel_tool_calls: false,
      previous_response_id: null,
      store: false,
    },
    ...{ temperature: null, top_p: null, text: { format: { type: 'text' } }, tool_choice: 'none', tools: [] },
  };
}
