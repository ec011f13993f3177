import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../../bench/report.ts';
import { seededRandom } from '../../packages/simulators/src/random.ts';
import type { Attack, AttackReport } from '../attack.ts';
import {
  oneLanguageThread,
  type RunningService,
  runCommand,
  type Simulators,
  startService,
  startSimulators,
} from '../stand.ts';
import { clearFaults, type FaultCase, faultCases, setFault } from './fault-cases.ts';
import { type Endpoint, endpoints, isFalselyEmpty, malformed, type Reply, send } from './fault-replies.ts';

/** Deadlines with which a service is started, in seconds. */
type Deadlines = { source: number; firstWord: number; pause: number };

const usual: Deadlines = { source: 8, firstWord: 15, pause: 10 };
const hasty: Deadlines = { source: 2, firstWord: 2, pause: 2 };

/** Deadline of a plan, and of all sources together, in seconds. */
const planSeconds = 8;
const sourcesSeconds = 15;
/** Additional milliseconds on a shared machine. */
const slackSeconds = 15;

/**
 * Applies faults of PubMed, Europe PMC and the model on every endpoint at once, with a new service for each fault, whose
 * circuit breakers are closed.
 */
export const faults: Attack = {
  about: 'every fault of PubMed, Europe PMC and the model, on every endpoint',
  async run({ seed, short }) {
    const simulators = await startSimulators();
    const deadlines = short ? hasty : usual;
    const outcomes: Outcome[] = [];
    const violations: string[] = [];
    try {
      const random = seededRandom(seed);
      const all = endpoints();
      if (!short) await answerWithout(simulators);
      for (const fault of short ? sample(random) : faultCases) {
        const asked = short ? drawn(all, 4, random) : all;
        const outcome = await underFault(fault, asked, simulators, deadlines);
        outcomes.push(outcome);
        violations.push(...outcome.violations);
      }
    } finally {
      await simulators.stop();
    }
    return report(outcomes, violations, deadlines);
  },
};

type Outcome = { fault: FaultCase; replies: Reply[]; violations: string[] };

/** Short form: the fault that once made answers falsely empty, and another chosen at random. */
function sample(random: () => number): FaultCase[] {
  const isMissing = ({ of, mode }: FaultCase) => of === 'PubMed' && mode === 'missing-ids';
  const others = faultCases.filter((fault) => !fault.isLong && !isMissing(fault));
  return [...faultCases.filter(isMissing), ...drawn(others, 1, random)];
}

function drawn<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}

function settings(simulators: Simulators, fault: FaultCase | undefined, deadlines: Deadlines) {
  const { source, firstWord, pause } = deadlines;
  const { environment } = simulators;
  const withModel = fault === undefined || fault.of === 'model';
  return {
    ...Object.fromEntries(
      Object.entries(environment).filter(([name]) => withModel || !name.includes('_LLM_')),
    ),
    // Without a library that could replace either source.
    CITEWELL_SOURCES: 'pubmed,europepmc',
    CITEWELL_SAMPLE: 'off',
    CITEWELL_SOURCE_SECONDS: String(source),
    CITEWELL_LLM_FIRST_WORD_SECONDS: String(firstWord),
    CITEWELL_LLM_PAUSE_SECONDS: String(pause),
    ...(deadlines === hasty && oneLanguageThread),
  };
}

/** Asserts that everything is answered without a fault, so that later failures are caused by the fault. */
async function answerWithout(simulators: Simulators): Promise<void> {
  const service = await startService({ environment: settings(simulators, undefined, usual) });
  try {
    const key = await service.createKey('--modules', 'ask_agent,expert_agent,factcheck');
    for (const endpoint of endpoints()) {
      const reply = await send(service.url, key, endpoint, 120);
      if (reply.status !== 200 || malformed(reply) || isFalselyEmpty(reply))
        throw new Error(`${endpoint.name} without a fault: ${reply.status} ${reply.text}`);
    }
  } finally {
    await service.stop();
  }
}

