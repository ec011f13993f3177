import type { PipelineContext } from './context.ts';
import { chunk } from './events.ts';

/** A writer's text before it is sent to the caller. */
export type OutgoingText = {
  /** Emits a piece of text; in a collected reply, buffers it until `release`. */
  write(text: string): undefined | Promise<void>;
  /** Set once a piece has been emitted, so that it can only be continued, not replaced. */
  readonly hasLeft: boolean;
  /** Set while nothing but white space has been written. */
  readonly isBlank: boolean;
  /** Discards the buffered text, because the writer failed and another one starts again. */
  discard(): void;
  /** Emits the buffered text, once the writer has finished. */
  release(): Promise<void>;
};

/**
 * Creates an outgoing text, which emits pieces at once, or buffers them while a collected reply is written: as nothing of such a
 * reply has been sent, the text of a failed writer can be dropped from it.
 */
export function createOutgoingText({
  emit,
  isCollected = false,
}: Pick<PipelineContext, 'emit' | 'isCollected'>): OutgoingText {
  const waiting: string[] = [];
  let hasLeft = false;
  let isBlank = true;
  return {
    write(text) {
      if (text === '') return undefined;
      if (text.trim() !== '') isBlank = false;
      if (isCollected) {
        waiting.push(text);
        return undefined;
      }
      hasLeft = true;
      return emit(chunk(text)) ?? undefined;
    },
    get hasLeft() {
      return hasLeft;
    },
    get isBlank() {
      return isBlank;
    },
    discard() {
      waiting.length = 0;
      isBlank = !hasLeft;
    },
    async release() {
      const text = waiting.splice(0).join('');
      if (text !== '') await emit(chunk(text));
    },
  };
}
