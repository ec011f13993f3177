import type { MailContent, NewMail } from '../../accounting/applications/mail.ts';
import { randomBase62 } from '../../accounting/keys/secret.ts';
import type { Encryption } from '../../identity/encryption.ts';

/** Kinds of e-mail that may be sent again with new content. */
const repeatable: ReadonlySet<MailContent['kind']> = new Set(['claim', 'reissued']);

/** Encrypts a mail for the outbox. */
export function encryptMail(
  to: Pick<NewMail, 'recipient' | 'language' | 'applicationId'>,
  content: MailContent,
  encryption: Encryption,
): NewMail {
  const id = `mail_${randomBase62(16)}`;
  const { kind } = content;
  return {
    ...to,
    ...{ id, kind, encryptionId: encryption.id },
    dedupe: repeatable.has(kind) ? `${kind}:${id}` : `${kind}:${to.applicationId}`,
    content: encryption.encrypt(JSON.stringify(content), id),
  };
}
