import { systemClock } from '@citewell/core/clock.ts';
import { applicationStates } from '@citewell/sdk/protocol';
import type { Application } from '../../accounting/applications/application.ts';
import { listedByDefault } from '../../accounting/operator-store.ts';
import { loadEncryptionKey } from '../../database/encryption-key.ts';
import { openStorage } from '../../database/open-storage.ts';
import { applicationJson } from '../../features/applications/application-view.ts';
import { type Applications, createApplications } from '../../features/applications/applications.ts';
import { createEncryption } from '../../identity/encryption.ts';
import { readConfig } from '../../platform/config.ts';
import { type CliIo, printError, printMessage, terminalLanguage } from '../io.ts';
import {
  keyDefaults,
  readExpiry,
  readLabel,
  readModules,
  readQuota,
  readReason,
  tokensMax,
} from '../keys/key-options.ts';
import { readCount, readOneOf, readOptions, usage } from '../options.ts';
import { applicationTable, describeApplication } from './application-view.ts';
import { attributionOf, jsonLine, pickAction } from './with-administration.ts';

type Action = (argv: readonly string[], applications: Applications, io: CliIo) => Promise<number>;

const actions: Record<string, Action> = { list, show, approve, reject, resend };
const listedAtMost = 1_000;

/** `citewell applications …`: decides on applications next to a running server, which then sends the e-mails. */
export async function applicationsCommand(
  [name = '', ...argv]: readonly string[],
  io: CliIo,
): Promise<number> {
  const action = pickAction('applications', name, actions);
  return withApplications(io, (applications) => action(argv, applications, io));
}

/** Opens the applications of the configured database, next to a running service. */
export async function withApplications<Result>(
  io: CliIo,
  work: (applications: Applications) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(io.environment);
  const storage = await openStorage({ ...config, clock: systemClock, log: () => {}, create: false });
  try {
    const encryption = createEncryption(loadEncryptionKey(config.secretsKeyPath, config.secretsKey));
    const { store } = storage;
    return await work(createApplications({ ...config, store, encryption, clock: systemClock }));
  } finally {
    await storage.close();
  }
}

async function list(argv: readonly string[], applications: Applications, io: CliIo): Promise<number> {
  const { values, flags } = readOptions(argv, { values: ['state', 'search', 'limit'], flags: ['json'] });
  const { state, search, limit } = values;
  const { items } = await applications.search({
    state: state === undefined ? undefined : readOneOf('--state', state, applicationStates),
    text: search,
    limit: limit === undefined ? listedByDefault : readCount('--limit', limit, 1, listedAtMost),
  });
  const now = systemClock.now();
  if (flags.has('json')) io.out(jsonLine(items.map((item) => applicationJson(item, now))));
  else if (items.length > 0) io.out(applicationTable(items, now, terminalLanguage(io.environment)));
  else printMessage(io, { en: 'No matching applications.', zh: '没有符合条件的申请。' });
  return 0;
}

async function show(argv: readonly string[], applications: Applications, io: CliIo): Promise<number> {
  const { parameters, flags } = readOptions(argv, { values: [], flags: ['json'], parameters: ['ID'] });
  const application = await applications.get(parameters.ID);
  if (!application) {
    printError(io, {
      en: `No application has the id "${parameters.ID}".`,
      zh: `没有 ID 为 "${parameters.ID}" 的申请。`,
    });
    return 1;
  }
  const now = systemClock.now();
  const { items: mails } = await applications.mails({ applicationId: application.id, limit: 10 });
  if (flags.has('json')) io.out(jsonLine(applicationJson(application, now)));
  else io.out(describeApplication(application, mails, now, terminalLanguage(io.environment)));
  return 0;
}

async function approve(argv: readonly string[], applications: Applications, io: CliIo): Promise<number> {
  const { parameters, values, flags } = readOptions(argv, {
    values: ['label', 'modules', 'daily-quota', 'balance', 'expires'],
    flags: ['json'],
    parameters: ['ID'],
  });
  const { label, 'daily-quota': quota, balance, expires } = values;
  const terms = {
    label: label === undefined ? undefined : readLabel(label),
    modules: values.modules === undefined ? undefined : readModules(values.modules),
    dailyQuota: quota === undefined ? keyDefaults.dailyQuota : readQuota(quota),
    balance: balance === undefined ? keyDefaults.balance : readCount('--balance', balance, 0, tokensMax),
    expiresAt: expires === undefined ? null : readExpiry(expires),
  };
  const approved = await applications.approve(parameters.ID, terms, attributionOf(io));
  return report(approved, flags, io, {
    en: `${approved.id} approved: ${approved.keyId}. The service will e-mail the key to ${approved.email}.`,
    zh: `${approved.id} 已批准：${approved.keyId}。服务会将密钥发送至 ${approved.email}。`,
  });
}

async function reject(argv: readonly string[], applications: Applications, io: CliIo): Promise<number> {
  const { parameters, values, flags } = readOptions(argv, {
    values: ['reason'],
    flags: ['json'],
    parameters: ['ID'],
  });
  if (values.reason === undefined)
    throw usage('--reason is missing: it is e-mailed to the applicant', '缺少 --reason：它会发送给申请人');
  const reason = readReason(values.reason);
  const rejected = await applications.reject(parameters.ID, reason, attributionOf(io));
  return report(rejected, flags, io, {
    en: `${rejected.id} rejected. The service will e-mail the reason to ${rejected.email}.`,
    zh: `${rejected.id} 已拒绝。服务会将原因发送至 ${rejected.email}。`,
  });
}

async function resend(argv: readonly string[], applications: Applications, io: CliIo): Promise<number> {
  const { parameters } = readOptions(argv, { values: [], flags: [], parameters: ['ID'] });
  await applications.resend(parameters.ID, attributionOf(io));
  printMessage(io, { en: 'The service will send the e-mail now.', zh: '服务将立即发送该邮件。' });
  return 0;
}

function report(
  application: Application,
  flags: ReadonlySet<'json'>,
  io: CliIo,
  sentence: Parameters<typeof printMessage>[1],
): number {
  if (flags.has('json')) io.out(jsonLine(applicationJson(application, systemClock.now())));
  else printMessage(io, sentence);
  return 0;
}
