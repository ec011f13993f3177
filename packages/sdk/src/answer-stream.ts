import { ConnectionError, StreamError } from './errors.ts';
import type { AnswerEvent, AskResponse } from './protocol.ts';
import { addSupplement, type Supplements } from './supplements.ts';

/** A complete streamed answer; for a review, with the requested supplements. */
export type StreamedAnswer = AskResponse & Supplements;

/** An opened stream: its events, and the request id received with them. */
export type OpenedStream = { events: AsyncIterable<AnswerEvent>; requestId: string | undefined };

/**
 * A streamed answer. Iterate it once for its events, call `final()` for the complete answer, or do both: `final()` folds the
 * same events that are iterated. Nothing is sent before iteration starts or `final()` is called. Leaving the iteration ends
 * the request.
 */
export class AnswerStream implements AsyncIterable<AnswerEvent> {
  #open: (() => Promise<OpenedStream>) | undefined;
  #resolve: (answer: StreamedAnswer) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  readonly #final = new Promise<StreamedAnswer>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });

  /** `open` sends the request; it must be closed when its events end, even early. */
  constructor(open: () => Promise<OpenedStream>) {
    this.#open = open;
    // A caller that only iterates gets the failure there; it must not also become an unhandled rejection.
    this.#final.catch(() => {});
  }

  /**
   * Yields the events as they arrive; an `error` event is yielded like the others and thrown by `final()` only.
   * @throws {Error} if the stream was iterated before.
   * @throws {CitewellError} if the request is rejected or the connection breaks before `done`.
   * @example
   * for await (const { event, data } of stream) if (event === 'answer_chunk') console.log(data.text);
   */
  [Symbol.asyncIterator](): AsyncGenerator<AnswerEvent, void> {
    const open = this.#open;
    if (!open) throw new Error('An answer stream can be iterated once.');
    this.#open = undefined;
    return this.#iterate(open);
  }

  /**
   * Returns the whole answer, folded from the events.
   * @throws {StreamError} if the stream reported an error.
   * @throws {CitewellError} if the request is rejected or the connection breaks before `done`.
   * @example
   * const { answer, references } = await citewell.askStream({ question }).final();
   */
  async final(): Promise<StreamedAnswer> {
    if (this.#open) for await (const _ of this);
    return this.#final;
  }

  async *#iterate(open: () => Promise<OpenedStream>): AsyncGenerator<AnswerEvent, void> {
    const answer: StreamedAnswer = { answer: '', references: [] };
    let failure: StreamError | undefined;
    let requestId: string | undefined;
    try {
      const stream = await open();
      requestId = stream.requestId;
      for await (const item of stream.events) {
        const { event, data } = item;
        if (event === 'answer_chunk') answer.answer += data.text;
        else if (event === 'references') answer.references = data.refs;
        else if (event === 'error') failure = new StreamError(data.message, { requestId });
        else if (event === 'done') {
          if (failure) this.#reject(failure);
          else this.#resolve(answer);
        } else addSupplement(answer, item);
        yield item;
        if (event === 'done') return;
      }
      throw new ConnectionError('The stream broke off before its end.', { requestId });
    } catch (error) {
      this.#reject(failure ?? error);
      throw error;
    } finally {
      // The promise is unsettled here only if the caller stopped iterating; rejecting a settled one has no effect.
      this.#reject(failure ?? new ConnectionError('The stream was left before its end.', { requestId }));
    }
  }
}
