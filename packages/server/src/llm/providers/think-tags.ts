import type { WriterPart } from '../model.ts';
import type { ProviderPart } from './provider.ts';

/** Marks of reasoning inside the text: Qwen, DeepSeek and most others; Gemma; Granite and others; Seed; Magistral. */
const tags = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['[THINK]', '[/THINK]'],
] as const;
const closings = tags.map(([, close]) => close);
const every = tags.flat();

type Emit = (type: WriterPart['type'], text: string) => void;

/**
 * Separates reasoning that some servers send inside the text as <think>…</think>, usually before the answer, while the
 * text streams, even if tags are split across deltas. Templates that begin the reply with the tag leave only its end in
 * the text: then `reread` reclassifies everything before it as reasoning, and later replies of the model are treated as
 * reasoning from their first word.
 */
export type ThinkTags = {
  push(text: string, emit: Emit): void;
  /** Emits text still withheld when the stream ends; `isComplete` if the model itself ended it. */
  end(emit: Emit, isComplete: boolean): void;
  /** Records that the server separates reasoning itself. */
  noteSeparated(): void;
};

export type ThinkTagsOptions = {
  /** Indicates that the model's replies are known to begin within its reasoning. */
  opensInThought: boolean;
  /** Handler called when a reply is found to have begun within its reasoning. */
  onThoughtEnd(): void;
  reread(as: Extract<ProviderPart, { type: 'reread' }>['as']): void;
};

export function createThinkTags({ opensInThought, onThoughtEnd, reread }: ThinkTagsOptions): ThinkTags {
  /** Marks that end the current reasoning; undefined while reading text. */
  let closing: readonly string[] | undefined = opensInThought ? closings : undefined;
  /** Set while text counts as reasoning only because of earlier replies. */
  let presumed = opensInThought;
  /** Set until there is text. */
  let atStart = true;
  /** Set once reasoning has been marked in this reply. */
  let marked = false;
  let held = '';

  function emitText(text: string, emit: Emit): void {
    // The blank lines around the reasoning before an answer belong to neither.
    const shown = atStart && marked ? text.trimStart() : text;
    if (shown === '') return;
    atStart = false;
    emit('text', shown);
  }

  return {
    push(text, emit) {
      held += text;
      while (held !== '') {
        const wanted = closing ?? every;
        const found = firstOf(wanted, held);
        // White space before a first tag belongs to neither, if there is one.
        const isBlank = atStart && !closing && held.trimStart() === '';
        if (!found) {
          const keep = isBlank ? held.length : tailThatMayBegin(wanted, held);
          const ready = held.slice(0, held.length - keep);
          const isOnlySpace = atStart && !closing && ready.trimStart() === '';
          if (ready === '' || isOnlySpace) return;
          held = held.slice(ready.length);
          if (closing) emit('thinking', ready);
          else emitText(ready, emit);
          return;
        }
        const before = held.slice(0, found.at);
        held = held.slice(found.at + found.tag.length);
        if (closing) {
          if (before !== '') emit('thinking', before);
          closing = undefined;
          presumed = false;
          if (opensInThought && !marked) onThoughtEnd();
          marked = true;
          continue;
        }
        const opened = tags.find(([open]) => open === found.tag);
        if (opened) {
          if (before.trim() !== '' || !atStart) emitText(before, emit);
          closing = [opened[1]];
          marked = true;
          continue;
        }
        // An end mark without a start.
        if (before !== '') emit('text', before);
        reread('thinking');
        onThoughtEnd();
        marked = true;
        atStart = true;
      }
    },
    end(emit, isComplete) {
      if (!closing) emitText(held, emit);
      else if (held !== '') emit('thinking', held);
      // A model that reasons only occasionally; a reply that was cut off may still have been reasoning.
      if (presumed && isComplete) reread('text');
      held = '';
    },
    noteSeparated() {
      if (!presumed) return;
      presumed = false;
      closing = undefined;
    },
  };
}

/** Returns the first of these tags in a text. */
function firstOf(wanted: readonly string[], text: string): { at: number; tag: string } | undefined {
  if (lastBracket(text) === -1) return undefined;
  let first: { at: number; tag: string } | undefined;
  for (const tag of wanted) {
    const at = text.indexOf(tag);
    if (at !== -1 && (!first || at < first.at)) first = { at, tag };
  }
  return first;
}

/** Returns the number of characters at the end of `text` that could begin one of these tags. */
function tailThatMayBegin(wanted: readonly string[], text: string): number {
  const at = lastBracket(text);
  if (at === -1) return 0;
  const tail = text.slice(at);
  return wanted.some((tag) => tag.startsWith(tail)) ? tail.length : 0;
}

/** Returns the position of the last character that begins a tag and is in no complete one. */
function lastBracket(text: string): number {
  return Math.max(text.lastIndexOf('<'), text.lastIndexOf('['));
}
