type Flight<T> = { result: Promise<T>; controller: AbortController; passengers: number };

/**
 * Equal work in flight is done once: who asks for the same key gets the same result. A caller that aborts leaves alone;
 * the last one out aborts the work. A result is shared by reference and must not be changed.
 */
export function createCoalescer<T>(): (
  key: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T> {
  const flights = new Map<string, Flight<T>>();

  function takeOff(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const result = work(controller.signal).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    // Everybody may have left before it fails.
    result.catch(() => {});
    const flight: Flight<T> = { result, controller, passengers: 0 };
    flights.set(key, flight);
    return flight;
  }

  return (key, signal, work) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const flight = flights.get(key) ?? takeOff(key, work);
      flight.passengers++;
      const leave = () => {
        reject(signal.reason);
        if (--flight.passengers > 0) return;
        if (flights.get(key) === flight) flights.delete(key);
        flight.controller.abort();
      };
      signal.addEventListener('abort', leave, { once: true });
      flight.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
}
