import { fileContentMaxBytes } from '@citewell/sdk';
import { isClientTask as isTask } from '../answers/scope/client-tasks.ts';

/** Characters of a message, and of the instructions before it, that reveal its kind: half from each end. */
const messageReadMax = 40_000;
const systemReadMax = 4_000;
/** Characters of a message within which such an instruction occurs. */
const instructionMax = 300;

const asksFor = String.raw`\b(?:summari[sz]e|generate|create|provide|write|give|come up with)\b[^.\n]{0,200}`;
const aName = String.raw`\b(?:titles?|tags?)\b`;
/** References to the current dialogue: papers are about conversations and sessions as well. */
const theDialogue = String.raw`\b(?:this|the|our|following|above|given|whole|entire|current|previous) (?:chat |user-assistant )?(?:conversation|chat|dialogue|session)\b`;

/** Instructions to name a dialogue that some clients send as a system message, with the dialogue as the user's. */
const namesDialogue = new RegExp(
  `${asksFor}${aName}[^.\\n]{0,200}${theDialogue}|${asksFor}${theDialogue}[^.\\n]{0,200}${aName}|(?:会话|对话|聊天)[^。\\n]{0,80}(?:标题|标签)`,
  'i',
);

/**
 * Returns true if a client sent this automatically, to name or tag a dialogue, propose questions or complete a line.
 */
export function isClientTask(text: string, system: string): boolean {
  return (
    isTask(ends(text, messageReadMax)) ||
    namesDialogue.test(text.slice(0, instructionMax)) ||
    namesDialogue.test(ends(system, systemReadMax))
  );
}

function ends(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max / 2)}\n${text.slice(-max / 2)}`;
}

const contextStart = '<context>';
const contextEnd = '</context>';

/** Message, and what the client added from the user's files. */
export type WithContext = { text: string; context: string | undefined };

/**
 * Extracts the file passages that a client put into a message as `<context>…</context>`, with its instructions before
 * them. A message without such an element is returned unchanged.
 * @example splitContext('### Task:\nUse it.\n<context>\nA trial.\n</context>\nWhat was found?').text // 'What was
 * found?'
 */
export function splitContext(message: string): WithContext {
  const start = message.indexOf(contextStart);
  const end = message.lastIndexOf(contextEnd);
  if (start < 0 || end < start || message.includes('<chat_history>'))
    return { text: message, context: undefined };
  const before = message.slice(0, start);
  const after = message.slice(end + contextEnd.length);
  const asked = withoutQueryTags(/^\s{0,20}#{1,6} {0,5}Task/i.test(before) ? after : `${before}\n${after}`);
  const context = withoutSourceTags(message.slice(start + contextStart.length, end)).trim();
  return { text: asked.trim(), context: context || undefined };
}

/** A longer context stays in the message, which is then rejected. */
function withoutSourceTags(context: string): string {
  if (context.length > fileContentMaxBytes) return context;
  return context.replace(/<\/?(?:source|source_id|source_context)\b[^<>]{0,300}>/g, '\n');
}

/** Some templates repeat the question in `<user_query>`, which is used if there is no other text. */
function withoutQueryTags(text: string): string {
  const [, query] = /<user_query>([^<]{0,20000})<\/user_query>/.exec(text) ?? [];
  if (query === undefined) return text;
  const rest = text.replace(/<user_query>[^<]{0,20000}<\/user_query>/, '');
  return rest.trim() === '' ? query : rest;
}
