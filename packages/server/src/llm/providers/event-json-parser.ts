import { ProviderError } from './provider.ts';

/**
 * Events of one reply at most that are no JSON. The first ends the answer, and what follows is read for its usage alone;
 * each costs an exception, so that a megabyte of them would hold the event loop for a second.
 */
const unreadableMax = 100;

/**
 * Creates the parser of one reply's events: it returns an object, or undefined where the data is no JSON.
 * @throws ProviderError `provider_error` from the parser, after 100 events that are no JSON
 */
export function createEventJsonParser(): (data: string) => object | undefined {
  let unreadable = 0;
  return (data) => {
    try {
      return Object(JSON.parse(data));
    } catch {
      unreadable++;
      if (unreadable > unreadableMax) throw new ProviderError('provider_error');
      return undefined;
    }
  };
}
