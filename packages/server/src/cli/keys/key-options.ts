import { type Module, modules } from '@citewell/sdk/protocol';
import { labelMax, reasonMax } from '../../features/admin/fields.ts';
import { isEmailAddress } from '../../platform/text/email-address.ts';
import { readCount, readInstant, readLine, usage } from '../options.ts';

/** Maximum amount that a single command posts, which catches typing errors. */
export const tokensMax = 1_000_000_000_000;
const callsPerDayMax = 1_000_000_000;
const runningCallsMax = 100_000;

/** Defaults of a new key: one person's daily work, and tokens for 5 to 30 answers. */
export const keyDefaults = { label: 'unnamed', dailyQuota: 200, balance: 100_000 };

export function readLabel(text: string): string {
  return readLine('--label', text, labelMax);
}

export function readReason(text: string): string {
  return readLine('--reason', text, reasonMax);
}

/** Returns a mandatory reason. */
export function requireReason(text: string | undefined): string {
  if (text === undefined)
    throw usage('--reason is missing: it is recorded with the change', '缺少 --reason：它将随更改一并记录');
  return readReason(text);
}

export function readModules(text: string): Module[] {
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

export function readQuota(text: string): number | null {
  return text === 'none' ? null : readCount('--daily-quota', text, 0, callsPerDayMax);
}

export function readRunningCalls(text: string): number | null {
  return text === 'default' ? null : readCount('--max-running', text, 1, runningCallsMax);
}

export function readOwner(text: string): string | null {
  if (text === 'none') return null;
  if (isEmailAddress(text)) return text;
  throw usage(
    `--owner is "${text}": give one e-mail address, or none`,
    `--owner 的值为 "${text}"：请给出一个电子邮件地址，或 none`,
  );
}

export function readExpiry(text: string): number | null {
  if (text === 'never') return null;
  const instant = readInstant('--expires', text);
  if (instant > Date.now()) return instant;
  throw usage(
    `--expires is "${text}", which is past: give a later date or time, or disable the key with keys disable`,
    `--expires 的值为 "${text}"，已是过去的时间：请给出之后的日期或时间；如需停用密钥，请用 keys disable`,
  );
}
