import { applicationStates } from '@citewell/sdk';
import { z } from 'zod';
import { mailStates } from '../../accounting/applications/outbox.ts';
import type { Objection } from '../../http/body/validate.ts';
import { roles } from '../../identity/administrator.ts';
import * as field from './fields.ts';

/** Schemas of requests to the administration. Unknown fields are ignored. */

/** Password, which is never repeated in an error. */
const password = z
  .unknown()
  .refine((value) => typeof value === 'string' && value.length > 0 && value.length <= 1_000, {
    params: { got: { en: 'something else', zh: '其他内容' } } satisfies Objection,
  })
  .pipe(z.string())
  .meta({ allowed: { en: 'the password as text', zh: '文本形式的密码' }, type: 'string' });

export const signInRequest = z.object({
  name: field.line(100, { en: 'the name of an administrator', zh: '管理员名称' }),
  password,
});

export const createKeyRequest = z.object({
  label: field.label,
  owner_email: field.emailAddress.exactOptional(),
  modules: field.moduleNames,
  daily_quota: field.dailyQuota,
  max_running_calls: field.maxRunningCalls.exactOptional(),
  balance: field.balance,
  expires_at: field.expiry.exactOptional(),
  status: field.status.exactOptional(),
  reason: field.reason.exactOptional(),
});

export const updateKeyRequest = z.object({
  label: field.label.exactOptional(),
  owner_email: field.emailAddress
    .nullable()
    .meta({ allowed: { en: 'one e-mail address, or null', zh: '一个电子邮件地址，或 null' } })
    .exactOptional(),
  modules: field.moduleNames.exactOptional(),
  daily_quota: field.dailyQuota.exactOptional(),
  max_running_calls: field.maxRunningCalls.exactOptional(),
  expires_at: field.expiry.exactOptional(),
  reason: field.reason.exactOptional(),
});

export const reasonRequest = z.object({ reason: field.reason });

export const optionalReasonRequest = z.object({ reason: field.reason.exactOptional() });

export const reissueRequest = z.object({
  grace_hours: z
    .int()
    .min(0)
    .max(168)
    .meta({
      allowed: {
        en: 'a whole number from 0 to 168: hours the old key remains valid',
        zh: '0 到 168 的整数：旧密钥继续有效的小时数',
      },
      default: 0,
    })
    .exactOptional(),
  leaked: z
    .boolean()
    .meta({
      allowed: { en: 'true to revoke every earlier secret immediately', zh: 'true 表示立即吊销所有旧密钥' },
      default: false,
    })
    .exactOptional(),
  reason: field.reason,
});

export const topUpRequest = z.object({
  amount: field.amount,
  reason: field.reason,
  operation_key: field.operationKey.exactOptional(),
});

export const adjustRequest = topUpRequest.extend({ amount: field.signedAmount });

export const keysQuery = z.object({
  search: field.searchText.exactOptional(),
  status: field.status.exactOptional(),
  ...field.pageQuery,
});

export const callsQuery = z.object({ key_id: field.searchText.exactOptional(), ...field.pageQuery });

export const applicationsQuery = z.object({
  search: field.searchText.exactOptional(),
  state: field.oneOf(applicationStates).exactOptional(),
  ...field.pageQuery,
});

export const approveRequest = z.object({
  label: field.label.exactOptional(),
  modules: field.moduleNames.exactOptional(),
  daily_quota: field.dailyQuota,
  max_running_calls: field.maxRunningCalls.exactOptional(),
  balance: field.balance,
  expires_at: field.expiry.exactOptional(),
  reason: field.reason.exactOptional(),
});

export const mailsQuery = z.object({
  state: field.oneOf(mailStates).exactOptional(),
  application_id: field.searchText.exactOptional(),
  ...field.pageQuery,
});

export const auditQuery = z.object({
  actor: field.searchText.exactOptional(),
  action: field.searchText.exactOptional(),
  target: field.searchText.exactOptional(),
  from: field.instant.exactOptional(),
  to: field.instant.exactOptional(),
  format: field.oneOf(['json', 'csv']).exactOptional(),
  ...field.pageQuery,
});

export const requestComponents = {
  SignInRequest: signInRequest,
  CreateKeyRequest: createKeyRequest,
  UpdateKeyRequest: updateKeyRequest,
  ReasonRequest: reasonRequest,
  OptionalReasonRequest: optionalReasonRequest,
  ReissueRequest: reissueRequest,
  ApproveRequest: approveRequest,
  TopUpRequest: topUpRequest,
  AdjustRequest: adjustRequest,
};

export const roleName = z.enum(roles);
