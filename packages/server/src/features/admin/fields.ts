import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { modules } from '@citewell/sdk';
import { z } from 'zod';
import { listedByDefault } from '../../accounting/operator-store.ts';
import { fitsCodePoints } from '../../http/body/normalize-text.ts';
import { deceptiveCharacters } from '../../platform/text/deceptive-characters.ts';
import { isEmailAddress } from '../../platform/text/email-address.ts';

/** Fields of the operator's requests, in bodies and queries. */

const tokensMax = 1_000_000_000_000;
const callsADayMax = 1_000_000_000;
const runningCallsMax = 100_000;
const pageMax = 200;

/** Non-empty single line of text. */
export function line(max: number, allowed: LocalizedMessage) {
  return z
    .string()
    .overwrite((text) => text.normalize('NFC').trim())
    .refine(
      (text) =>
        text !== '' && fitsCodePoints(text, max) && text.isWellFormed() && !deceptiveCharacters.test(text),
    )
    .meta({ allowed });
}

/** Maximum lengths of a key's label and of a reason, in characters. */
export const labelMax = 200;
export const reasonMax = 500;

export const label = line(labelMax, {
  en: `one line of 1 to ${labelMax} characters`,
  zh: `1 到 ${labelMax} 个字符的单行文本`,
});

export const reason = line(reasonMax, {
  en: `one line of 1 to ${reasonMax} characters, which is recorded with the change`,
  zh: `1 到 ${reasonMax} 个字符的单行文本，将随更改一并记录`,
});

export const operationKey = line(200, {
  en: 'one line of 1 to 200 characters; entries repeated with the same value are posted once',
  zh: '1 到 200 个字符的单行文本；以相同的值重复提交时只记账一次',
});

export const emailAddress = z
  .string()
  .refine(isEmailAddress)
  .meta({ allowed: { en: 'one e-mail address', zh: '一个电子邮件地址' } });

export const moduleNames = z
  .array(z.enum(modules))
  .min(1)
  .overwrite((names) => modules.filter((name) => names.includes(name)))
  .meta({
    allowed: {
      en: `an array of at least one of ${modules.join(', ')}`,
      zh: `由 ${modules.join('、')} 中至少一个组成的数组`,
    },
  });

export const dailyQuota = z
  .int()
  .min(0)
  .max(callsADayMax)
  .nullable()
  .meta({
    allowed: {
      en: 'a whole number of calls per day, or null for no limit',
      zh: '每日调用次数（整数），或 null 表示不限',
    },
  });

export const maxRunningCalls = z
  .int()
  .min(1)
  .max(runningCallsMax)
  .nullable()
  .meta({
    allowed: {
      en: 'a number of concurrent calls from 1 to 100,000, or null for the default',
      zh: '可同时运行的调用数（1 到 100,000），或 null 表示采用默认值',
    },
  });

export const balance = z
  .int()
  .min(0)
  .max(tokensMax)
  .meta({ allowed: { en: 'a whole number of tokens, 0 or more', zh: '不小于 0 的 Token 数（整数）' } });

export const amount = z
  .int()
  .min(1)
  .max(tokensMax)
  .meta({ allowed: { en: 'a whole number of tokens, 1 or more', zh: '不小于 1 的 Token 数（整数）' } });

export const signedAmount = z
  .int()
  .min(-tokensMax)
  .max(tokensMax)
  .refine((tokens) => tokens !== 0)
  .meta({
    allowed: {
      en: 'a whole number of tokens, negative to deduct',
      zh: 'Token 数（整数），负数表示扣减',
    },
  });

const instantAllowed = {
  en: 'a date or time such as 2027-01-31 or 2027-01-31T18:00:00Z',
  zh: '日期或时间，例如 2027-01-31 或 2027-01-31T18:00:00Z',
};

/** Parses a time to epoch milliseconds. A date means its first instant in UTC. */
export const instant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => Date.parse(text))
  .pipe(z.number())
  .meta({ allowed: instantAllowed, type: 'string', format: 'date-time' });

export const expiry = instant.nullable().meta({
  allowed: {
    en: `${instantAllowed.en}, or null for never`,
    zh: `${instantAllowed.zh}，或 null 表示永不过期`,
  },
});

export function oneOf<const Names extends readonly string[]>(names: Names) {
  const list = names.map((name) => `"${name}"`);
  return z.enum(names).meta({
    allowed: { en: `one of ${list.join(', ')}`, zh: `下列之一：${list.join('、')}` },
  });
}

export const status = oneOf(['enabled', 'disabled']);

export const searchText = line(200, {
  en: 'one line of text, up to 200 characters',
  zh: '不超过 200 个字符的单行文本',
});

export const cursorAllowed = { en: 'the "next_cursor" of the previous page', zh: '上一页的 "next_cursor"' };

/** Query parameters of every list. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(pageMax))
    .meta({
      allowed: { en: `a whole number from 1 to ${pageMax}`, zh: `1 到 ${pageMax} 的整数` },
      default: listedByDefault,
    })
    .exactOptional(),
  cursor: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .meta({ allowed: cursorAllowed })
    .exactOptional(),
};

export function pageOf({ limit = listedByDefault, cursor }: { limit?: number; cursor?: string }) {
  return { limit, after: cursor };
}
