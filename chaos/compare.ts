import { bill } from '../packages/server/src/accounting/ledger/billing.ts';
import type { Usage } from '../packages/server/src/accounting/meter.ts';
import { checkOnce } from './kill9/check-once.ts';
import type { ExpectedLedger, KnownCall, KnownSettlement, KnownStep } from './kill9/expected-ledger.ts';
import type { AccountRows, CallRow, LedgerRow, StepRow } from './kill9/read-accounts.ts';
import type { Violation } from './violation.ts';

/** Period, in epoch milliseconds, in which every running call was settled as dead, including those of live processes. */
export type Reap = { from: number; to: number };

export type Circumstances = {
  reaps: readonly Reap[];
  /** Keys whose balance can run out: their calls may be charged less than is due. */
  scarce: ReadonlySet<string>;
};

/**
 * Lists every difference between the accounts, all of whose calls have ended, and what callers and processes were told.
 * Unacknowledged operations may be in the accounts or not, as a whole.
 */
export function compare(
  expected: ExpectedLedger,
  accounts: AccountRows,
  circumstances: Circumstances,
): Violation[] {
  const calls = new Map(accounts.calls.map((row) => [row.id, row]));
  const steps = Map.groupBy(accounts.steps, (row) => row.call_id);
  const entries = Map.groupBy(accounts.ledger, (row) => row.call_id);
  const violations: Violation[] = [];
  for (const [place, known] of expected.calls) {
    const row = calls.get(place);
    const found = row
      ? checkCall(
          known,
          row,
          { steps: steps.get(place) ?? [], entries: entries.get(place) ?? [] },
          circumstances,
        )
      : known.admitted === 'yes'
        ? [{ kind: 'admission', what: 'admission lost' } as const]
        : [];
    violations.push(...found.map((finding) => ({ place, ...finding })));
  }
  for (const place of calls.keys())
    if (!expected.calls.has(place))
      violations.push({ kind: 'admission', place, what: 'recorded, though nobody asked for it' });
  return [
    ...violations,
    ...checkOnce(expected, accounts),
    ...checkCharges(expected, accounts.ledger),
    ...checkKeys(accounts),
  ];
}

type Finding = Omit<Violation, 'place'>;
type Below = { steps: readonly StepRow[]; entries: readonly LedgerRow[] };

function checkCall(
  known: KnownCall,
  row: CallRow,
  below: Below,
  { reaps, scarce }: Circumstances,
): Finding[] {
  const found: Finding[] = [];
  if (known.admitted === 'no') found.push({ kind: 'admission', what: 'rejected, but recorded' });
  if (row.key_id !== known.keyId) found.push({ kind: 'admission', what: `on another key, ${row.key_id}` });
  if (row.state === 'held') return [...found, { kind: 'settlement', what: 'never settled' }];

  // A reaper may have settled it from then on, so that later writes had no effect.
  const reap = reaps.find(({ to }) => to > known.askedAt);
  const reapable = row.outcome === 'interrupted' ? reap?.from : undefined;
  const stood = (at: number | undefined) => at !== undefined && (reapable === undefined || at < reapable);

  const bySeq = new Map(below.steps.map((step) => [step.seq, step]));
  for (const [seq, step] of known.steps)
    for (const { kind, what } of checkStep(step, bySeq.get(seq), stood))
      found.push({ kind, what: `step ${seq}: ${what}` });
  for (const seq of bySeq.keys())
    if (!known.steps.has(seq)) found.push({ kind: 'step', what: `step ${seq}: opened by nobody` });
  for (const settlement of known.settlements)
    found.push(...checkSettlement(settlement, row, below.steps, stood(settlement.answeredAt)));
  if (stood(known.deliveredAt) && row.first_token_at === null)
    found.push({ kind: 'checkpoint', what: 'that a part had left is lost' });
  return [...found, ...checkCharge(row, below, scarce.has(row.key_id))];
}

