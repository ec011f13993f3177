import { randomUUID } from 'node:crypto';
import { ServiceError } from '@citewell/core/errors.ts';
import { errorResponseOf } from './client.ts';
import type { Cluster } from './cluster.ts';
import { anyShape, storedShape } from './reply-shapes.ts';

/** Time within which a process must renew its claim. */
const leaseMs = 60_000;

/** LeaseClaim of a process. */
export type LeaseClaim = {
  /** Aborts with a LeaseLost when another process is found to have taken over. */
  signal: AbortSignal;
  /**
   * Renews the claim, before a step that only its owner may take.
   * @throws LeaseLost if another process has taken over.
   */
  confirm(): Promise<void>;
};

/** Another process has taken over a lease that was not renewed in time. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

type Lease = { kind: 'lease'; owner: string; until: number };

/**
 * Runs `work` while no other process holds the lease of this name; resolves with undefined immediately if one does. A
 * process that died keeps it for up to a minute. `now`: epoch ms, from clocks that differ by less than that.
 */
export async function withLease<T>(
  cluster: Cluster,
  name: string,
  now: () => number,
  work: (claim: LeaseClaim) => Promise<T>,
): Promise<T | undefined> {
  const owner = randomUUID();
  const path = `/${cluster.names.state}/_doc/lease:${name}`;
  const claim = async (condition: Record<string, string>): Promise<boolean> => {
    const body: Lease = { kind: 'lease', owner, until: now() + leaseMs };
    try {
      const query = { ...condition, require_alias: 'true' };
      await cluster.call({ method: 'PUT', path, query, body }, storedShape);
      return true;
    } catch (error) {
      if (error instanceof ServiceError && errorResponseOf(error)?.status === 409) return false;
      throw error;
    }
  };
  const read = async () =>
    (await cluster.get<Lease>([{ index: cluster.names.state, id: `lease:${name}` }]))[0];

  const held = await read();
  if (held && held._source.until > now()) return undefined;
  if (!(await claim(held ? asRead(held) : { op_type: 'create' }))) {
    // A claim whose reply was lost is still ours.
    if ((await read())?._source.owner !== owner) return undefined;
  }
  const lost = new AbortController();
  const confirm = async () => {
    const mine = await read();
    if (mine?._source.owner === owner && (await claim(asRead(mine)))) return;
    // Our other renewal, or one whose reply was lost, is as good.
    if (mine && (await read())?._source.owner === owner) return;
    lost.abort(new LeaseLost(name));
    throw lost.signal.reason;
  };
  const renewal = setInterval(() => {
    // If it fails for another reason, the next attempt renews it.
    confirm().catch(() => {});
  }, leaseMs / 4);
  try {
    return await work({ signal: lost.signal, confirm });
  } finally {
    clearInterval(renewal);
    const mine = await read();
    if (mine?._source.owner === owner)
      await cluster.call({ method: 'DELETE', path, query: asRead(mine), accept: [404, 409] }, anyShape);
  }
}

function asRead({ _seq_no, _primary_term }: { _seq_no: number; _primary_term: number }) {
  return { if_seq_no: String(_seq_no), if_primary_term: String(_primary_term) };
}
