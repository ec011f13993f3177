import { randomBytes } from 'node:crypto';
import type { Clock } from '@citewell/core/clock.ts';
import { modules } from '@citewell/sdk';
import type { Application } from '../../accounting/applications/application.ts';
import type { LinkToken } from '../../accounting/applications/link-token.ts';
import type { MailContent, MailKind } from '../../accounting/applications/mail.ts';
import type { AccountsDatabase } from '../../database/accounts-database.ts';
import {
  type ApplicationForm,
  type Applications,
  type ApplicationsOptions,
  createApplications,
} from '../../features/applications/applications.ts';
import { createEncryption, type Encryption } from '../../identity/encryption.ts';

export const applicant = { actor: 'applicant', ip: '192.0.2.9', correlationId: 'req_1' };
export const operator = { actor: 'admin:mei' };
export const plainTerms = { dailyQuota: 200, balance: 100_000, expiresAt: null };

/** Creates a completed application form. */
export function aForm(changes: Partial<ApplicationForm> = {}): ApplicationForm {
  return {
    name: '李伟',
    email: 'li.wei@example.org',
    organisation: null,
    purpose: '为课程查找文献',
    modules: [...modules],
    language: 'zh',
    ...changes,
  };
}

/** Handling of applications over one store, with the actions of its applicants. */
export type Office = {
  applications: Applications;
  store: AccountsDatabase;
  encryption: Encryption;
  /** Takes every due mail as if it were sent, and decrypts it. */
  post(): Promise<(MailContent & { recipient: string })[]>;
  /** Returns the only due mail of this kind. */
  letter<Kind extends MailKind>(kind: Kind): Promise<Extract<MailContent, { kind: Kind }>>;
  /** Creates an application in that state; each has its own address. */
  submitted(changes?: Partial<ApplicationForm>): Promise<{ confirm: LinkToken; status: LinkToken }>;
  confirmed(changes?: Partial<ApplicationForm>): Promise<Application & { status: LinkToken }>;
};

const sharedKey = randomBytes(32);
let lastSource = 0;

export function openOffice(
  store: AccountsDatabase,
  clock: Clock,
  options: Partial<ApplicationsOptions> = {},
): Office {
  const { encryption = createEncryption(sharedKey) } = options;
  const applications = createApplications({
    ...{ store, clock, quotaTimeZone: 'UTC', keyDelivery: 'inline' },
    ...{ ...options, encryption },
  });
  const office: Office = {
    applications,
    store,
    encryption,
    async post() {
      const mails = await store.takeDueMails({ encryptionId: encryption.id, limit: 1_000, leaseMs: 60_000 });
      for (const { id } of mails) await store.markMailSent(id);
      return mails.map(({ id, recipient, content }) => ({
        ...JSON.parse(encryption.decrypt(content, id)),
        recipient,
      }));
    },
    async letter(kind) {
      const found = (await office.post()).filter((mail) => mail.kind === kind);
      const [letter] = found;
      if (!letter || found.length > 1) throw new Error(`${found.length} mails of kind ${kind} are due`);
      return letter as never;
    },
    async submitted(changes) {
      lastSource += 1;
      const status = await applications.submit(aForm(changes), `10.0.${lastSource >> 8}.${lastSource & 255}`);
      const { confirmToken } = await office.letter('confirm');
      return { confirm: confirmToken, status };
    },
    async confirmed(changes) {
      const { confirm, status } = await office.submitted(changes);
      return { ...(await applications.confirm(confirm, applicant)), status };
    },
  };
  return office;
}
