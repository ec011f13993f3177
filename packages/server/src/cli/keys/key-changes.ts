import { longestGraceMs } from '../../accounting/keys/key-administration.ts';
import type { Administration } from '../../features/admin/administration.ts';
import { keyDetailsJson } from '../../features/admin/operator-view.ts';
import { attributionOf, jsonLine } from '../accounts/with-administration.ts';
import { type CliIo, printMessage, terminalLanguage } from '../io.ts';
import { readOptions, usage } from '../options.ts';
import {
  readExpiry,
  readLabel,
  readModules,
  readOwner,
  readQuota,
  readReason,
  readRunningCalls,
  requireReason,
} from './key-options.ts';
import { showSecret, unknownKey } from './key-replies.ts';
import { describeKey } from './key-view.ts';

const settings = ['label', 'owner', 'modules', 'daily-quota', 'max-running', 'expires'] as const;

/** `citewell keys update ID`: omitted options stay unchanged. */
export async function update(
  argv: readonly string[],
  administration: Administration,
  io: CliIo,
): Promise<number> {
  const { parameters, values, flags } = readOptions(argv, {
    values: [...settings, 'reason'],
    flags: ['json'],
    parameters: ['ID'],
  });
  const { label, owner, modules, 'daily-quota': quota, 'max-running': running, expires, reason } = values;
  if (settings.every((name) => values[name] === undefined)) {
    const list = settings.map((name) => `--${name}`).join(', ');
    throw usage(`nothing to change; give ${list}`, `没有要更改的内容；请给出 ${list}`);
  }
  const by = attributionOf(io, reason === undefined ? undefined : readReason(reason));
  const key = await administration.keys(by).update(parameters.ID, {
    label: label === undefined ? undefined : readLabel(label),
    ownerEmail: owner === undefined ? undefined : readOwner(owner),
    modules: modules === undefined ? undefined : readModules(modules),
    dailyQuota: quota === undefined ? undefined : readQuota(quota),
    maxRunningCalls: running === undefined ? undefined : readRunningCalls(running),
    expiresAt: expires === undefined ? undefined : readExpiry(expires),
  });
  if (!key) return unknownKey(parameters.ID, io);
  io.out(
    flags.has('json') ? jsonLine(keyDetailsJson(key)) : describeKey(key, terminalLanguage(io.environment)),
  );
  return 0;
}

/** `citewell keys reissue ID`: creates a new secret; balance, quota and usage stay. */
export async function reissue(
  argv: readonly string[],
  administration: Administration,
  io: CliIo,
): Promise<number> {
  const { parameters, values, flags } = readOptions(argv, {
    values: ['grace', 'reason'],
    flags: ['json', 'leaked'],
    parameters: ['ID'],
  });
  if (flags.has('leaked') && values.grace !== undefined)
    throw usage('--grace cannot be combined with --leaked', '已泄露的密钥不能设置 --grace');
  const reissued = await administration.keys(attributionOf(io, requireReason(values.reason))).reissue({
    id: parameters.ID,
    graceMs: flags.has('leaked') ? null : readGrace(values.grace ?? '0'),
  });
  if (!reissued) return unknownKey(parameters.ID, io);
  const { key, secret, mailedTo } = reissued;
  if (mailedTo !== null && !flags.has('json'))
    printMessage(io, {
      en: `The service will notify the owner by e-mail: ${mailedTo}.`,
      zh: `服务将通过邮件通知所有者：${mailedTo}。`,
    });
  return showSecret(key, secret, administration, io, flags.has('json'), { mailed_to: mailedTo });
}

const unitMs = { h: 3_600_000, d: 86_400_000 };

function readGrace(text: string): number {
  const [, count = '', unit = 'h'] = /^(\d{1,3})([hd])?$/.exec(text) ?? [];
  const graceMs = count === '' ? Number.NaN : Number(count) * unitMs[unit as keyof typeof unitMs];
  if (graceMs <= longestGraceMs && (text === '0' || /[hd]$/.test(text))) return graceMs;
  throw usage(
    `--grace is "${text}": give 0, hours such as 24h or days such as 3d, at most 7d`,
    `--grace 的值为 "${text}"：请给出 0、小时数（如 24h）或天数（如 3d），最多 7d`,
  );
}
