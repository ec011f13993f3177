import type { ServiceError } from '@citewell/core/errors.ts';
import type { Language, Reference } from '@citewell/sdk';
import type { Usage } from '../../accounting/meter.ts';
import { dataFrame, type StreamForm } from '../../http/calls/sse.ts';
import { openAiError } from '../../http/schemas/error-shape.ts';
import type { ChatCompletion, ChatCompletionChunk, Delta } from './completion-schema.ts';
import type { ModelId } from './models.ts';
import { annotationsOf, citationsOf, referenceSection } from './reference-section.ts';

/** Values that a whole completion and its chunks share. */
export type CompletionHead = {
  /** The request id. */
  requestId: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  model: ModelId;
  language: Language;
};

/** Result of a pipeline, collected. */
export type Collected = {
  text: string;
  reasoning: string[];
  references: Reference[];
  /** Failure that ended a review early. */
  endedBy?: ServiceError | undefined;
};

const headOf = ({ requestId, startedAt, model }: CompletionHead) => ({
  id: `chatcmpl-${requestId}`,
  created: Math.floor(startedAt / 1_000),
  model,
});

function usageOf({ promptTokens, completionTokens }: Usage): ChatCompletion['usage'] {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** Creates the whole completion from a pipeline's result. */
export function makeCompletion(
  head: CompletionHead,
  { text, reasoning, references, endedBy }: Collected,
  used: Usage,
): ChatCompletion {
  const { id, created, model } = headOf(head);
  const message = {
    role: 'assistant' as const,
    content: text + referenceSection(references, head.language),
    refusal: null,
    reasoning_content: reasoning.join('\n'),
    annotations: annotationsOf(text, references),
  };
  const finish_reason = endedBy ? ('length' as const) : ('stop' as const);
  return {
    ...{ id, object: 'chat.completion', created, model },
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    ...{ usage: usageOf(used), citations: citationsOf(references), references },
  };
}

/**
 * Writes the events of a pipeline as chunks of a completion, ended by `[DONE]`. `used` counts the tokens of the call
 * once its work has ended; if undefined, no usage is sent.
 */
export function completionStream(head: CompletionHead, used: (() => Usage) | undefined): StreamForm {
  const { id, created, model } = headOf(head);
  let text = '';
  let references: readonly Reference[] = [];
  let failed = false;
  const chunk = (choices: ChatCompletionChunk['choices'], rest: Partial<ChatCompletionChunk> = {}) =>
    dataFrame({
      ...{ id, object: 'chat.completion.chunk', created, model, choices },
      ...(used && { usage: null }),
      ...rest,
    } satisfies ChatCompletionChunk);
  const delta = (delta: Delta) => chunk([{ index: 0, delta, finish_reason: null }]);
  const end = () =>
    chunk([{ index: 0, delta: {}, finish_reason: 'stop' }], {
      citations: citationsOf(references),
      references: [...references],
    }) + (used ? chunk([], { usage: usageOf(used()) }) : '');
  return {
    start: delta({ role: 'assistant', content: '' }),
    event(event, data) {
      if (event === 'thinking' && 'message' in data) return delta({ reasoning_content: `${data.message}\n` });
      if (event === 'answer_chunk' && 'text' in data) {
        text += data.text;
        return delta({ content: data.text });
      }
      if (event === 'references' && 'refs' in data) {
        references = data.refs;
        if (references.length === 0) return '';
        return delta({
          content: referenceSection(references, head.language),
          annotations: annotationsOf(text, references),
        });
      }
      return event === 'done' ? `${failed ? '' : end()}data: [DONE]\n\n` : '';
    },
    error(error, language) {
      failed = true;
      return dataFrame(openAiError(error, language));
    },
  };
}
