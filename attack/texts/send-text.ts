import type { RunningService } from '../stand.ts';
import { type CpuTime, cpuTimeOf } from './cpu-time.ts';
import { createFill } from './fill.ts';
import type { TextField } from './text-fields.ts';

/** One request with a hostile text, and its cost. */
type Sent = {
  /** HTTP status, or "hung" if no reply ended in time. */
  status: number | 'hung';
  /** CPU time in milliseconds. */
  cpu: CpuTime;
};

/**
 * Caller with a key and, for the pages' own routes, with a page's cookie. It sends a text of the unit, filled to a share of
 * the field's limit and shortened by a number of units (`createFill`).
 */
export type Caller = (field: TextField, unit: string, share: number, fewer?: number) => Promise<Sent>;

const givenUpMs = 120_000;

/** Signs in once; each call then sends a text and reads the whole reply. */
export async function createCaller({ url, pid, createKey }: RunningService): Promise<Caller> {
  const key = await createKey('--modules', 'ask_agent,expert_agent,factcheck', '--daily-quota', '1000000');
  const ofPage = { 'content-type': 'application/json', 'x-citewell-page': '1' };
  const signedIn = await fetch(`${url}/web/session`, {
    method: 'POST',
    headers: ofPage,
    body: JSON.stringify({ key }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  await signedIn.arrayBuffer();
  const ofCaller = { 'content-type': 'application/json', 'x-api-key': key };
  return async ({ path, body }, unit, share, fewer) => {
    const before = cpuTimeOf(pid);
    let status: Sent['status'] = 'hung';
    try {
      const reply = await fetch(url + path, {
        method: 'POST',
        headers: path.startsWith('/web/') ? { ...ofPage, cookie } : ofCaller,
        body: JSON.stringify(body(createFill(unit, share, fewer))),
        signal: AbortSignal.timeout(givenUpMs),
      });
      await reply.arrayBuffer();
      status = reply.status;
    } catch {
      // A truncated reply does not count either.
    }
    const after = cpuTimeOf(pid);
    return { status, cpu: { all: after.all - before.all, loop: after.loop - before.loop } };
  };
}
