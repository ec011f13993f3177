import type { Delivery } from './delivery.ts';
import { seededRandom } from './random.ts';
import type { Reply } from './replies.ts';

/** Request as a service sees it. */
export type SimulatedRequest = {
  method: string;
  /** Last part of the path without extension: "esearch", "search". */
  endpoint: string;
  /** Parameters of query and form body; the last of a name wins. */
  params: Record<string, string>;
  /** Address of the caller. */
  address: string;
  /** Characters of the request target, as sent. */
  targetLength: number;
  /** Time of arrival, in milliseconds of the simulator's clock. */
  at: number;
};

type FaultContext = {
  request: SimulatedRequest;
  /** Returns the reply without the fault. */
  honest: () => Reply;
  random: () => number;
  options: FaultOptions;
};

export type Fault = {
  description: string;
  /** Endpoints with this fault; all if absent. */
  endpoints?: readonly string[];
  /** Indicates that it affects new connections, whatever is requested; control requests are let through. */
  onConnect?: boolean;
  apply(context: FaultContext): Reply | Delivery | { reply: Reply; delivery: Delivery };
};

export type FaultTable = Readonly<Record<string, Fault>>;

export type FaultOptions = {
  /** Share of requests affected, 0 to 1; default 1. */
  rate?: number | undefined;
  /** Maximum number of requests affected; all by default. */
  times?: number | undefined;
  /** Seed of the selection and of random parts of the reply; default 1. */
  seed?: number | undefined;
  /** Endpoint to which the fault is restricted ("efetch"); by default every endpoint that has the fault. */
  endpoint?: string | undefined;
  /** Milliseconds before the reply, with `slow`; default 2000. */
  delayMs?: number | undefined;
  /** Number of bytes that arrive, with `cut` and `truncated`; by default a seeded offset inside the body. */
  atByte?: number | undefined;
};

/** Thrown for a mode that a simulator does not have. */
export class UnknownFaultError extends Error {
  override readonly name = 'UnknownFaultError';
}

type Rule = { mode: string; fault: Fault; options: FaultOptions; left: number; random: () => number };

/** Active faults. The first that fires determines the reply; the seed alone decides which requests are affected. */
export class FaultSwitch {
  readonly #table: FaultTable;
  #rules: Rule[] = [];

  constructor(table: FaultTable) {
    this.#table = table;
  }

  /**
   * Switches a mode on, replacing the same mode for the same endpoint.
   *
   * @throws UnknownFaultError for an unknown mode.
   */
  set(mode: string, options: FaultOptions = {}): void {
    const fault = Object.hasOwn(this.#table, mode) ? this.#table[mode] : undefined;
    if (!fault) {
      throw new UnknownFaultError(`no fault "${mode}"; there are: ${Object.keys(this.#table).join(', ')}`);
    }
    this.#rules = this.#rules.filter(
      (rule) => rule.mode !== mode || rule.options.endpoint !== options.endpoint,
    );
    this.#rules.push({
      mode,
      fault,
      options,
      left: options.times ?? Number.POSITIVE_INFINITY,
      random: seededRandom(options.seed ?? 1),
    });
  }

  clear(): void {
    this.#rules = [];
  }

  /** Indicates that any of them affects connections rather than requests. */
  get meetsConnections(): boolean {
    return this.#rules.some(({ fault }) => fault.onConnect);
  }

  /** Returns the rule that affects this request (undefined for a new connection), or nothing. */
  next(endpoint: string | undefined): Rule | undefined {
    return this.#rules.find((rule) => {
      if (rule.left <= 0) return false;
      if ((rule.fault.onConnect ?? false) !== (endpoint === undefined)) return false;
      if (endpoint !== undefined) {
        if (rule.options.endpoint !== undefined && rule.options.endpoint !== endpoint) return false;
        if (rule.fault.endpoints && !rule.fault.endpoints.includes(endpoint)) return false;
      }
      const hit = rule.random() < (rule.options.rate ?? 1);
      if (hit) rule.left -= 1;
      return hit;
    });
  }
}

/** Network faults, the same for every service. */
export const wireFaults = {
  'reset-on-connect': {
    description: 'a new connection is reset at its first byte',
    onConnect: true,
    apply: () => ({ kind: 'reset' }),
  },
  reset: {
    description: 'the connection is reset after the request, before any byte of a reply',
    apply: () => ({ kind: 'reset' }),
  },
  hang: { description: 'the request is taken and never answered', apply: () => ({ kind: 'hang' }) },
  stall: {
    description: 'headers and half of the body, then silence on an open connection',
    apply: ({ honest }) => ({ reply: honest(), delivery: { kind: 'stall' } }),
  },
  slow: {
    description: 'the honest reply after delayMs (default 2000)',
    apply: ({ honest, options }) => ({
      reply: honest(),
      delivery: { kind: 'delay', delayMs: options.delayMs ?? 2000 },
    }),
  },
  endless: {
    description: 'the honest body, then white space without end',
    apply: ({ honest }) => ({ reply: honest(), delivery: { kind: 'endless' } }),
  },
  cut: {
    description: 'the chunked body is cut at atByte (default: somewhere) by a closed connection',
    apply: (context) => {
      const reply = context.honest();
      return { reply, delivery: { kind: 'cut', atByte: cutPlace(reply, context) } };
    },
  },
  truncated: {
    description: 'HTTP is whole, but its body ends at atByte (default: somewhere)',
    apply: (context) => {
      const reply = context.honest();
      return { reply, delivery: { kind: 'truncate', atByte: cutPlace(reply, context) } };
    },
  },
  empty: {
    description: '200 with an empty body',
    apply: ({ honest }) => ({ ...honest(), status: 200, body: '' }),
  },
} as const satisfies FaultTable;

function cutPlace(reply: Reply, { options, random }: FaultContext): number {
  const length = Buffer.byteLength(reply.body);
  return Math.min(length, options.atByte ?? 1 + Math.floor(random() * Math.max(1, length - 1)));
}
