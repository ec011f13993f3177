import type { KeyTerms } from '../accounts/outbox.ts';
import { productName } from '../version.ts';
import { firstCall, grouped, indented, minute, type Templates } from './templates.ts';

export const english: Templates = {
  // Nothing of what was filled in: the address may be a stranger's, who must not be sent somebody else's words.
  confirm: ({ confirmToken, statusToken, until }, { link }) => ({
    subject: `Confirm your application for a ${productName} API key`,
    text: [
      `Somebody, probably you, has applied for a ${productName} API key with this address.`,
      '',
      `To confirm the application, open this page until ${minute(until)} and press its button:`,
      link('confirm', confirmToken),
      '',
      'It is decided on within 3 working days after that. If an earlier application of yours is waiting for a decision,',
      'this one takes its place.',
      '',
      'Follow or withdraw it here:',
      link('status', statusToken),
      '',
      'If it was not you, do nothing: nothing happens then.',
    ],
  }),

  key: ({ name, secret, terms }, { api }) => ({
    subject: `Your ${productName} API key`,
    text: [
      `Hello ${name},`,
      '',
      'your application is approved. This is your key:',
      '',
      `  ${secret}`,
      '',
      ...termsLines(terms),
      '',
      'A first call:',
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
      `your application is approved. This page shows you your key, once, until ${minute(until)}:`,
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
      `your application for a ${productName} API key was not approved. The reason given:`,
      '',
      indented(reason),
      '',
      'With this in mind you are welcome to apply again.',
    ],
  }),
};

function termsLines({ modules, dailyQuota, balance, expiresAt }: KeyTerms): string[] {
  return [
    `  modules      ${modules.join(', ')}`,
    `  daily quota  ${dailyQuota === null ? 'no limit' : `${grouped(dailyQuota)} calls`}`,
    `  balance      ${grouped(balance)} tokens`,
    `  expires      ${expiresAt === null ? 'never' : minute(expiresAt)}`,
  ];
}

function advice(api: string): string[] {
  return [
    `What it has used, and what is left: GET ${api}/my_usage with the same X-API-Key header.`,
    '',
    'Keep the key out of front-end code and public repositories. If it is lost, or somebody else has seen it, tell your',
    'operator at once: it is replaced by a new one with the same balance.',
  ];
}
