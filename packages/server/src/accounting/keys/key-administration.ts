import { ServiceError } from '@citewell/core/errors.ts';
import { groupThousands } from '@citewell/core/text/counted.ts';
import type { Attribution } from '../../audit/audit.ts';
import type { KeyAdministration, NewKey } from '../accounts.ts';
import type { NewMail } from '../applications/mail.ts';
import type { LedgerStore, NewKeyRecord } from '../ledger-store.ts';
import type {
  Adjustment,
  AdjustmentRejection,
  KeyDetails,
  OperatorStore,
  PostedEntry,
} from '../operator-store.ts';
import { newSecret, randomBase62, type Secret, secretHash, secretHint } from './secret.ts';

/** Maximum time for which a replaced secret may remain valid. */
export const longestGraceMs = 7 * 86_400_000;

/** Writes the e-mail to the owner of a reissued key; undefined if the key has no owner. `graceMs` as in `Reissue`. */
export type WriteReissueMail = (reissued: {
  key: KeyDetails;
  secret: Secret;
  hint: string;
  graceMs: number | null;
}) => Promise<NewMail | undefined>;

/** Creates the operator's side of accounting on any store; its changes are attributed to `by`. */
export function createKeyAdministration(
  store: LedgerStore & OperatorStore,
  by: Attribution,
  writeReissueMail: WriteReissueMail = async () => undefined,
): KeyAdministration {
  async function postAdjustment(adjustment: Adjustment): Promise<PostedEntry | undefined> {
    const posted = await store.postAdjustment(adjustment, { ...by, reason: adjustment.reason });
    if (posted && 'rejected' in posted) throw adjustmentError(posted, adjustment.amount);
    return posted;
  }

  return {
    async create(input) {
      const { secret, record } = mintKey(input);
      return { key: await store.createKey(record, by), secret };
    },
    list: () => store.listKeys(),
    get: (id) => store.getKey(id),
    update: (id, change) => store.updateKey(id, change, by),
    setStatus: (id, status) => store.updateKey(id, { status }, by),
    async reissue({ id, graceMs }) {
      const secret = newSecret();
      const hint = secretHint(secret);
      const before = await store.keyDetails(id);
      const mail = before && (await writeReissueMail({ key: before, secret, hint, graceMs }));
      const replacement = { keyId: id, secretHash: secretHash(secret), hint, graceMs, mail };
      const key = await store.reissueKey(replacement, by);
      return key && { key, secret, mailedTo: mail?.recipient ?? null };
    },
    topUp: ({ id, ...grant }) => postAdjustment({ ...grant, keyId: id, kind: 'grant' }),
    adjust: ({ id, ...adjustment }) => postAdjustment({ ...adjustment, keyId: id, kind: 'adjust' }),
  };
}

/** Creates a new key's secret, and the record to store. */
export function mintKey(input: NewKey): { secret: Secret; record: NewKeyRecord } {
  const secret = newSecret();
  return {
    secret,
    record: {
      ...input,
      id: `key_${randomBase62(12)}`,
      secretHash: secretHash(secret),
      hint: secretHint(secret),
    },
  };
}

function adjustmentError({ rejected, available }: AdjustmentRejection, amount: number): ServiceError {
  const [availableText, amountText] = [available, Math.abs(amount)].map(groupThousands);
  const detail = {
    overdrawn: {
      en: `Only ${availableText} ${available === 1 ? 'token is' : 'tokens are'} neither charged nor held; ${amountText} cannot be deducted.`,
      zh: `未计费且未预留的 Token 仅有 ${availableText} 个，无法扣减 ${amountText} 个。`,
    },
    beyond_limit: {
      en: 'The balance would exceed the maximum.',
      zh: '余额将超出可记录的上限。',
    },
    other_operation: {
      en: 'This operation key was already used for another entry. Use a new one for a new entry.',
      zh: '该操作标识已用于另一笔记账。新的记账请使用新的操作标识。',
    },
  }[rejected];
  return new ServiceError('conflict', { detail });
}
