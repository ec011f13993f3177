import type { ApplicationStore } from '../../accounting/applications/application.ts';
import type { WriteReissueMail } from '../../accounting/keys/key-administration.ts';
import type { Encryption } from '../../identity/encryption.ts';
import { encryptMail } from './encrypt-mail.ts';

type Options = {
  store: Pick<ApplicationStore, 'findApplication'>;
  /**
   * Loads the encryption; called for keys with an owner only: a command line without e-mails needs no encryption key.
   */
  loadEncryption(): Encryption;
  /** `claim`: no key in an e-mail, so that the owner is told of the new one and gets it from the operator. */
  keyDelivery: 'inline' | 'claim';
};

/**
 * Returns a function that writes the mail to the owner of a reissued key: with the new key where new keys are mailed, too, else
 * with its hint only. Its language is that of the application, or of the label where the key was made without one.
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
