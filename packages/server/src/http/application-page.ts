import type { ApplicationStatus } from '@citewell/sdk';
import type { Application } from '../accounts/application.ts';
import { applicationJson } from '../accounts/application-view.ts';
import type { Sentence } from '../errors.ts';
import type { Page } from './page.ts';

/** An application as its applicant may see it. */
export function applicationStatus(application: Application, now: number): ApplicationStatus {
  const { state, modules, claimUntil, claimedAt } = application;
  const { submitted_at, confirmed_at, due_at, overdue, decided_at, reason } = applicationJson(
    application,
    now,
  );
  return {
    ...{ state, modules, submitted_at, confirmed_at, due_at, overdue, decided_at },
    // What an operator noted about an approval is for operators.
    reason: state === 'rejected' ? reason : null,
    unclaimed: claimUntil !== null && claimedAt === null,
  };
}

/** Where an application stands, for people. `lastDay`: the date of the last day to decide it on. */
export function statusPage(
  status: ApplicationStatus,
  lastDay: string | undefined,
  token: string | undefined,
): Page {
  const open = status.state === 'submitted' || status.state === 'confirmed';
  return {
    title: { en: 'Your application', zh: '您的申请' },
    text: [standing(status, lastDay)],
    ...(open &&
      token !== undefined && {
        form: { action: 'withdraw', token, button: { en: 'Withdraw the application', zh: '撤回申请' } },
      }),
  };
}

function standing({ state, overdue, reason, unclaimed }: ApplicationStatus, lastDay = ''): Sentence {
  switch (state) {
    case 'submitted':
      return {
        en: 'It is not confirmed yet: open the link in the mail we sent, within 72 hours. Look among the spam too; one address is mailed once an hour at most.',
        zh: '尚未确认：请在 72 小时内打开我们发送的邮件中的链接，也请检查垃圾邮件。同一邮箱每小时最多发送一封。',
      };
    case 'confirmed':
      return overdue
        ? {
            en: `It is confirmed and should have been decided on by ${lastDay}. We are sorry; please ask the operator.`,
            zh: `申请已确认，本应于 ${lastDay} 当日结束前完成审批。非常抱歉，请联系管理员。`,
          }
        : {
            en: `It is confirmed and is decided on by ${lastDay}. We write to you then.`,
            zh: `申请已确认，将于 ${lastDay} 当日结束前完成审批，届时会以邮件通知您。`,
          };
    case 'approved':
      return unclaimed
        ? {
            en: 'It is approved. The mail we sent holds a link that shows you your key, once.',
            zh: '申请已获批准。我们发送的邮件中有领取密钥的链接，密钥仅显示一次。',
          }
        : {
            en: 'It is approved, and you have been sent your key.',
            zh: '申请已获批准，密钥已发送给您。',
          };
    case 'rejected':
      return {
        en: `It was not approved. The reason given: ${reason ?? ''}`,
        zh: `申请未获批准，原因：${reason ?? ''}`,
      };
    case 'withdrawn':
      return { en: 'It is withdrawn.', zh: '申请已撤回。' };
  }
}

/** The page behind the link in the mail: mail scanners open links, so only its button confirms. */
export function confirmPage({ name, organisation, purpose }: Application, token: string): Page {
  return {
    title: { en: 'Confirm your application', zh: '确认您的申请' },
    text: [
      {
        en: 'This application for an API key was made with your e-mail address. Confirm it only if it is yours.',
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
        en: 'Your key is made when you press the button, and shown once: have a safe place for it ready.',
        zh: '点击按钮后将生成您的密钥，仅显示一次。请先准备好安全的保存位置。',
      },
    ],
    form: { action: 'claim', token, button: { en: 'Show the key', zh: '显示密钥' } },
  };
}

export function keyPage(key: string): Page {
  return {
    title: { en: 'Your API key', zh: '您的 API 密钥' },
    text: [
      {
        en: 'Copy it now: it is shown this once and kept nowhere. Send it in the X-API-Key header.',
        zh: '请立即复制：密钥仅显示这一次，不会保存。调用时请放在 X-API-Key 请求头中。',
      },
    ],
    code: key,
  };
}
