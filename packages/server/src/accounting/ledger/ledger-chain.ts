import type { Drift } from '../../audit/invariants.ts';
import { chainStart, entryHash, type LedgerEntry } from './ledger-entry.ts';

export type ChainedEntry = LedgerEntry & { prev: Uint8Array; hash: Uint8Array };

/** Verifies a key's chain from its start: `next` takes its entries in order, `end` the last number and hash stored with the key. */
export function followChain(keyId: string) {
  const drifts: Drift[] = [];
  let seq = 0;
  let previous = chainStart;

  function expect(where: string, expected: string, found: string): void {
    if (expected !== found) drifts.push({ invariant: 'I7', keyId, where, expected, found });
  }
  function expectLink(at: number, expected: Uint8Array, found: Uint8Array): void {
    if (!Buffer.from(expected).equals(found)) expect(`entry ${at}`, shortHex(expected), shortHex(found));
  }

  return {
    next({ prev, hash, ...entry }: ChainedEntry): void {
      seq += 1;
      expectLink(entry.seq, previous, prev);
      expectLink(entry.seq, entryHash(previous, { ...entry, seq }), hash);
      previous = hash;
    },
    /** Returns every break in the chain. */
    end(lastSeq: number, lastHash: Uint8Array): Drift[] {
      expectLink(lastSeq, previous, lastHash);
      expect('last entry', String(lastSeq), String(seq));
      return drifts;
    },
  };
}

function shortHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').slice(0, 16);
}
