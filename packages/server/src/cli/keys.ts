import { type Module, modules } from '@citewell/sdk';
import type { ApiKey, KeyAdministration } from '../accounts/accounts.ts';
import { createKeyAdministration } from '../accounts/key-administration.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { openSqliteStore } from '../storage/sqlite/store.ts';
import { type CliIo, complain, say, terminalLanguage } from './io.ts';
import { describeKey, keyJson, keyTable, tokens } from './key-view.ts';
import { readCount, readInstant, readLine, readOptions, usage } from './options.ts';

/** The largest amount a single command books: room for typing errors to be seen. */
const mostTokens = 1_000_000_000_000;
const mostCallsADay = 1_000_000_000;
/** What a key gets unless told otherwise: a day's work of one person, and tokens for 5 to 30 answers. */
const keyDefaults = { label: 'unnamed', dailyQuota: 200, balance: 100_000 };

type Action = (argv: readonly string[], keys: KeyAdministration, io: CliIo) => Promise<number>;

const actions: Record<string, Action> = {
  create,
  list,
  show,
  disable: setStatus('disabled'),
  enable: setStatus('enabled'),
  topup,
};

/** `citewell keys …`: opens the accounts alone, so it works at once and beside a running server. */
export async function keysCommand([name = '', ...argv]: readonly string[], io: CliIo): Promise<number> {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) {
    const known = Object.keys(actions).join(', ');
    throw usage(
      `${name ? `"keys ${name}" is not a command` : 'keys needs a command'}; there is ${known}`,
      `${name ? `没有命令 "keys ${name}"` : 'keys 需要一个子命令'}；可用：${known}`,
    );
  }
  const { databasePath: path, quotaTimeZone } = readConfig(io.environment);
  const store = openSqliteStore({ path, quotaTimeZone, clock: systemClock });
  try {
    return await action(argv, createKeyAdministration(store, 'cli'), io);
  } finally {
    await store.close();
  }
}

async function create(argv: readonly string[], keys: KeyAdministration, io: CliIo): Promise<number> {
  const { values, flags } = readOptions(argv, {
    values: ['label', 'modules', 'daily-quota', 'balance', 'expires'],
    flags: ['json', 'disabled'],
  });
  const { label, 'daily-quota': quota, balance, expires } = values;
  const { key, secret } = await keys.create({
    label: label === undefined ? keyDefaults.label : readLine('--label', label, 200),
    modules: readModules(values.modules ?? 'all'),
    dailyQuota: quota === undefined ? keyDefaults.dailyQuota : readQuota(quota),
    balance: balance === undefined ? keyDefaults.balance : readCount('--balance', balance, 0, mostTokens),
    expiresAt: expires === undefined ? undefined : readInstant('--expires', expires),
    status: flags.has('disabled') ? 'disabled' : 'enabled',
  });
  if (flags.has('json')) {
    const { id, ...rest } = keyJson(key);
    io.out(jsonLine({ id, key: secret, ...rest }));
    return 0;
  }
  say(io, {
    en: `The key, shown this once and never again:\n\n  ${secret}\n`,
    zh: `以下密钥仅显示这一次：\n\n  ${secret}\n`,
  });
  io.out(describeKey(key, terminalLanguage(io.environment)));
  return 0;
}

async function list(argv: readonly string[], keys: KeyAdministration, io: CliIo): Promise<number> {
  const { flags } = readOptions(argv, { values: [], flags: ['json'] });
  const all = await keys.list();
  if (flags.has('json')) io.out(jsonLine(all.map(keyJson)));
  else if (all.length > 0) io.out(keyTable(all, terminalLanguage(io.environment)));
  else say(io, { en: 'There are no keys. Make one: keys create', zh: '还没有密钥。请用 keys create 创建。' });
  return 0;
}

async function show(argv: readonly string[], keys: KeyAdministration, io: CliIo): Promise<number> {
  const { parameters, flags } = readOptions(argv, { values: [], flags: ['json'], parameters: ['ID'] });
  const key = await keys.get(parameters.ID);
  if (!key) return unknown(parameters.ID, io);
  io.out(flags.has('json') ? jsonLine(keyJson(key)) : describeKey(key, terminalLanguage(io.environment)));
  return 0;
}

function setStatus(status: ApiKey['status']): Action {
  return async (argv, keys, io) => {
    const { parameters, flags } = readOptions(argv, { values: [], flags: ['json'], parameters: ['ID'] });
    const key = await keys.setStatus(parameters.ID, status);
    if (!key) return unknown(parameters.ID, io);
    if (flags.has('json')) io.out(jsonLine(keyJson(key)));
    else
      say(io, {
        en: `${key.id} (${key.label}) is now ${status}.`,
        zh: `${key.id}（${key.label}）已${status === 'enabled' ? '启用' : '停用'}。`,
      });
    return 0;
  };
}

async function topup(argv: readonly string[], keys: KeyAdministration, io: CliIo): Promise<number> {
  const { parameters, values, flags } = readOptions(argv, {
    values: ['reason', 'operation-key'],
    flags: ['json'],
    parameters: ['ID', 'N'],
  });
  const amount = readCount('N', parameters.N, 1, mostTokens);
  if (values.reason === undefined)
    throw usage('--reason is missing: it goes into the ledger', '缺少 --reason：它会记入账本');
  const reason = readLine('--reason', values.reason, 500);
  const operation = values['operation-key'];
  const key = await keys.topUp({
    id: parameters.ID,
    amount,
    reason,
    ...(operation === undefined ? {} : { operationKey: readLine('--operation-key', operation, 200) }),
  });
  if (!key) return unknown(parameters.ID, io);
  const available = tokens(key.granted - key.charged - key.held);
  if (flags.has('json')) io.out(jsonLine(keyJson(key)));
  else
    say(io, {
      en: `${key.id} (${key.label}) now has ${available} tokens available.`,
      zh: `${key.id}（${key.label}）现有 ${available} 个可用令牌。`,
    });
  return 0;
}

function unknown(id: string, io: CliIo): number {
  complain(io, { en: `There is no key with the id "${id}".`, zh: `没有 ID 为 "${id}" 的密钥。` });
  return 1;
}

function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function readModules(text: string): Module[] {
  if (text === 'all') return [...modules];
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(modules as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw usage(
      `--modules: "${unknown}" is not a module; give all, or some of ${modules.join(',')}`,
      `--modules："${unknown}" 不是模块；请给出 all，或 ${modules.join(',')} 中的若干个`,
    );
  return modules.filter((name) => names.includes(name));
}

function readQuota(text: string): number | null {
  return text === 'none' ? null : readCount('--daily-quota', text, 0, mostCallsADay);
}
