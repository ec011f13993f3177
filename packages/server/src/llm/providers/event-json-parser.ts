import { ProviderError } from './provider.ts';

/**
 * Maximum number of invalid JSON events in one reply. The first ends the answer, and later events are only read for
 * their usage; each costs an exception, so that a megabyte of them would block the event loop for a second.
 */
const unreadableMax = 100;

/**
 * Creates the parser of one reply's events: it returns an object, or undefined if the data is not JSON.
 * @throws ProviderError `provider_error` from the parser, after 100 events that are not JSON
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
