import type { MeteredBody } from '../../http/calls/metered-route.ts';
import { askStreamMaxBytes } from '../answers/read-question.ts';
import type { Services } from '../services.ts';
import type { ChatMessage, ContentPart } from './chat-completion-schema.ts';
import { type ChatCall, languageOf, readAsked } from './read-chat-completion.ts';
import { type FieldNames, readConversation } from './read-conversation.ts';
import {
  type InputItem,
  type InputPart,
  inputAllowed,
  inputContentAllowed,
  type ResponsesRequest,
  responsesRequest,
} from './responses-request-schema.ts';

/** Parses the body of POST /v1/responses into the messages of a chat. */
export function responsesBody(services: Services): MeteredBody<typeof responsesRequest, ChatCall> {
  return {
    schema: responsesRequest,
    maxBytes: askStreamMaxBytes,
    language: (given) => languageOf({ ...given, messages: messagesOf(given) }),
    mode: () => 'responses',
    read(given) {
      const messages = messagesOf(given);
      return {
        model: given.model,
        asked: readAsked(given, readConversation(messages, fieldsOf(given)), services),
        language: languageOf({ ...given, messages }),
        stream: given.stream ?? false,
        includeUsage: true,
      };
    },
  };
}

/** Instructions come first, so that message positions equal item positions. */
function messagesOf({ input, instructions }: ResponsesRequest): ChatMessage[] {
  const messages: ChatMessage[] =
    typeof input === 'string' ? [{ role: 'user', content: input }] : input.map(messageOf);
  return [{ role: 'system', content: instructions ?? '' }, ...messages];
}

/** Tool calls and reasoning are items too, and are ignored. */
function messageOf({ type, role, content }: InputItem): ChatMessage {
  if (!role || (type && type !== 'message')) return { role: 'tool', content: '' };
  return { role, content: typeof content === 'string' ? content : (content ?? []).map(partOf) };
}

function partOf({ type, text, image_url, file_data, filename }: InputPart): ContentPart {
  switch (type) {
    case 'input_image':
      return { type: 'image_url', image_url: image_url ?? undefined };
    case 'input_file':
      return { type: 'file', file: { file_data, filename } };
    case 'input_text':
    case 'output_text':
      return { type: 'text', text };
    default:
      return { type, text };
  }
}

function fieldsOf({ input }: ResponsesRequest): FieldNames {
  return {
    messages: 'input',
    allowed: inputAllowed,
    content: (at) => (typeof input === 'string' ? 'input' : `input[${at - 1}].content`),
    contentAllowed: inputContentAllowed,
    fileData: 'file_data',
  };
}
