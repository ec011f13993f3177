import type { ApplicationStore } from '../../accounting/applications/application.ts';
import type { WriteReissueMail } from '../../accounting/keys/key-administration.ts';
import type { Encryption } from '../../identity/encryption.ts';
import { encryptMail } from './encrypt-mail.ts';

type Options = {
  store: Pick<ApplicationStore, 'findApplication'>;
  /**
   * Loads the encryption; called only for keys with an owner: a command line without e-mails needs no encryption key.
   */
  loadEncryption(): Encryption;
  /** `claim`: the e-mail contains no key; the owner is notified and gets the key from the operator. */
  keyDelivery: 'inline' | 'claim';
};

/**
 * Returns a function that writes the e-mail to the owner of a reissued key: with the new key if new keys are e-mailed,
 * otherwise with its hint. Its language is that of the application, or of the label if there is none.
 */
export function createReissueMail({ store, loadEncryption, keyDelivery }: Options): WriteReissueMail {
  return async ({ key, secret, hint, graceMs }) => {
    const { id, label, ownerEmail: recipient, applicationId } = key;
    if (recipient === null) return undefined;
    const application =
      applicationId === null ? undefined : await store.findApplication({ id: applicationId });
    return encryptMail(
      {
        recipient,
        language: application?.language ?? (/\p{Script=Han}/u.test(label) ? 'zh' : 'en'),
        applicationId: applicationId ?? id,
      },
      {
        kind: 'reissued',
        name: application?.name ?? label,
        secret: keyDelivery === 'inline' ? secret : null,
        ...{ hint, graceMs },
      },
      loadEncryption(),
    );
  };
}
