import type { CallContext } from './context.ts';
import { chunk } from './events.ts';

/** A writer's text on its way to the caller. */
export type OutgoingText = {
  /** Takes a piece of text and emits it; in a collected reply it waits for `release`. */
  write(text: string): undefined | Promise<void>;
  /** True once a piece has been emitted: what follows can only continue it. */
  readonly hasLeft: boolean;
  /** True while nothing but white space has been written. */
  readonly isBlank: boolean;
  /** Drops what waits: the writer broke off, and another one begins again. */
  discard(): void;
  /** Emits what waits, once the writer has come to its end. */
  release(): Promise<void>;
};

/**
 * Emits text at once, or holds it while a collected reply is written: nothing of a writer that broke off need be in a reply
 * of which nothing has been sent.
 */
export function createOutgoingText({
  emit,
  isCollected = false,
}: Pick<CallContext, 'emit' | 'isCollected'>): OutgoingText {
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
