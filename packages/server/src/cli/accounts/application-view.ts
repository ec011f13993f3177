import type { ApplicationState, Language } from '@citewell/sdk';
import type { Application } from '../../accounting/applications/application.ts';
import type { MailRecord, MailState } from '../../accounting/applications/outbox.ts';
import { applicationJson, isOverdue, mailJson } from '../../features/applications/application-view.ts';
import { formatTable } from '../table.ts';

/** Formats applications, one per line; names, of any width, come last. */
export function applicationTable(
  applications: readonly Application[],
  now: number,
  language: Language,
): string {
  const titles =
    language === 'zh' ? ['ID', '状态', '审批期限', '邮箱', '姓名'] : ['ID', 'STATE', 'DUE', 'E-MAIL', 'NAME'];
  const rows = applications.map((application) => {
    const { id, state, email, name } = application;
    return [id, stateWord(state, language), due(application, now, language), email, name];
  });
  return formatTable([titles, ...rows]);
}

/** Formats an application and its latest e-mails, one item per line. */
export function describeApplication(
  application: Application,
  mails: readonly MailRecord[],
  now: number,
  language: Language,
): string {
  const { id, name, email, organisation, purpose, modules, state, decidedBy, reason, keyId } = application;
  const json = applicationJson(application, now);
  const lines: [en: string, zh: string, value: string | null][] = [
    ['id', 'ID', id],
    ['state', '状态', stateWord(state, language)],
    ['name', '姓名', name],
    ['e-mail', '邮箱', email],
    ['organisation', '机构', organisation],
    ['modules', '模块', modules.join(', ')],
    ['language', '语言', application.language],
    ['submitted', '提交时间', json.submitted_at],
    ['confirmed', '确认时间', json.confirmed_at],
    ['due', '审批期限', state === 'confirmed' ? due(application, now, language) : null],
    ['decided', '审批时间', json.decided_at],
    ['decided by', '审批人', decidedBy],
    ['reason', '原因', reason],
    ['key', '密钥 ID', keyId],
    ['claim until', '领取期限', json.claim_until],
    ['claimed', '领取时间', json.claimed_at],
    ...mails.map((mail): [string, string, string] => ['mail', '邮件', mailLine(mail, language)]),
    ['purpose', '用途', purpose],
  ];
  return lines
    .filter(([, , value]) => value !== null)
    .map(([en, zh, value]) => (language === 'zh' ? `${zh}：${value}\n` : `${en.padEnd(14)}${value}\n`))
    .join('');
}

function due(application: Application, now: number, language: Language): string {
  if (application.state !== 'confirmed' || application.dueAt === null) return '-';
  const time = new Date(application.dueAt).toISOString().slice(0, 16).replace('T', ' ');
  if (!isOverdue(application, now)) return time;
  return `${time} ${language === 'zh' ? '已逾期' : 'OVERDUE'}`;
}

/** Formats e-mails, one per line. */
export function mailTable(mails: readonly MailRecord[], language: Language): string {
  const titles =
    language === 'zh'
      ? ['ID', '状态', '种类', '尝试次数', '申请', '收件人', '下次尝试或结束时间', '最近错误']
      : ['ID', 'STATE', 'KIND', 'TRIES', 'APPLICATION', 'RECIPIENT', 'NEXT TRY OR END', 'LAST ERROR'];
  const rows = mails.map((mail) => {
    const { ended_at, next_try_at, last_error } = mailJson(mail);
    const state = mailWords[mail.state][language];
    const { id, kind, attempts, applicationId, recipient } = mail;
    const when = ended_at ?? next_try_at ?? '-';
    return [id, state, kind, String(attempts), applicationId, recipient, when, last_error ?? '-'];
  });
  return formatTable([titles, ...rows], [3]);
}

function mailLine(mail: MailRecord, language: Language): string {
  const { ended_at, next_try_at, last_error } = mailJson(mail);
  const word = mailWords[mail.state][language];
  return [mail.id, mail.kind, word, ended_at ?? next_try_at, last_error].filter(Boolean).join('  ');
}

const mailWords: Record<MailState, Record<Language, string>> = {
  waiting: { en: 'waiting', zh: '等待发送' },
  sent: { en: 'sent', zh: '已发送' },
  failed: { en: 'failed', zh: '发送失败' },
};

function stateWord(state: ApplicationState, language: Language): string {
  if (language === 'en') return state;
  return {
    submitted: '待确认',
    confirmed: '待审批',
    approved: '已批准',
    rejected: '已拒绝',
    withdrawn: '已撤回',
  }[state];
}
