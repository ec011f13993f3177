import type { Clock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Module } from '@citewell/sdk';
import {
  type Application,
  type ApplicationRef,
  type ApplicationSearch,
  type ApplicationStore,
  type DecideChange,
  type LinkKind,
  submissionLimits,
} from '../../accounting/applications/application.ts';
import * as rules from '../../accounting/applications/application-rules.ts';
import { type LinkToken, linkTokenHash, newLinkToken } from '../../accounting/applications/link-token.ts';
import type { KeyTerms, MailContent, NewMail } from '../../accounting/applications/mail.ts';
import type { MailRecord, MailSearch, OutboxStore } from '../../accounting/applications/outbox.ts';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import { mintKey } from '../../accounting/keys/key-administration.ts';
import { newSecret, randomBase62, secretHash, secretHint } from '../../accounting/keys/secret.ts';
import type { LedgerStore } from '../../accounting/ledger-store.ts';
import type { Page } from '../../accounting/operator-store.ts';
import { createQuotaCalendar } from '../../accounting/quota/quota-day.ts';
import type { Attribution } from '../../audit/audit.ts';
import type { Encryption } from '../../identity/encryption.ts';
import { networkOf } from '../../platform/text/network.ts';
import { sha256 } from '../../platform/text/sha256.ts';
import { encryptMail } from './encrypt-mail.ts';

/** Fields that an applicant fills in. */
export type ApplicationForm = Pick<
  Application,
  'name' | 'email' | 'organisation' | 'purpose' | 'modules' | 'language'
>;

/** Terms that an operator grants: by default the modules applied for and a label made of the applicant's name. */
type ApprovalTerms = Omit<KeyTerms, 'modules'> & {
  modules?: Module[] | undefined;
  label?: string | undefined;
};

/** Placeholder for the hint of a key whose secret does not exist yet. */
const hintBeforeClaim = 'cw_…';

/** Steps of an application from the form to the key. All errors are ServiceErrors. */
export type Applications = {
  /**
   * Submits an application from the address `ip`. Always returns the token of a status page, so that it reveals nothing
   * about an e-mail address.
   *
   * @throws ServiceError `rate_limited`.
   */
  submit(form: ApplicationForm, ip: string): Promise<LinkToken>;
  /** @throws ServiceError `not_found`. */
  find(link: LinkKind, token: LinkToken): Promise<Application>;
  /** @throws ServiceError `not_found`, or `conflict` if the link has expired. */
  confirm(token: LinkToken, by: Attribution): Promise<Application>;
  /** @throws ServiceError `not_found`, or `conflict` if it has been decided. */
  withdraw(token: LinkToken, by: Attribution): Promise<Application>;
  /**
   * Creates the key's secret and returns it this once without storing it.
   *
   * @throws ServiceError `not_found`, `conflict`.
   */
  claim(token: LinkToken, by: Attribution): Promise<string>;

  search(search: ApplicationSearch): Promise<Page<Application>>;
  get(id: string): Promise<Application | undefined>;
  /**
   * Creates the key, its first grant, the e-mail and their audit entries in one transaction.
   *
   * @throws ServiceError `not_found`, `conflict`.
   */
  approve(id: string, terms: ApprovalTerms, by: Attribution): Promise<Application>;
  /**
   * Rejects an application; the reason is e-mailed to the applicant.
   *
   * @throws ServiceError `not_found`, `conflict`.
   */
  reject(id: string, reason: string, by: Attribution): Promise<Application>;
  /**
   * Sends the applicant's last e-mail again if it was not delivered, otherwise a new link to an unclaimed key.
   *
   * @throws ServiceError `not_found`, `conflict`.
   */
  resend(id: string, by: Attribution): Promise<void>;

  mails(search: MailSearch): Promise<Page<MailRecord>>;
  /**
   * Retries an undelivered e-mail.
   *
   * @throws ServiceError `not_found`, `conflict`.
   */
  resendMail(id: string, by: Attribution): Promise<MailRecord>;
};

export type ApplicationsOptions = {
  store: ApplicationStore & OutboxStore & Pick<LedgerStore, 'getKey'>;
  encryption: Encryption;
  clock: Clock;
  quotaTimeZone: string;
  /** Delivery of the key: in the e-mail itself, or by a link that reveals it once. */
  keyDelivery: 'inline' | 'claim';
  /** Handler called when there is an e-mail to send. */
  onMail?: () => void;
};