function checkStep(
  known: KnownStep,
  row: StepRow | undefined,
  stood: (at: number | undefined) => boolean,
): Finding[] {
  const step = (what: string): Finding[] => [{ kind: 'step', what }];
  if (!row) return known.opened === 'yes' ? step('lost') : [];
  if (known.opened === 'no') return step('rejected, but recorded');
  if (row.model !== known.model || row.hold !== known.hold) return step('changed');
  const { finish } = known;
  if (finish?.source === row.src && isSame(finish.usage, row)) return [];
  if (finish?.acknowledged)
    return step(`finished with ${describeUsage(finish.usage)} (${finish.source}), recorded ${recorded(row)}`);
  if (row.src !== 'seen') return step(`finished by nobody, recorded ${recorded(row)}`);
  const figures = [nothing, ...known.seen.map(({ usage }) => usage)];
  const place = figures.findLastIndex((usage) => isSame(usage, row));
  if (place < 0) return step(`nobody was told what is recorded, ${recorded(row)}`);
  const newest = 1 + known.seen.findLastIndex(({ at }) => stood(at));
  if (place >= newest) return [];
  return [
    {
      kind: 'checkpoint',
      what: `reported ${describeUsage(figures[newest] ?? nothing)}, recorded ${recorded(row)}`,
    },
  ];
}

/** `stood`: nobody else can have ended the call earlier. */
function checkSettlement(
  { answer, outcome, delivered, followed }: KnownSettlement,
  row: CallRow,
  steps: readonly StepRow[],
  stood: boolean,
): Finding[] {
  if (!answer) return [];
  const found: string[] = [];
  if (row.outcome !== outcome && (stood || row.outcome !== 'interrupted'))
    found.push(`settlement lost: ended as ${outcome}, recorded as ${row.outcome}`);
  if (delivered && stood && row.first_token_at === null) found.push('settlement lost that a part had left');
  const tokens = steps.reduce((sum, { prompt, completion }) => sum + prompt + completion, 0);
  const grown = [row.charged - answer.charged, tokens - answer.tokens];
  if (grown.some((more) => more < 0 || (more > 0 && !followed)))
    found.push(
      `settlement changed: reported ${answer.tokens} tokens and ${answer.charged} charged, ` +
        `recorded ${tokens} and ${row.charged}`,
    );
  return found.map((what) => ({ kind: 'settlement', what }));
}

function checkCharge(row: CallRow, { steps, entries }: Below, isScarce: boolean): Finding[] {
  const found: string[] = [];
  const times = (kind: string) => entries.filter((entry) => entry.kind === kind).length;
  if (times('charge') > 1) found.push(`charged ${times('charge')} times`);
  if (times('late') > steps.length) found.push(`${times('late')} late entries for ${steps.length} steps`);
  const booked = -entries.reduce((sum, { amount }) => sum + amount, 0);
  if (booked !== row.charged) found.push(`${row.charged} charged, ${booked} booked`);
  const journal = steps.map(({ model, prompt, completion, src }) => ({
    ...{ model, promptTokens: prompt, completionTokens: completion, source: src },
  }));
  const due =
    row.outcome && bill(row.outcome, row.first_token_at !== null, journal, Number.POSITIVE_INFINITY).charged;
  if (due === null || row.charged > due || (row.charged < due && !isScarce))
    found.push(`${row.charged} charged, ${due} due for ${row.outcome}`);
  return found.map((what) => ({ kind: 'charge', what }));
}

function checkCharges({ adjustments }: ExpectedLedger, ledger: readonly LedgerRow[]): Violation[] {
  const entries = Map.groupBy(ledger, (row) => row.op_key ?? '');
  return [...adjustments].flatMap(([place, { keyId, amount, acknowledged }]): Violation[] => {
    const [entry, ...more] = entries.get(place) ?? [];
    const wrong = (what: string): Violation[] => [{ kind: 'adjustment', place, what }];
    if (!entry) return acknowledged ? wrong('adjustment lost') : [];
    if (more.length > 0) return wrong(`booked ${1 + more.length} times`);
    return entry.key_id === keyId && entry.amount === amount ? [] : wrong('adjustment changed');
  });
}

function checkKeys({ keys }: AccountRows): Violation[] {
  return keys.flatMap(({ id: place, granted, charged, held }): Violation[] => [
    ...(held === 0 ? [] : [{ kind: 'accounts', place, what: `${held} tokens still held` } as const]),
    ...(charged > granted
      ? [{ kind: 'accounts', place, what: `${charged} charged of ${granted}` } as const]
      : []),
  ]);
}

const nothing: Usage = { promptTokens: 0, completionTokens: 0 };

function isSame({ promptTokens, completionTokens }: Usage, { prompt, completion }: StepRow): boolean {
  return promptTokens === prompt && completionTokens === completion;
}

function describeUsage({ promptTokens, completionTokens }: Usage): string {
  return `${promptTokens}+${completionTokens}`;
}

function recorded({ prompt, completion, src }: StepRow): string {
  return `${prompt}+${completion} (${src})`;
}
