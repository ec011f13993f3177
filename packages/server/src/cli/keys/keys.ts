import type { ApiKey } from '../../accounting/keys/api-key.ts';
import type { KeySummary } from '../../accounting/keys/key-change.ts';
import type { KeySearch } from '../../accounting/operator-store.ts';
import type { Administration } from '../../features/admin/administration.ts';
import { keyDetailsJson, keySummaryJson } from '../../features/admin/operator-view.ts';
import { attributionOf, jsonLine, pickAction, withAdministration } from '../accounts/with-administration.ts';
import { type CliIo, printMessage, terminalLanguage } from '../io.ts';
import { readCount, readOneOf, readOptions } from '../options.ts';
import { adjust, topup } from './adjustments.ts';
import { reissue, update } from './key-changes.ts';
import {
  keyDefaults,
  readExpiry,
  readLabel,
  readModules,
  readOwner,
  readQuota,
  readReason,
  readRunningCalls,
  tokensMax,
} from './key-options.ts';
import { showSecret, unknownKey } from './key-replies.ts';
import { describeKey, keyTable } from './key-view.ts';

export type KeyAction = (
  argv: readonly string[],
  administration: Administration,
  io: CliIo,
) => Promise<number>;

const actions: Record<string, KeyAction> = {
  create,
  list,
  search,
  show,
  update,
  disable: setStatus('disabled'),
  enable: setStatus('enabled'),
  reissue,
  topup,
  adjust,
};

const keysAtOnce = 200;
const statuses = ['enabled', 'disabled'] as const;

/** `citewell keys …`. */
export async function keysCommand([name = '', ...argv]: readonly string[], io: CliIo): Promise<number> {
  const action = pickAction('keys', name, actions);
  return withAdministration(io, (administration) => action(argv, administration, io), {
    create: action === create,
  });
}

async function create(argv: readonly string[], administration: Administration, io: CliIo): Promise<number> {
  const { values, flags } = readOptions(argv, {
    values: ['label', 'owner', 'modules', 'daily-quota', 'max-running', 'balance', 'expires', 'reason'],
    flags: ['json', 'disabled'],
  });
  const { label, owner, 'daily-quota': quota, 'max-running': running, balance, expires, reason } = values;
  const by = attributionOf(io, reason === undefined ? undefined : readReason(reason));
  const { key, secret } = await administration.keys(by).create({
    label: label === undefined ? keyDefaults.label : readLabel(label),
    ownerEmail: owner === undefined ? undefined : (readOwner(owner) ?? undefined),
    modules: readModules(values.modules ?? 'all'),
    dailyQuota: quota === undefined ? keyDefaults.dailyQuota : readQuota(quota),
    maxRunningCalls: running === undefined ? null : readRunningCalls(running),
    balance: balance === undefined ? keyDefaults.balance : readCount('--balance', balance, 0, tokensMax),
    expiresAt: expires === undefined ? undefined : (readExpiry(expires) ?? undefined),
    status: flags.has('disabled') ? 'disabled' : 'enabled',
  });
  return showSecret(key, secret, administration, io, flags.has('json'));
}

async function list(argv: readonly string[], administration: Administration, io: CliIo): Promise<number> {
  const { flags } = readOptions(argv, { values: [], flags: ['json'] });
  const all = await everyKey(administration, {});
  if (flags.has('json')) io.out(jsonLine(all.map(keySummaryJson)));
  else if (all.length > 0) io.out(keyTable(all, terminalLanguage(io.environment)));
  else
    printMessage(io, {
      en: 'There are no keys. Create one with keys create.',
      zh: '还没有密钥。请用 keys create 创建。',
    });
  return 0;
}

/** Lists the matching keys, newest first, with their owners' addresses. */
async function everyKey(
  administration: Administration,
  search: Pick<KeySearch, 'text' | 'status'>,
): Promise<KeySummary[]> {
  const found: KeySummary[] = [];
  let after: string | undefined;
  do {
    const page = await administration.searchKeys({ ...search, after, limit: keysAtOnce });
    found.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return found;
}

async function search(argv: readonly string[], administration: Administration, io: CliIo): Promise<number> {
  const { parameters, values, flags } = readOptions(argv, {
    values: ['status'],
    flags: ['json'],
    parameters: ['TEXT'],
  });
  const { status } = values;
  const found = await everyKey(administration, {
    text: parameters.TEXT,
    status: status === undefined ? undefined : readOneOf('--status', status, statuses),
  });
  if (flags.has('json')) io.out(jsonLine(found.map(keySummaryJson)));
  else if (found.length > 0) io.out(keyTable(found, terminalLanguage(io.environment)));
  else
    printMessage(io, {
      en: 'No key has a matching label, owner, hint or id.',
      zh: '没有名称、所有者、密钥片段或 ID 与此相符的密钥。',
    });
  return 0;
}

async function show(argv: readonly string[], administration: Administration, io: CliIo): Promise<number> {
  const { parameters, flags } = readOptions(argv, { values: [], flags: ['json'], parameters: ['ID'] });
  const key = await administration.keyDetails(parameters.ID);
  if (!key) return unknownKey(parameters.ID, io);
  io.out(
    flags.has('json') ? jsonLine(keyDetailsJson(key)) : describeKey(key, terminalLanguage(io.environment)),
  );
  return 0;
}

function setStatus(status: ApiKey['status']): KeyAction {
  return async (argv, administration, io) => {
    const { parameters, values, flags } = readOptions(argv, {
      values: ['reason'],
      flags: ['json'],
      parameters: ['ID'],
    });
    const { reason } = values;
    const by = attributionOf(io, reason === undefined ? undefined : readReason(reason));
    const key = await administration.keys(by).update(parameters.ID, { status });
    if (!key) return unknownKey(parameters.ID, io);
    if (flags.has('json')) io.out(jsonLine(keyDetailsJson(key)));
    else
      printMessage(io, {
        en: `${key.id} (${key.label}) is now ${status}.`,
        zh: `${key.id}（${key.label}）已${status === 'enabled' ? '启用' : '停用'}。`,
      });
    return 0;
  };
}
