import type { MailContent, MailKind } from '../../../accounting/applications/mail.ts';

/** Names and addresses of this installation that the texts mention. */
export type Place = {
  link(page: 'confirm' | 'status' | 'claim', token: string): string;
  /** "https://host/ai/api" */
  api: string;
};

/** Subjects are fixed: nothing from an applicant enters a header. `text` has one element per line. */
export type Words = { subject: string; text: string[] };

/** Texts of every e-mail in one language. */
export type Templates = {
  [Kind in MailKind]: (content: Extract<MailContent, { kind: Kind }>, place: Place) => Words;
};

/** "2026-03-05 16:00 UTC" */
export function minute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export const hourMs = 3_600_000;

export function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** Example call that works as it is. */
export function firstCall(api: string, key: string, question: string): string {
  return `  curl -s ${api}/ask -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify({ question })}'`;
}
