import type { Outcome } from '../../accounting/settlement.ts';

export type ModelStep = {
  hold: number;
  source: 'open' | 'seen' | 'provider' | 'estimated';
  /** Tokens charged or observed; for an open step, as of the last checkpoint. */
  tokens: number;
  /** Tokens observed since, in the memory of the process. */
  unwritten: number;
  /** Written only with the settlement. */
  isRecorded?: true;
};

export type ModelCall = {
  day: number;
  hold: number;
  steps: ModelStep[];
  delivered: boolean;
  deliveredWritten: boolean;
  /** End of the call; undefined while it runs. */
  end: { outcome: Outcome; delivered: boolean; quotaGivenBack: boolean } | undefined;
  charged: number;
};

/**
 * Computes the expected ledger of one key from its whole history on every query, slowly but simply enough to be trusted. It
 * contains only the rules, without leases, transactions or a ledger.
 */
export class LedgerOracle {
  readonly calls: ModelCall[] = [];
  granted: number;
  enabled = true;
  day = 0;
  readonly dailyQuota: number;

  constructor(granted: number, dailyQuota: number) {
    this.granted = granted;
    this.dailyQuota = dailyQuota;
  }

  get charged(): number {
    return sum(this.calls.map(({ charged }) => charged));
  }

  get held(): number {
    return sum(this.calls.map(({ hold }) => hold));
  }

  get available(): number {
    return this.granted - this.charged - this.held;
  }

  admit(hold: number): string {
    const used = this.calls.filter((call) => call.day === this.day && !call.end?.quotaGivenBack).length;
    if (!this.enabled) return 'key_disabled';
    if (used >= this.dailyQuota) return `quota_exceeded:${used}/${this.dailyQuota}`;
    if (this.available < hold) return `insufficient_balance:${this.available}/${hold}`;
    this.calls.push({
      day: this.day,
      hold: hold,
      steps: [],
      delivered: false,
      deliveredWritten: false,
      end: undefined,
      charged: 0,
    });
    return 'ok';
  }

  openStep(call: ModelCall, hold: number): string {
    if (call.end) return 'internal_error';
    if (!this.enabled) return 'key_disabled';
    const used = sum(
      journalled(call).map((step) =>
        step.source === 'open' ? Math.max(step.hold, step.tokens) : step.tokens,
      ),
    );
    const reachable = this.available + call.hold - used;
    if (reachable < hold) return `insufficient_balance:${Math.max(0, reachable)}/${hold}`;
    call.hold = used + hold;
    call.steps.push({ hold, source: 'open', tokens: 0, unwritten: 0 });
    return 'ok';
  }

  record(call: ModelCall, tokens: number): void {
    if (!call.end) call.steps.push({ hold: 0, source: 'provider', tokens, unwritten: 0, isRecorded: true });
  }

  /** The live process writes its current figures. */
  checkpoint(): void {
    for (const call of this.calls.filter(({ end }) => !end)) {
      call.deliveredWritten = call.delivered;
      for (const step of call.steps) if (step.source === 'open') step.tokens = step.unwritten;
    }
  }

  finish(call: ModelCall, step: ModelStep, tokens: number, source: 'provider' | 'estimated'): void {
    const isLate = step.source === 'seen' && tokens > step.tokens;
    if (step.source !== 'open' && !isLate) return;
    step.source = source;
    step.tokens = tokens;
    if (isLate) this.#charge(call);
  }

  settle(call: ModelCall, outcome: Outcome, delivered: boolean): void {
    if (call.end) return;
    for (const step of call.steps) if (step.source === 'open') step.tokens = step.unwritten;
    this.#end(call, outcome, call.delivered || delivered);
  }

  /** The live process dies, and another one settles its calls. */
  crash(): void {
    for (const call of this.calls) {
      if (call.end) continue;
      call.steps = journalled(call);
      this.#end(call, 'interrupted', call.deliveredWritten);
    }
  }

  #end(call: ModelCall, outcome: Outcome, delivered: boolean): void {
    for (const step of call.steps) if (step.source === 'open') step.source = 'seen';
    const tokens = sum(call.steps.map((step) => step.tokens));
    call.end = { outcome, delivered, quotaGivenBack: tokens === 0 && faults.includes(outcome) };
    this.#charge(call);
  }

  #charge(call: ModelCall): void {
    call.hold = 0;
    const limit = this.available + call.charged;
    call.charged = Math.min(
      limit,
      sum(call.steps.filter((step) => isDue(call, step)).map((step) => step.tokens)),
    );
  }
}

function journalled({ steps }: ModelCall): ModelStep[] {
  return steps.filter(({ isRecorded }) => !isRecorded);
}

const faults: readonly Outcome[] = ['internal_error', 'upstream_error', 'interrupted', 'deadline'];

/** The outcome matrix, formulated a second time. */
function isDue({ end }: ModelCall, { source }: ModelStep): boolean {
  const broken = source === 'seen';
  switch (end?.outcome) {
    case 'client_disconnected':
      return true;
    case 'internal_error':
    case 'interrupted':
    case 'deadline':
      return end.delivered;
    default:
      return !broken;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
