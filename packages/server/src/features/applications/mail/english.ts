import { counted } from '@citewell/core/text/counted.ts';
import type { KeyTerms } from '../../../accounting/applications/mail.ts';
import { productName } from '../../../platform/version.ts';
import { firstCall, hourMs, indented, minute, type Templates } from './templates.ts';

export const english: Templates = {
  // Nothing from the form: the address may belong to somebody else, who must not receive a stranger's words.
  confirm: ({ confirmToken, statusToken, until }, { link }) => ({
    subject: `Confirm your application for a ${productName} API key`,
    text: [
      `Someone, probably you, has applied for a ${productName} API key with this e-mail address.`,
      '',
      `To confirm the application, open this page by ${minute(until)} and press the button:`,
      link('confirm', confirmToken),
      '',
      'We will decide within 3 business days of your confirmation. If you have an earlier application pending,',
      'this one replaces it.',
      '',
      'Check the status or withdraw the application here:',
      link('status', statusToken),
      '',
      'If you did not apply, ignore this e-mail and nothing will happen.',
    ],
  }),

  key: ({ name, secret, terms }, { api }) => ({
    subject: `Your ${productName} API key`,
    text: [
      `Hello ${name},`,
      '',
      'Your application has been approved. This is your key:',
      '',
      `  ${secret}`,
      '',
      ...termsLines(terms),
      '',
      'Example of a first call:',
      '',
      firstCall(api, secret, 'Does metformin lower cardiovascular risk in type 2 diabetes?'),
      '',
      ...advice(api),
    ],
  }),

  claim: ({ name, claimToken, until, terms }, { link, api }) => ({
    subject: `Your ${productName} API key`,
    text: [
      `Hello ${name},`,
      '',
      `Your application has been approved. Open this page by ${minute(until)} to see your key, which is shown only once:`,
      link('claim', claimToken),
      '',
      ...termsLines(terms),
      '',
      ...advice(api),
    ],
  }),

  rejected: ({ name, reason }) => ({
    subject: `Your application for a ${productName} API key`,
    text: [
      `Hello ${name},`,
      '',
      `Your application for a ${productName} API key was not approved. Reason:`,
      '',
      indented(reason),
      '',
      'You are welcome to apply again.',
    ],
  }),

  reissued: ({ name, secret, hint, graceMs }, { api }) => ({
    subject: `Your ${productName} API key was replaced`,
    text: [
      `Hello ${name},`,
      '',
      ...(secret === null
        ? [
            `Your key was replaced by a new one, ${hint}. For your safety the new key is not in this e-mail:`,
            'ask your operator for it.',
          ]
        : ['Your key was replaced by a new one:', '', `  ${secret}`]),
      '',
      graceMs === null || graceMs === 0
        ? 'Your previous key no longer works.'
        : `Your previous key works for ${counted(graceMs / hourMs, 'more hour')}.`,
      'Balance, quota and usage are unchanged.',
      '',
      ...advice(api),
      '',
      'If you did not expect this e-mail, tell your operator.',
    ],
  }),
};

function termsLines({ modules, dailyQuota, balance, expiresAt }: KeyTerms): string[] {
  return [
    `  modules      ${modules.join(', ')}`,
    `  daily quota  ${dailyQuota === null ? 'no limit' : counted(dailyQuota, 'call')}`,
    `  balance      ${counted(balance, 'token')}`,
    `  expires      ${expiresAt === null ? 'never' : minute(expiresAt)}`,
  ];
}

function advice(api: string): string[] {
  return [
    `To see its usage and remaining balance: GET ${api}/my_usage with the same X-API-Key header.`,
    '',
    'Keep the key out of front-end code and public repositories. If it is lost or leaked, tell your operator immediately;',
    'it will be replaced by a new key with the same balance.',
  ];
}
