import { invalidRequest, type LocalizedMessage } from '@citewell/core/errors.ts';
import { type HistoryItem, historyMaxBytes, historyRounds } from '@citewell/sdk';
import { normalizeText } from '../../http/body/normalize-text.ts';
import { describe, validationError } from '../../http/body/validate.ts';
import {
  type ChatMessage,
  type ContentPart,
  contentAllowed,
  messagesAllowed,
  partTypes,
} from './chat-completion-schema.ts';
import { splitContext } from './client-prompts.ts';
import { withoutReferences } from './reference-section.ts';

/** Text, image or file of a message, with the name of its field. */
export type Attached = { value: string; field: string; filename?: string | undefined };

/** Question with the earlier rounds and attachments. */
export type Conversation = {
  question: string;
  /** Field of the question. */
  field: string;
  /** Instructions to the model, which are not followed. */
  system: string;
  history: HistoryItem[];
  images: Attached[];
  files: Attached[];
  /** Passages of files that the client put around the question. */
  context: Attached[];
};

/** Names that a protocol uses in errors. */
export type FieldNames = {
  messages: string;
  allowed: LocalizedMessage;
  content(at: number): string;
  contentAllowed: LocalizedMessage;
  /** Field of a part with the data of a file. */
  fileData: string;
};

/** Names for POST /v1/chat/completions. */
const chatFields: FieldNames = {
  messages: 'messages',
  allowed: messagesAllowed,
  content: (at) => `messages[${at}].content`,
  contentAllowed,
  fileData: 'file.file_data',
};

/**
 * Reads the messages of a chat: the last one of the user is the question, the pairs before it are earlier rounds. Tool
 * results after it, and a reply begun by another model, are ignored; instructions count anywhere.
 * @throws {ServiceError} 400 `invalid_request` naming the field: if no message is the user's, or the last of them has
 * an unsupported part.
 */
export function readConversation(
  messages: readonly ChatMessage[],
  names: FieldNames = chatFields,
): Conversation {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const last = messages[at];
  if (!last) throw validationError(names.messages, names.allowed, noQuestion);
  const field = names.content(at);
  const unread = partsOf(last).find(({ type }) => !partTypes.includes(type));
  if (unread) throw validationError(field, names.contentAllowed, describeType(unread.type));
  const system = messages.filter(isInstruction).map(textOf).join('\n\n');
  const asked = splitContext(textOf(last));
  const instructed = splitContext(system);
  const contexts = [instructed.context, asked.context].filter((context) => context !== undefined);
  return {
    question: asked.text,
    field,
    system: instructed.context === undefined ? system : '',
    history: historyOf(messages.slice(0, at)),
    images: partsOf(last).flatMap((part, index) => imageOf(part, `${field}[${index}]`)),
    files: partsOf(last).flatMap((part, index) => fileOf(part, `${field}[${index}].${names.fileData}`)),
    context: contexts.map((value) => ({ value, field })),
  };
}

/** Returns the question of a chat, or the nearest thing to it, for detecting its language. */
export function questionOf(messages: readonly ChatMessage[]): string {
  const last = messages.findLast(({ role }) => role === 'user');
  return last ? splitContext(textOf(last)).text : '';
}

function isInstruction({ role }: ChatMessage): boolean {
  return role === 'system' || role === 'developer';
}

function partsOf({ content }: ChatMessage): ContentPart[] {
  return Array.isArray(content) ? content : [];
}

function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? [])
    .map(({ type, text }) => (type === 'text' ? (text ?? '') : ''))
    .filter(Boolean)
    .join('\n');
}

function imageOf({ type, image_url: image }: ContentPart, field: string): Attached[] {
  if (type !== 'image_url') return [];
  const url = typeof image === 'string' ? image : image?.url;
  if (url === undefined) throw missing(`${field}.image_url`, anImage);
  return [{ value: url, field: typeof image === 'string' ? `${field}.image_url` : `${field}.image_url.url` }];
}

function fileOf({ type, file }: ContentPart, field: string): Attached[] {
  if (type !== 'file') return [];
  if (!file?.file_data) throw missing(field, aFile);
  return [{ value: file.file_data, field, filename: file.filename ?? undefined }];
}

/**
 * Selects the last rounds that fit; an answer without its list of references, a question without an answer with an
 * empty one.
 */
function historyOf(messages: readonly ChatMessage[]): HistoryItem[] {
  const rounds: HistoryItem[] = [];
  let bytes = 0;
  let answer = '';
  for (const message of messages.toReversed()) {
    if (message.role === 'assistant') answer ||= withoutReferences(textOf(message));
    if (message.role !== 'user') continue;
    const { text } = splitContext(textOf(message));
    bytes += Buffer.byteLength(text) + Buffer.byteLength(answer);
    if (bytes > historyMaxBytes) break;
    rounds.unshift({ q: normalizeText(text.toWellFormed()), a: normalizeText(answer.toWellFormed()) });
    answer = '';
    if (rounds.length === historyRounds) break;
  }
  return rounds;
}

const anImage: LocalizedMessage = { en: 'a data: URL with an image', zh: '含图片的 data: URL' };
const aFile: LocalizedMessage = {
  en: 'a data: URL with the file (files are not stored here, so "file_id" names none)',
  zh: '含文件内容的 data: URL（本服务不保存文件，"file_id" 无效）',
};

function missing(field: string, allowed: LocalizedMessage) {
  return invalidRequest(
    {
      en: `"${field}" is required: ${allowed.en}.`,
      zh: `缺少必填字段 "${field}"：应为${allowed.zh}。`,
    },
    field,
  );
}

function describeType(type: string): LocalizedMessage {
  const { en, zh } = describe(type);
  return { en: `a part of the type ${en}`, zh: `类型为 ${zh} 的部分` };
}

const noQuestion: LocalizedMessage = { en: 'one without such a message', zh: '不含此类消息的数组' };