async function underFault(
  fault: FaultCase,
  asked: readonly Endpoint[],
  simulators: Simulators,
  deadlines: Deadlines,
): Promise<Outcome> {
  const service = await startService({ environment: settings(simulators, fault, deadlines) });
  const violations: string[] = [];
  const printError = (what: string) => violations.push(`${fault.of}, ${fault.mode}: ${what}`);
  try {
    const key = await service.createKey('--modules', 'ask_agent,expert_agent,factcheck');
    await setFault(fault, simulators);
    const replies = await Promise.all(
      asked.map((endpoint) =>
        send(service.url, key, endpoint, 2 * allowedSeconds(fault, endpoint, deadlines)),
      ),
    );
    for (const reply of replies) {
      const { name } = reply.endpoint;
      const wrong = malformed(reply);
      if (wrong) printError(`${name}: ${wrong}`);
      if (isFalselyEmpty(reply)) printError(`${name} claims that there is nothing`);
      const allowed = allowedSeconds(fault, reply.endpoint, deadlines);
      if (reply.seconds > allowed)
        printError(`${name} took ${reply.seconds.toFixed(1)} s, allowed ${allowed} s`);
    }
    await clearFaults(simulators);
    if (!(await isReleased(service, key))) printError('tokens are still held');
    if (service.exitCode() !== undefined) printError('the service ended');
    else if ((await runCommand(service, 'ledger', 'verify')).code !== 0)
      printError('the ledger does not verify');
    service.internalErrors().forEach(printError);
    return { fault, replies, violations };
  } finally {
    await clearFaults(simulators);
    await service.stop();
  }
}

/** Maximum duration of a reply: that of its sources and its model, one after another, and the machine's slack. */
function allowedSeconds({ of, mode }: FaultCase, { isReview }: Endpoint, deadlines: Deadlines): number {
  const { source, firstWord, pause } = deadlines;
  // Later searches of a review have additional time; if no source answers, there are none.
  const isSilent = of === 'Europe PMC' && mode === 'hang';
  if (of !== 'model')
    return (isReview && !isSilent ? 8 * source : Math.min(sourcesSeconds, 2 * source)) + slackSeconds;
  // Later steps of a review wait a third as long for a model that did not answer.
  return (isReview ? 2 : 1) * (firstWord + pause) + (isReview ? 0 : planSeconds) + slackSeconds;
}

async function isReleased({ url }: RunningService, key: string): Promise<boolean> {
  for (let tries = 0; tries < 50; tries += 1) {
    const reply = await fetch(`${url}/ai/api/my_usage`, { headers: { 'x-api-key': key } });
    const { balance } = (await reply.json()) as { balance: { held: number } };
    if (balance.held === 0) return true;
    await sleep(200);
  }
  return false;
}

function report(
  outcomes: readonly Outcome[],
  violations: string[],
  { source, firstWord }: Deadlines,
): AttackReport {
  const replies = outcomes.flatMap((outcome) => outcome.replies);
  const longest = (of: FaultCase['of'], isReview: boolean): Row => {
    const own = outcomes.filter(({ fault }) => fault.of === of).flatMap((outcome) => outcome.replies);
    const waits = own.filter(({ endpoint }) => endpoint.isReview === isReview).map(({ seconds }) => seconds);
    const value = Math.max(0, ...waits);
    const figure = `longest ${isReview ? 'review or Discussion' : 'answer, check, chat or polish'} under faults of ${of}`;
    return { figure, value, unit: 's' };
  };
  const kinds = [...new Set(outcomes.map(({ fault }) => fault.of))];
  return {
    title: `faults × endpoints: a source has ${source} s, a model's first word ${firstWord} s`,
    rows: [
      { figure: 'faults', value: outcomes.length, unit: '' },
      { figure: 'replies under a fault', value: replies.length, unit: '' },
      {
        figure: 'replies that falsely claim that there is nothing',
        value: replies.filter(isFalselyEmpty).length,
        unit: '',
        goal: { exactly: 0 },
      },
      {
        figure: 'replies malformed, or other than 200 and 502',
        value: replies.filter((reply) => malformed(reply)).length,
        unit: '',
        goal: { exactly: 0 },
      },
      ...kinds.flatMap((of) => [longest(of, false), longest(of, true)]),
    ],
    violations,
  };
}
