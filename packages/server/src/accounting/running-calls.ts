import type { Clock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import { describeError, type Log } from '../platform/log.ts';
import type { AdmittedCall } from './accounts.ts';
import type { StoredReply } from './idempotency/idempotency.ts';
import type { LedgerStore, SeenStep } from './ledger-store.ts';
import type { RecordedStep, Step, StepIntent, Usage } from './meter.ts';
import { rejectionError } from './rejection.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';
import type { Outcome, Settlement } from './settlement.ts';

/** Runs a task repeatedly until the returned function is called. */
export type Every = (intervalMs: number, task: () => Promise<void>) => () => void;

/** Repeats a task in real time without keeping the process alive. */
export const everyUnref: Every = (intervalMs, task) => {
  const timer = setInterval(() => void task(), intervalMs);
  timer.unref();
  return () => clearInterval(timer);
};

export const checkpointIntervalMs = 500;
/** Interval of renewals, a sixth of the lease: several may fail before a running call is considered dead. */
export const renewIntervalMs = 5_000;
export const reapIntervalMs = 5_000;
const reapLimit = 100;
/**
 * Pause after the ledger was unreachable, in which other processes can renew their leases first: a live process must not be
 * considered dead.
 */
const reapAgainAfterMs = 2 * reapIntervalMs;

/**
 * Time for which a running call waits for an unreachable ledger, including its settlement; shorter than its lease.
 */
const openWithinMs = 10_000;
const settleWithinMs = 20_000;
/** Time within which an admission whose reply was lost is revoked. */
const disownWithinMs = 60_000;

/** Maximum number of tokens of a model request; figures of a provider above it or below 0 are errors of the provider. */
const tokensMax = 10_000_000;

type RunningCall = {
  lastSeq: number;
  /** Tokens of the finished steps. */
  finished: Usage;
  /** Finished steps that the settlement will write. */
  recorded: (RecordedStep & { seq: number })[];
  deliveredAt: number | undefined;
  deliveredWritten: boolean;
  /** Unfinished steps by number; `written` if the checkpoint has the newest figures. */
  open: Map<number, { seen: Usage; written: boolean }>;
};

export type RunningCallsOptions = {
  store: LedgerStore;
  clock: Clock;
  log: Log;
  /** Identifies this process among those sharing the store. */
  owner: string;
  every: Every;
};

/**
 * Calls that this process runs: keeps the usage of each step in memory, writes it in one statement every half second, renews the
 * leases, and settles calls of dead processes.
 */
export class RunningCalls {
  readonly #options: RunningCallsOptions;
  readonly #calls = new Map<string, RunningCall>();
  readonly #stops: (() => void)[];
  #renewedAt = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  readonly #closing = new AbortController();
  #busy: Promise<void> | undefined;

  constructor(options: RunningCallsOptions) {
    this.#options = options;
    this.#stops = [
      options.every(checkpointIntervalMs, () => this.checkpoint()),
      options.every(reapIntervalMs, () => this.reap()),
    ];
    void this.reap();
  }

  /** Starts tracking a call that was just admitted. */
  begin(id: string, quota: AdmittedCall['quota']): AdmittedCall {
    const call: RunningCall = {
      lastSeq: 0,
      finished: { promptTokens: 0, completionTokens: 0 },
      recorded: [],
      deliveredAt: undefined,
      deliveredWritten: false,
      open: new Map(),
    };
    this.#calls.set(id, call);
    return {
      id,
      quota,
      meter: { openStep: (intent) => this.#openStep(id, call, intent) },
      record: (step) => {
        call.lastSeq += 1;
        const usage = this.#usage(step.usage);
        call.recorded.push({ ...step, usage, seq: call.lastSeq });
        call.finished = plus(call.finished, usage);
      },
      used: () => [...call.open.values()].reduce((sum, { seen }) => plus(sum, seen), call.finished),
      markDelivered: () => {
        call.deliveredAt ??= this.#options.clock.now();
      },
      settle: (outcome, delivered, reply) => this.#settle(id, call, outcome, delivered, reply),
    };
  }

  /** Writes all changes since the last checkpoint. Failures are logged; the next checkpoint includes the same figures. */
  async checkpoint(): Promise<void> {
    if (this.#busy || this.#calls.size === 0) return;
    this.#busy = this.#writeCheckpoint();
    try {
      await this.#busy;
    } catch (error) {
      this.#failedAt = this.#options.clock.now();
      this.#options.log('warn', 'checkpoint_failed', describeError(error));
    } finally {
      this.#busy = undefined;
    }
  }

  /** Settles calls whose process stopped renewing their lease. */
  async reap(): Promise<void> {
    if (this.#options.clock.now() - this.#failedAt < reapAgainAfterMs) return;
    try {
      const count = await this.#options.store.settleExpired(reapLimit);
      if (count > 0) this.#options.log('warn', 'expired_calls_settled', { count });
    } catch (error) {
      this.#failedAt = this.#options.clock.now();
      this.#options.log('warn', 'reaper_failed', describeError(error));
    }
  }

  /**
   * Revokes an admission that may or may not have been written, because the database became unreachable meanwhile: its hold is
   * released as soon as the database is reachable again, not only when the lease expires. Returns at once.
   */
  disown(callId: string): void {
    const { store } = this.#options;
    const request = { callId, outcome: 'internal_error', deliveredAt: undefined } as const;
    // Most were not written, so there is no such call. If this fails, the reaper settles the call.
    const settle = () => store.settle({ ...request, seen: [] });
    void retryWhileUnavailable(settle, disownWithinMs, this.#closing.signal).catch(() => {});
  }

  /** Stops the timers and writes the last figures. Calls still running are settled by the next process that reaps. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#closing.abort();
    await this.#busy?.catch(() => {});
    await this.checkpoint();
  }

  async #openStep(callId: string, call: RunningCall, intent: StepIntent): Promise<Step> {
    call.lastSeq += 1;
    const seq = call.lastSeq;
    const { store } = this.#options;
    let hold = this.#tokens(intent.hold);
    const open = () =>
      retryWhileUnavailable(() => store.openStep({ callId, seq }, { ...intent, hold }), openWithinMs);
    let rejection = await open();
    if (rejection?.code === 'insufficient_balance' && intent.minimumHold !== undefined) {
      const available = rejection.left - rejection.held;
      if (available >= intent.minimumHold) {
        hold = available;
        rejection = await open();
      }
    }
    if (rejection?.code === 'not_running') throw new ServiceError('internal_error');
    if (rejection) throw rejectionError(rejection);
    const step = { seen: { promptTokens: 0, completionTokens: 0 }, written: true };
    call.open.set(seq, step);
    return {
      hold,
      progress: (seen) => {
        step.seen = this.#usage(seen);
        step.written = false;
      },
      finish: async (usage, source) => {
        const total = this.#usage(usage);
        const { cachedTokens } = usage;
        // Cached tokens are part of the prompt, whatever a provider reports.
        const cached = cachedTokens !== undefined && {
          cachedTokens: Math.min(this.#tokens(cachedTokens), total.promptTokens),
        };
        const stepUsage = { ...total, ...cached };
        await retryWhileUnavailable(
          () => store.finishStep({ callId, seq }, stepUsage, source),
          settleWithinMs,
        );
        call.open.delete(seq);
        call.finished = plus(call.finished, total);
      },
    };
  }

  async #settle(
    callId: string,
    call: RunningCall,
    outcome: Outcome,
    delivered: boolean,
    reply: StoredReply | undefined,
  ): Promise<Settlement> {
    const { store, clock } = this.#options;
    const deliveredAt = call.deliveredAt ?? (delivered ? clock.now() : undefined);
    // The lease is no longer renewed even if this fails; the reaper then settles the call.
    this.#calls.delete(callId);
    const seen = seenSteps(callId, call);
    const { recorded } = call;
    return retryWhileUnavailable(
      () => store.settle({ callId, outcome, deliveredAt, seen, recorded, reply }),
      settleWithinMs,
    );
  }

  async #writeCheckpoint(): Promise<void> {
    const { store, clock, owner } = this.#options;
    const now = clock.now();
    const renewing = now - this.#renewedAt >= renewIntervalMs;
    const calls = [...this.#calls];
    const steps = calls.flatMap(([id, call]) => seenSteps(id, call, (step) => !step.written));
    const delivered = calls.flatMap(([callId, { deliveredAt: at, deliveredWritten }]) =>
      at !== undefined && !deliveredWritten ? [{ callId, at }] : [],
    );
    const renew = renewing ? calls.map(([id]) => id) : [];
    if (steps.length + delivered.length + renew.length === 0) return;
    await store.checkpoint({ owner, steps, delivered, renew });
    if (renewing) this.#renewedAt = now;
    for (const { callId, seq, seen } of steps) {
      const step = this.#calls.get(callId)?.open.get(seq);
      if (step?.seen === seen) step.written = true;
    }
    for (const { callId } of delivered) {
      const call = this.#calls.get(callId);
      if (call) call.deliveredWritten = true;
    }
  }

  #usage({ promptTokens, completionTokens }: Usage): Usage {
    return { promptTokens: this.#tokens(promptTokens), completionTokens: this.#tokens(completionTokens) };
  }

  /** Converts a count of tokens to a whole number from 0 to the maximum of a request. */
  #tokens(count: number): number {
    const sound = Number.isFinite(count) ? Math.min(Math.max(0, Math.ceil(count)), tokensMax) : 0;
    if (sound !== count) this.#options.log('warn', 'token_count_corrected', { tokens: sound });
    return sound;
  }
}

function plus(one: Usage, other: Usage): Usage {
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
  };
}

function seenSteps(
  callId: string,
  call: RunningCall,
  wanted: (step: { seen: Usage; written: boolean }) => boolean = () => true,
): SeenStep[] {
  return [...call.open].filter(([, step]) => wanted(step)).map(([seq, { seen }]) => ({ callId, seq, seen }));
}
