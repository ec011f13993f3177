import type { LocalizedMessage } from '@citewell/core/errors.ts';
import {
  type ApplicationStatus,
  type ApplicationTokenRequest,
  type ApplyRequest,
  type ApplyResponse,
  applicationStates,
  type ClaimResponse,
  modules,
} from '@citewell/sdk';
import { z } from 'zod';
import { contentPattern, fitsCodePoints } from '../../http/body/normalize-text.ts';
import { language, module } from '../../http/schemas/enums.ts';
import { text } from '../../http/schemas/fields.ts';
import { emailAddressMax, isEmailAddress } from '../../platform/text/email-address.ts';

const purposeMin = 10;
const purposeMax = 2_000;
const nameMax = 100;

/** Control characters beyond ASCII and bidirectional ones, which make a terminal or e-mail show a different text. */
const deceptive = /[\x80-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function honest(max: number, allowed: LocalizedMessage) {
  return text(max, allowed).overwrite((value) => value.replace(deceptive, ''));
}

function oneLine(max: number, allowed: LocalizedMessage) {
  return honest(max, allowed)
    .refine((value) => !/[\n\t]/.test(value), { abort: true })
    .overwrite((value) => value.trim())
    .meta({ allowed, minLength: 1, maxLength: max, pattern: `^[^\\t-\\r]*${contentPattern}[^\\t-\\r]*$` });
}

const email = z
  .string()
  .refine(isEmailAddress)
  .meta({
    allowed: {
      en: 'one plain e-mail address of at most 254 characters, without a name, spaces or a second address',
      zh: '一个电子邮件地址，最多 254 个字符，不含姓名、空格或第二个地址',
    },
    format: 'email',
    maxLength: emailAddressMax,
    examples: ['li.wei@example.org'],
  });

const purpose = honest(purposeMax, {
  en: 'text of 10 to 2,000 characters: what the key is for',
  zh: '10 到 2,000 个字符的文本：密钥的用途',
})
  .refine((value) => !fitsCodePoints(value.trim(), purposeMin - 1))
  .meta({
    allowed: {
      en: 'text of 10 to 2,000 characters: what the key is for',
      zh: '10 到 2,000 个字符的文本：密钥的用途',
    },
    minLength: purposeMin,
    maxLength: purposeMax,
  });

const moduleNames = modules.map((name) => `"${name}"`);
const someModules: LocalizedMessage = {
  en: `an array of one or more of ${moduleNames.join(', ')}`,
  zh: `由 ${moduleNames.join('、')} 中的若干个组成的数组`,
};

/** POST /apply. Unknown fields are ignored. */
export const applyRequest = z.object({
  name: oneLine(nameMax, {
    en: 'a name of 1 to 100 characters, on one line',
    zh: '1 到 100 个字符的姓名，单行',
  }),
  email,
  organisation: oneLine(nameMax, {
    en: 'a name of 1 to 100 characters, on one line',
    zh: '1 到 100 个字符的机构名称，单行',
  }).exactOptional(),
  purpose,
  modules: z.array(module).min(1).max(modules.length).meta({ allowed: someModules }).exactOptional(),
  lang: language.exactOptional(),
}) satisfies z.ZodType<ApplyRequest>;

const time = z.string().meta({ format: 'date-time', examples: ['2026-01-15T12:00:00.000Z'] });

export const applyResponse = z.object({
  status_token: z.string().meta({
    description: 'Gives access to the status of the application and lets the applicant withdraw it',
  }),
  status_url: z.string().meta({ format: 'uri' }),
  state: z.literal('submitted'),
}) satisfies z.ZodType<ApplyResponse>;

export const applicationStatus = z.object({
  state: z.enum(applicationStates),
  modules: z.array(module),
  submitted_at: time,
  confirmed_at: time.nullable(),
  due_at: time.nullable().meta({ description: 'End of the third business day after confirmation' }),
  overdue: z.boolean(),
  decided_at: time.nullable(),
  reason: z.string().nullable().meta({ description: 'Reason for rejection' }),
  unclaimed: z
    .boolean()
    .meta({ description: 'A link that shows the key was e-mailed and has not been used' }),
}) satisfies z.ZodType<ApplicationStatus>;

const token = z.string().meta({ description: 'From the link in the e-mail or the reply to POST /apply' });

export const tokenQuery = z.object({ token });
export const tokenRequest = z.object({ token }) satisfies z.ZodType<ApplicationTokenRequest>;

export const claimResponse = z.object({
  key: z.string().meta({ description: 'Shown only once and not stored' }),
}) satisfies z.ZodType<ClaimResponse>;

/** Named schemas of /openapi.json. */
export const applyComponents = {
  ApplyRequest: applyRequest,
  ApplyResponse: applyResponse,
  ApplicationStatus: applicationStatus,
  ApplicationTokenRequest: tokenRequest,
  ClaimResponse: claimResponse,
};
