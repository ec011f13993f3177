import { groupThousands } from '@citewell/core/text/counted.ts';
import type { KeyTerms } from '../../../accounting/applications/mail.ts';
import { productName } from '../../../platform/version.ts';
import { firstCall, hourMs, indented, minute, type Templates } from './templates.ts';

export const chinese: Templates = {
  confirm: ({ confirmToken, statusToken, until }, { link }) => ({
    subject: `请确认您的 ${productName} API 密钥申请`,
    text: [
      `有人（很可能是您本人）使用此邮箱申请了 ${productName} API 密钥。`,
      '',
      `请在 ${minute(until)} 之前打开以下页面，并点击按钮确认申请：`,
      link('confirm', confirmToken),
      '',
      '确认后我们将在 3 个工作日内审批。如果您此前的申请尚在等待审批，本次申请将取代它。',
      '',
      '在此查看进度或撤回申请：',
      link('status', statusToken),
      '',
      '如果不是您本人操作，请忽略此邮件，不会产生任何影响。',
    ],
  }),

  key: ({ name, secret, terms }, { api }) => ({
    subject: `您的 ${productName} API 密钥`,
    text: [
      `${name}，您好：`,
      '',
      '您的申请已获批准。您的密钥为：',
      '',
      `  ${secret}`,
      '',
      ...termsLines(terms),
      '',
      '首次调用示例：',
      '',
      firstCall(api, secret, '二甲双胍能降低2型糖尿病患者的心血管风险吗？'),
      '',
      ...advice(api),
    ],
  }),

  claim: ({ name, claimToken, until, terms }, { link, api }) => ({
    subject: `您的 ${productName} API 密钥`,
    text: [
      `${name}，您好：`,
      '',
      `您的申请已获批准。请在 ${minute(until)} 之前打开以下页面领取密钥，密钥仅显示一次：`,
      link('claim', claimToken),
      '',
      ...termsLines(terms),
      '',
      ...advice(api),
    ],
  }),

  rejected: ({ name, reason }) => ({
    subject: `您的 ${productName} API 密钥申请`,
    text: [
      `${name}，您好：`,
      '',
      `您的 ${productName} API 密钥申请未获批准，原因如下：`,
      '',
      indented(reason),
      '',
      '欢迎您据此完善后重新申请。',
    ],
  }),

  reissued: ({ name, secret, hint, graceMs }, { api }) => ({
    subject: `您的 ${productName} API 密钥已更换`,
    text: [
      `${name}，您好：`,
      '',
      ...(secret === null
        ? [`您的密钥已更换为新密钥 ${hint}。为安全起见，新密钥不在此邮件中，请向管理员索取。`]
        : ['您的密钥已更换。新密钥为：', '', `  ${secret}`]),
      '',
      graceMs === null || graceMs === 0
        ? '原密钥已失效。'
        : `原密钥在 ${groupThousands(graceMs / hourMs)} 小时内仍可使用。`,
      '余额、配额与用量记录不变。',
      '',
      ...advice(api),
      '',
      '如果您不清楚更换的原因，请联系管理员。',
    ],
  }),
};

function termsLines({ modules, dailyQuota, balance, expiresAt }: KeyTerms): string[] {
  return [
    `  模块：${modules.join('、')}`,
    `  每日配额：${dailyQuota === null ? '不限' : `${groupThousands(dailyQuota)} 次调用`}`,
    `  余额：${groupThousands(balance)} 个 Token`,
    `  过期时间：${expiresAt === null ? '永不过期' : minute(expiresAt)}`,
  ];
}

function advice(api: string): string[] {
  return [
    `查看用量与余额：携带相同的 X-API-Key 请求头访问 GET ${api}/my_usage。`,
    '',
    '请勿将密钥写入前端代码或公开仓库。如果密钥遗失或泄露，请立即联系管理员重新签发，余额保持不变。',
  ];
}
