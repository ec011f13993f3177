import type { WriterPart } from '../engine.ts';

const open = '<think>';
const close = '</think>';

/**
 * Some servers send a model's reasoning inside the text, as <think>…</think> before the answer. This tells them apart
 * while the text streams, tags split over deltas included; past the first tag, or without one, it costs one comparison.
 */
export type ThinkTags = {
  push(text: string, emit: (type: WriterPart['type'], text: string) => void): void;
  /** Emits text still withheld when the stream ends. */
  end(emit: (type: WriterPart['type'], text: string) => void): void;
};

export function createThinkTags(): ThinkTags {
  let state: 'start' | 'thinking' | 'gap' | 'text' = 'start';
  let held = '';

  return {
    push(text, emit) {
      if (state === 'text') return emit('text', text);
      held += text;
      if (state === 'start') {
        const begin = held.trimStart();
        if (begin.startsWith(open)) {
          state = 'thinking';
          held = begin.slice(open.length);
        } else if (!open.startsWith(begin)) {
          state = 'text';
          emit('text', held);
          held = '';
          return;
        } else return;
      }
      if (state === 'thinking') {
        const at = held.indexOf(close);
        if (at === -1) {
          const keep = tailThatMayBegin(close, held);
          if (held.length > keep) emit('thinking', held.slice(0, held.length - keep));
          held = held.slice(held.length - keep);
          return;
        }
        if (at > 0) emit('thinking', held.slice(0, at));
        held = held.slice(at + close.length);
        state = 'gap';
      }
      // The blank lines between the reasoning and the answer belong to neither.
      held = held.trimStart();
      if (held === '') return;
      state = 'text';
      emit('text', held);
      held = '';
    },
    end(emit) {
      if (held !== '' && state !== 'gap') emit(state === 'thinking' ? 'thinking' : 'text', held);
      held = '';
    },
  };
}

/** Returns the number of characters at the end of `text` that could begin `tag`. */
function tailThatMayBegin(tag: string, text: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (tag.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
