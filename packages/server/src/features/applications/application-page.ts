import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { ApplicationStatus } from '@citewell/sdk';
import type { Application } from '../../accounting/applications/application.ts';
import type { Page } from '../../http/pages/page.ts';
import { applicationJson } from './application-view.ts';

/** Application in the form shown to its applicant. */
export function applicationStatus(application: Application, now: number): ApplicationStatus {
  const { state, modules, claimUntil, claimedAt } = application;
  const { submitted_at, confirmed_at, due_at, overdue, decided_at, reason } = applicationJson(
    application,
    now,
  );
  return {
    ...{ state, modules, submitted_at, confirmed_at, due_at, overdue, decided_at },
    // An operator's note on an approval is for operators only.
    reason: state === 'rejected' ? reason : null,
    unclaimed: claimUntil !== null && claimedAt === null,
  };
}

/** Renders the state of an application for people. `lastDay` is the deadline of the decision. */
export function statusPage(
  status: ApplicationStatus,
  lastDay: string | undefined,
  token: string | undefined,
): Page {
  const open = status.state === 'submitted' || status.state === 'confirmed';
  return {
    title: { en: 'Your application', zh: '您的申请' },
    text: [describeStatus(status, lastDay)],
    ...(open &&
      token !== undefined && {
        form: { action: 'withdraw', token, button: { en: 'Withdraw application', zh: '撤回申请' } },
      }),
  };
}

function describeStatus(
  { state, overdue, reason, unclaimed }: ApplicationStatus,
  lastDay = '',
): LocalizedMessage {
  switch (state) {
    case 'submitted':
      return {
        en: 'Your application is not confirmed yet. Within 72 hours, open the link in the e-mail we sent; check your spam folder, too. We send at most one e-mail per hour to an address.',
        zh: '尚未确认：请在 72 小时内打开我们发送的邮件中的链接，也请检查垃圾邮件。同一邮箱每小时最多发送一封。',
      };
    case 'confirmed':
      return overdue
        ? {
            en: `Your application is confirmed. It should have been decided by ${lastDay}; we are sorry for the delay. Please contact the operator.`,
            zh: `申请已确认，本应于 ${lastDay} 当日结束前完成审批。非常抱歉，请联系管理员。`,
          }
        : {
            en: `Your application is confirmed. We will decide by ${lastDay} and e-mail you.`,
            zh: `申请已确认，将于 ${lastDay} 当日结束前完成审批，届时会以邮件通知您。`,
          };
    case 'approved':
      return unclaimed
        ? {
            en: 'Your application was approved. Our e-mail contains a link that shows your key once.',
            zh: '申请已获批准。我们发送的邮件中有领取密钥的链接，密钥仅显示一次。',
          }
        : {
            en: 'Your application was approved, and your key has been sent to you.',
            zh: '申请已获批准，密钥已发送给您。',
          };
    case 'rejected':
      return {
        en: `Your application was not approved. Reason: ${reason ?? ''}`,
        zh: `申请未获批准，原因：${reason ?? ''}`,
      };
    case 'withdrawn':
      return { en: 'Your application was withdrawn.', zh: '申请已撤回。' };
  }
}

/** Renders the page behind the link in the e-mail. Only its button confirms, since mail scanners open links. */
export function confirmPage({ name, organisation, purpose }: Application, token: string): Page {
  return {
    title: { en: 'Confirm your application', zh: '确认您的申请' },
    text: [
      {
        en: 'Someone applied for an API key with your e-mail address. Confirm the application only if it is yours.',
        zh: '以下 API 密钥申请使用了您的邮箱。仅当申请由您本人提交时，才请确认。',
      },
    ],
    code: [name, organisation, purpose].filter(Boolean).join('\n'),
    form: { action: 'confirm', token, button: { en: 'Confirm', zh: '确认申请' } },
  };
}

export function claimPage(token: string): Page {
  return {
    title: { en: 'Your API key', zh: '您的 API 密钥' },
    text: [
      {
        en: 'Press the button to create your key. It is shown only once, so have a safe place to store it ready.',
        zh: '点击按钮后将生成您的密钥，仅显示一次。请先准备好安全的保存位置。',
      },
    ],
    form: { action: 'claim', token, button: { en: 'Show key', zh: '显示密钥' } },
  };
}

export function keyPage(key: string): Page {
  return {
    title: { en: 'Your API key', zh: '您的 API 密钥' },
    text: [
      {
        en: 'Copy it now. It won’t be shown again. Send it in the X-API-Key header.',
        zh: '请立即复制：密钥仅显示这一次，不会保存。调用时请放在 X-API-Key 请求头中。',
      },
    ],
    code: key,
  };
}
