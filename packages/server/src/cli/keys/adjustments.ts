import { counted } from '@citewell/core/text/counted.ts';
import type { PostedEntry } from '../../accounting/operator-store.ts';
import type { Administration } from '../../features/admin/administration.ts';
import { keySummaryJson, ledgerEntryJson } from '../../features/admin/operator-view.ts';
import { attributionOf, jsonLine } from '../accounts/with-administration.ts';
import { type CliIo, printMessage } from '../io.ts';
import { readCount, readLine, readOptions, usage } from '../options.ts';
import { requireReason, tokensMax } from './key-options.ts';
import { unknownKey } from './key-replies.ts';
import { tokens } from './key-view.ts';

/** `citewell keys topup ID N`: adds tokens, once per operation key. */
export async function topup(
  argv: readonly string[],
  administration: Administration,
  io: CliIo,
): Promise<number> {
  const { parameters, values, flags } = readOptions(argv, {
    values: ['reason', 'operation-key'],
    flags: ['json'],
    parameters: ['ID', 'N'],
  });
  const amount = readCount('N', parameters.N, 1, tokensMax);
  const keys = administration.keys(attributionOf(io));
  const posted = await keys.topUp({ id: parameters.ID, amount, ...readAdjustment(values) });
  return posted ? report(posted, flags.has('json'), io) : unknownKey(parameters.ID, io);
}

/** `citewell keys adjust ID --amount N`: corrects the tokens granted, also down to those charged and held. */
export async function adjust(
  argv: readonly string[],
  administration: Administration,
  io: CliIo,
): Promise<number> {
  const { parameters, values, flags } = readOptions(argv, {
    values: ['amount', 'reason', 'operation-key'],
    flags: ['json'],
    parameters: ['ID'],
  });
  const amount = readAmount(values.amount);
  const keys = administration.keys(attributionOf(io));
  const posted = await keys.adjust({ id: parameters.ID, amount, ...readAdjustment(values) });
  return posted ? report(posted, flags.has('json'), io) : unknownKey(parameters.ID, io);
}

function readAdjustment(values: { reason?: string; 'operation-key'?: string }) {
  const operationKey = values['operation-key'];
  return {
    reason: requireReason(values.reason),
    operationKey: operationKey === undefined ? undefined : readLine('--operation-key', operationKey, 200),
  };
}

function readAmount(text: string | undefined): number {
  if (text === undefined)
    throw usage(
      '--amount is missing: give tokens, negative to deduct',
      '缺少 --amount：Token 数，负数表示扣减',
    );
  const [, sign = '', digits = text] = /^([-+])(\d+)$/.exec(text) ?? [];
  const amount = readCount('--amount', digits, 1, tokensMax);
  return sign === '-' ? -amount : amount;
}

function report({ key, entry, repeated }: PostedEntry, json: boolean, io: CliIo): number {
  const free = key.granted - key.charged - key.held;
  const available = tokens(free);
  if (json) io.out(jsonLine({ ...keySummaryJson(key), entry: ledgerEntryJson(entry), repeated }));
  else {
    if (repeated)
      printMessage(io, {
        en: `Already posted under this operation key: ${counted(entry.amount, 'token')}, ledger entry ${entry.seq}.`,
        zh: `此操作标识已记账：${tokens(entry.amount)} 个 Token，账本第 ${entry.seq} 条。`,
      });
    printMessage(io, {
      en: `${key.id} (${key.label}) now has ${counted(free, 'token')} available.`,
      zh: `${key.id}（${key.label}）现有 ${available} 个可用 Token。`,
    });
  }
  return 0;
}
