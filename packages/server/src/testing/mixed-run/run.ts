import { promptText } from '@citewell/simulators/llm/llm-injection-victim.ts';
import type { LlmLogEntry } from '@citewell/simulators/llm/llm-simulator.ts';
import { until } from '@citewell/simulators/until.ts';
import type { NewKey } from '../../accounting/accounts.ts';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import { answerHold } from '../../features/answers/ask.ts';
import { readRows } from '../accounting/database-rows.ts';
import { png } from '../documents/images.ts';
import { call, type ReceivedReply, textIn } from './caller.ts';
import type { PlannedCall, Wave } from './plan.ts';
import { limitedQuota, type Scenario } from './scenarios.ts';
import type { Stand } from './stand.ts';

/** A key of the run, with its secret. */
export type RunKey = { id: string; secret: string; granted: number };

/** Call that was made, with the provider's log of its requests. */
export type MadeCall = PlannedCall & { key: RunKey; heard: ReceivedReply; requests: LlmLogEntry[] };

const plenty = 50_000_000;
/**
 * One word per line: long enough to disconnect midway, with each line reaching the reader when the next begins, and made of
 * words that only frame an answer, so that the filter passes them without a record.
 */
const longText =
  `${'the evidence found is discussed in this section and '.repeat(40)}that is all.`.replaceAll(' ', '\n');
const flowingText = 'this section of the summary is about the evidence found '
  .repeat(200)
  .replaceAll(' ', '\n');
const emptyPlan = '{"question": "", "concepts": []}';
const shortText = 'The evidence found bears on this question [E1].';

/** Makes the calls, wave by wave. `afterWave` runs when every caller has received a reply or disconnected. */
export async function makeCalls(
  stand: Stand,
  waves: readonly Wave[],
  seed: number,
  afterWave: (calls: MadeCall[]) => Promise<void>,
): Promise<MadeCall[]> {
  const everyday = await makeKey(stand, {});
  const limited = await makeKey(stand, { dailyQuota: limitedQuota });
  const made: MadeCall[] = [];
  stand.llm.onRequest((entry) => meanwhile.get(tagIn(entry))?.(entry));
  const meanwhile = new Map<string, (entry: LlmLogEntry) => Promise<void>>();

  async function make(planned: PlannedCall): Promise<MadeCall> {
    const { scenario, tag, endpoint, question } = planned;
    const key =
      scenario.key === 'own'
        ? await makeKey(stand, {
            balance: balanceOf(scenario, stand),
            status: scenario.disabled === 'before' ? 'disabled' : 'enabled',
          })
        : scenario.key === 'limited'
          ? limited
          : everyday;
    setModel(stand, planned);
    if (scenario.disabled === 'meanwhile')
      meanwhile.set(tag, async ({ role }) => {
        if (role === 'plan') await stand.services.keys.setStatus(key.id, 'disabled');
      });
    const address = scenario.timeIsUp
      ? await stand.startLimited(() => isTimeUp(planned, stand))
      : stand.address;
    const body = {
      question,
      ...(scenario.images && {
        images: Array.from({ length: scenario.images }, () => png(64, 64).toString('base64')),
      }),
    };
    const heard = await call(
      { url: `${address}/ai/api/${endpoint}`, key: key.secret, body },
      leaving(planned, key, stand),
    );
    return { ...planned, key, heard, requests: requestsOf(planned, stand) };
  }

  for (const [nth, wave] of waves.entries()) {
    stand.setSources(wave.sources, seed + nth);
    const calls = await Promise.all(wave.calls.map(make));
    await afterWave(calls);
    made.push(...calls);
  }
  return made;
}

export function holdOf({ services }: Stand): number {
  return answerHold(services);
}

function balanceOf({ balance = 'plenty' }: Scenario, stand: Stand): number {
  const hold = holdOf(stand);
  switch (balance) {
    case 'plenty':
      return plenty;
    case 'below the hold':
      return hold - 1;
    case 'hold':
      return hold;
    case 'a little':
      return hold + 2_000;
  }
}

async function makeKey({ services }: Stand, changes: Partial<NewKey>): Promise<RunKey> {
  const { key, secret }: { key: ApiKey; secret: string } = await services.keys.create({
    label: 'mixed run',
    modules: ['ask_agent'],
    dailyQuota: 10_000,
    balance: plenty,
    expiresAt: undefined,
    status: 'enabled',
    ...changes,
  });
  return { id: key.id, secret, granted: key.granted };
}

function setModel({ llm }: Stand, { scenario, tag }: PlannedCall): void {
  const { writes, reports, faults = [] } = scenario;
  if (writes === 'at length') llm.setScript({ text: longText }, 'write', tag);
  if (writes === 'flowing') llm.setScript({ text: flowingText, delayMs: 10 }, 'write', tag);
  if (reports) {
    const { role, ...usage } = reports;
    llm.setScript({ text: role === 'plan' ? emptyPlan : shortText, usage }, role, tag);
  }
  for (const [mode, options] of faults) llm.setFault(mode, { ...options, match: tag });
}

function leaving(planned: PlannedCall, key: RunKey, stand: Stand) {
  const { scenario, endpoint, chance } = planned;
  const asked = (role: LlmLogEntry['role']) =>
    requestsOf(planned, stand).find((request) => request.role === role);
  switch (scenario.leaves) {
    case undefined:
      return undefined;
    case 'while the planner is asked':
      return { until: () => until(() => asked('plan') !== undefined) };
    case 'in flowing text':
      return { until: (heard: () => string) => until(() => textIn(heard()).length > 50 + chance * 1_000) };
    case 'in silence after text':
      return {
        until: (heard: () => string) =>
          endpoint === 'ask_stream'
            ? until(() => isAllRead(textIn(heard()), asked('write')?.sent.text))
            : // Nothing can be read before the end: the journal shows the progress of the text.
              until(async () => {
                const [step] = await readRows(
                  stand.home.url,
                  `SELECT s.completion FROM call_step s JOIN call c ON c.id = s.call_id
                   WHERE c.key_id = '${key.id}' AND s.kind = 'write' AND s.completion > 0`,
                );
                return step !== undefined;
              }),
      };
  }
}

function isTimeUp(planned: PlannedCall, stand: Stand): boolean {
  const written = requestsOf(planned, stand).find(({ role }) => role === 'write');
  return (
    written !== undefined && (planned.scenario.timeIsUp === 'before the text' || written.sent.text !== '')
  );
}

/** Returns true if everything sent has been read, except an unfinished line. */
function isAllRead(read: string, sent: string | undefined): boolean {
  const whole = sent?.slice(0, Math.max(0, sent.lastIndexOf('\n'))).trim() ?? '';
  return whole !== '' && read.trim() === whole;
}

function requestsOf({ tag }: PlannedCall, { llm }: Stand): LlmLogEntry[] {
  return llm.requests().filter((entry) => tagIn(entry) === tag);
}

function tagIn({ body }: LlmLogEntry): string {
  return /\(#\d+\)/.exec(promptText(body))?.[0] ?? '';
}