export function createApplications(options: ApplicationsOptions): Applications {
  const { store, encryption, clock, quotaTimeZone, keyDelivery, onMail = () => {} } = options;
  const dayAt = createQuotaCalendar(quotaTimeZone);
  const linkEnd = () => clock.now() + rules.linkLifeMs;

  const writeMail = ({ id, email, language }: MailReader, content: MailContent): NewMail =>
    encryptMail({ recipient: email, language, applicationId: id }, content, encryption);

  /** Creates a link that reveals the key, for the e-mail and its application. */
  function withClaimLink(
    application: Application,
    terms: KeyTerms,
    rule: (link: rules.ClaimLink) => DecideChange,
  ): DecideChange {
    const claimToken = newLinkToken();
    const { name } = application;
    const mail = writeMail(application, { kind: 'claim', name, claimToken, terms, until: linkEnd() });
    return rule({ mail, claimHash: linkTokenHash(claimToken) });
  }

  async function change(ref: ApplicationRef, rule: DecideChange): Promise<Application> {
    return (await store.changeApplication(ref, rule)) ?? notFound();
  }

  async function getExisting(id: string): Promise<Application> {
    return (await store.findApplication({ id })) ?? notFound();
  }

  async function retry(mailId: string, by: Attribution): Promise<MailRecord> {
    const mail = (await store.retryMail(mailId, by)) ?? notFound();
    if (mail === 'gone') throw mailGone();
    onMail();
    return mail;
  }

  return {
    async submit(form, ip) {
      const id = `app_${randomBase62(12)}`;
      const [statusToken, confirmToken] = [newLinkToken(), newLinkToken()];
      const mail = writeMail(
        { ...form, id },
        { kind: 'confirm', confirmToken, statusToken, until: linkEnd() },
      );
      const rejection = await store.submitApplication(
        {
          ...form,
          ...{ id, mail },
          source: sha256(networkOf(ip)),
          statusHash: linkTokenHash(statusToken),
          confirmHash: linkTokenHash(confirmToken),
        },
        submissionLimits,
      );
      if (rejection) throw tooMany(rejection.waitMs);
      onMail();
      return statusToken;
    },

    async find(link, token) {
      return (await store.findApplication(ref(link, token))) ?? notFound();
    },
    confirm: (token, by) => change(ref('confirm', token), rules.confirmation(by, dayAt)),
    withdraw: (token, by) => change(ref('status', token), rules.withdrawal(by)),
    async claim(token, by) {
      const secret = newSecret();
      const kept = { secretHash: secretHash(secret), hint: secretHint(secret) };
      await change(ref('claim', token), rules.claim(kept, by));
      return secret;
    },

    search: (search) => store.searchApplications(search),
    get: (id) => store.findApplication({ id }),

    async approve(id, { label, modules, ...granted }, by) {
      const application = await getExisting(id);
      const terms: KeyTerms = { ...granted, modules: modules ?? application.modules };
      const { name, organisation, email } = application;
      const { secret, record } = mintKey({
        label: label ?? [name, organisation].filter(Boolean).join(', '),
        ownerEmail: email,
        ...terms,
        expiresAt: terms.expiresAt ?? undefined,
        status: 'enabled',
      });
      const key = { ...record, applicationId: id };
      const rule =
        keyDelivery === 'inline'
          ? rules.approval({ key, by, mail: writeMail(application, { kind: 'key', name, secret, terms }) })
          : // Nobody ever sees this secret: it is a placeholder until the link creates another.
            withClaimLink(application, terms, (link) =>
              rules.approval({ key: { ...key, hint: hintBeforeClaim }, by, ...link }),
            );
      const approved = await change({ id }, rule);
      onMail();
      return approved;
    },

    async reject(id, reason, by) {
      const application = await getExisting(id);
      const mail = writeMail(application, { kind: 'rejected', name: application.name, reason });
      const rejected = await change({ id }, rules.rejection(reason, mail, by));
      onMail();
      return rejected;
    },

    async resend(id, by) {
      const application = await getExisting(id);
      if (application.claimUntil === null) {
        const { items } = await store.searchMails({ applicationId: id, limit: 1 });
        const [mail] = items;
        if (!mail) throw mailGone();
        await retry(mail.id, by);
        return;
      }
      const key = (await store.getKey(application.keyId ?? '')) ?? notFound();
      await change(
        { id },
        withClaimLink(application, termsOf(key), (link) => rules.newClaimLink({ ...link, by })),
      );
      onMail();
    },

    mails: (search) => store.searchMails(search),
    resendMail: retry,
  };
}

type MailReader = Pick<Application, 'id' | 'email' | 'language'>;

function ref(link: LinkKind, token: LinkToken): ApplicationRef {
  return { link, tokenHash: linkTokenHash(token) };
}

function termsOf({ modules, dailyQuota, granted, charged, expiresAt }: ApiKey): KeyTerms {
  return { modules, dailyQuota, balance: granted - charged, expiresAt: expiresAt ?? null };
}

function notFound(): never {
  throw new ServiceError('not_found', {
    detail: {
      en: 'This application or e-mail does not exist. Links are removed some time after they expire.',
      zh: '没有此申请或邮件。链接失效一段时间后会被删除。',
    },
  });
}

function tooMany(waitMs: number): ServiceError {
  return new ServiceError('rate_limited', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
    detail: {
      en: 'Too many applications were received within the last hour; try again later.',
      zh: '一小时内收到的申请过多，请稍后再试。',
    },
  });
}

function mailGone(): ServiceError {
  return new ServiceError('conflict', {
    detail: {
      en: 'The e-mail was sent and its content is no longer stored. To replace a lost key, use citewell keys reissue.',
      zh: '该邮件已发送，其内容不再保留。密钥遗失时请重新签发：citewell keys reissue。',
    },
  });
}
