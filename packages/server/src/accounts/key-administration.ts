import type { KeyAdministration, NewKey } from './accounts.ts';
import { newSecret, randomBase62, type Secret, secretHash, secretHint } from './secret.ts';
import type { AccountStore, NewKeyRecord } from './store.ts';

/** The operator's side of the books over any store. `actor` is the name its entries are booked in. */
export function createKeyAdministration(store: AccountStore, actor: string): KeyAdministration {
  return {
    async create(input) {
      const { secret, record } = mintKey(input, actor);
      return { key: await store.createKey(record), secret };
    },
    list: () => store.listKeys(),
    get: (id) => store.getKey(id),
    setStatus: (id, status) => store.setStatus(id, status),
    topUp: ({ id, ...grant }) => store.grant({ ...grant, keyId: id, actor }),
  };
}

/** A new key's secret, and what the store keeps of it. */
export function mintKey(input: NewKey, actor: string): { secret: Secret; record: NewKeyRecord } {
  const secret = newSecret();
  return {
    secret,
    record: {
      ...input,
      id: `key_${randomBase62(12)}`,
      secretHash: secretHash(secret),
      hint: secretHint(secret),
      actor,
    },
  };
}
