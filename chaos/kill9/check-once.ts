import type { Violation } from '../violation.ts';
import { replyOf } from './caller.ts';
import type { ExpectedLedger, KnownCall } from './expected-ledger.ts';
import type { AccountRows } from './read-accounts.ts';

/**
 * Checks that of the calls with one idempotency key at most one is answered, that later calls get exactly that reply, and
 * that none runs concurrently with another. Calls that ended without an answer, or died, must not block the next.
 */
export function checkOnce({ calls }: ExpectedLedger, accounts: AccountRows): Violation[] {
  const outcomes = new Map(accounts.calls.map(({ id, outcome }) => [id, outcome]));
  const named = Map.groupBy(calls, ([, call]) => call.once);
  named.delete(undefined);
  return [...named.values()].flatMap((same) => {
    const runs = same
      .filter(([id]) => outcomes.has(id))
      .map(([id, call]) => lifeOf(id, call, outcomes.get(id)));
    return [
      ...runs.flatMap((run) => runs.flatMap((other) => (run === other ? [] : checkPair(run, other)))),
      ...same.flatMap(([id, call]) => checkReplay(id, call, runs)),
    ];
  });
}

/** Period in which a call certainly ran, and the time from which its reply, if any, was available to others. */
type Run = { id: string; askedAt: number; from: number; to: number; answered: boolean; keptAt: number };

function lifeOf(id: string, call: KnownCall, outcome: string | null | undefined): Run {
  const { askedAt, decidedAt = Number.POSITIVE_INFINITY, settlements } = call;
  // If another process ended it, the time is unknown here.
  const reaped = outcome === 'interrupted';
  const answered = !reaped && settlements.some(({ keeps }) => keeps);
  const keptAt = settlements.find(({ answer }) => answer)?.answeredAt ?? Number.POSITIVE_INFINITY;
  return { id, askedAt, from: decidedAt, to: reaped ? 0 : (settlements[0]?.askedAt ?? 0), answered, keptAt };
}

function checkPair(run: Run, other: Run): Violation[] {
  const wrong = (what: string): Violation[] => [{ kind: 'once', place: run.id, what: `${what} ${other.id}` }];
  if (run.answered && other.answered) return wrong('answered, and so is');
  if (other.answered && run.askedAt > other.keptAt) return wrong('ran after the answer to');
  return run.from < other.to && other.from < run.to ? wrong('ran at the same time as') : [];
}

function checkReplay(place: string, { replay }: KnownCall, runs: readonly Run[]): Violation[] {
  if (!replay) return [];
  const answered = runs.find(({ id }) => id === replay.callId)?.answered;
  return answered && replay.body === replyOf(replay.callId)
    ? []
    : [{ kind: 'once', place, what: `answered with a reply to ${replay.callId} that is not there` }];
}
