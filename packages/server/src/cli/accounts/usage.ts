import { systemClock } from '@citewell/core/clock.ts';
import { endpoints, outcomes } from '@citewell/sdk/protocol';
import {
  allCalls,
  isDay,
  type UsageFilter,
  type UsageReader,
  type UsageWindow,
  windowDaysMax,
  windowUpTo,
} from '../../accounting/usage/usage.ts';
import { openStorage } from '../../database/open-storage.ts';
import { recordsDefault } from '../../features/usage/usage-schema.ts';
import { readUsagePage, usageCsv, usageCsvHead } from '../../features/usage/usage-view.ts';
import { readConfig } from '../../platform/config.ts';
import { type CliIo, printError, terminalLanguage } from '../io.ts';
import { readOneOf, readOptions, usage } from '../options.ts';
import { describeUsage } from './usage-view.ts';

const groupings = ['day', 'endpoint', 'model'] as const;

/** `citewell usage KEY_ID`: shows the usage of a key, read directly from the accounts, next to a running server. */
export async function usageCommand(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, flags, parameters } = readOptions(argv, {
    values: ['from', 'to', 'group-by', 'endpoint', 'outcome'],
    flags: ['json', 'csv'],
    parameters: ['KEY_ID'],
  });
  if (flags.has('json') && flags.has('csv'))
    throw usage('give --json or --csv, not both', '--json 与 --csv 不能同时使用');
  const groupBy = readOptional('--group-by', values['group-by'], groupings) ?? 'day';
  const { database, quotaTimeZone } = readConfig(io.environment);
  const storage = await openStorage({
    ...{ database, quotaTimeZone },
    ...{ clock: systemClock, log: () => {}, create: false },
  });
  try {
    const reader = storage.store;
    const filter: UsageFilter = {
      keyId: parameters.KEY_ID,
      ...readDays(values, (await reader.quotaToday()).date),
      endpoint: readOptional('--endpoint', values.endpoint, endpoints),
      outcome: readOptional('--outcome', values.outcome, outcomes),
    };
    // The first page of my_usage; `--csv` prints all records.
    const page = await readUsagePage(reader, { filter, groupBy, limit: recordsDefault, after: undefined });
    if (!page) {
      const { keyId } = filter;
      printError(io, { en: `No key has the id "${keyId}".`, zh: `没有 ID 为 "${keyId}" 的密钥。` });
      return 1;
    }
    if (flags.has('csv')) await writeCsv(reader, filter, io);
    else if (flags.has('json')) io.out(`${JSON.stringify(page)}\n`);
    else io.out(describeUsage(page, groupBy, terminalLanguage(io.environment)));
    return 0;
  } finally {
    await storage.close();
  }
}

function readOptional<Name extends string>(name: string, text: string | undefined, names: readonly Name[]) {
  return text === undefined ? undefined : readOneOf(name, text, names);
}

function readDays(values: { from?: string; to?: string }, today: string): UsageWindow {
  for (const name of ['from', 'to'] as const) {
    const text = values[name];
    if (text !== undefined && !isDay(text))
      throw usage(
        `--${name} is "${text}": give a date such as 2026-01-31`,
        `--${name} 的值为 "${text}"：请给出日期，例如 2026-01-31`,
      );
  }
  const { from, to, earliest } = windowUpTo(today, values);
  if (from < earliest || from > to)
    throw usage(
      `--from is ${from}: give a date from ${earliest} to ${to}, at most ${windowDaysMax} days up to --to`,
      `--from 的值为 ${from}：请给出 ${earliest} 到 ${to} 之间的日期，到 --to 为止最多 ${windowDaysMax} 天`,
    );
  return { from, to };
}

async function writeCsv(reader: UsageReader, filter: UsageFilter, io: CliIo): Promise<void> {
  io.out(usageCsvHead);
  for await (const calls of allCalls(reader, filter)) io.out(usageCsv(calls));
}
