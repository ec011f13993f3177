import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { type AdminAppOptions, buildAdminApp } from '../../app/admin-app.ts';
import type { AccountsDatabase } from '../../database/accounts-database.ts';
import type { Role } from '../../identity/administrator.ts';
import { type ManualClock, manualClock } from '../accounting/accounts-databases.ts';
import { openMemoryStore } from '../accounting/memory-store.ts';
import { buildTestApp, type TestApp, type TestAppOptions } from './build-test-app.ts';

type Reply = { status: number; headers: Record<string, unknown>; body: string };

/** Client of the administration, a browser or a program, which keeps its cookie and sends its CSRF token. */
export type AdminClient = {
  cookie: string;
  csrfToken: string;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Returns the reply's JSON; throws for an error response. */
  get<Body = Record<string, unknown>>(path: string): Promise<Body>;
  change<Body = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Body>;
};

export type AdminTest = Omit<TestApp, 'app' | 'listen'> & {
  publicApp: FastifyInstance;
  admin: FastifyInstance;
  store: AccountsDatabase;
  clock: ManualClock;
  /** Returns a client that is signed in; its administrator is created if necessary. */
  signIn(role?: Role, options?: { name?: string; remoteAddress?: string }): Promise<AdminClient>;
  /** Sends a request unchanged, from this address. */
  request(request: AdminRequest): Promise<Reply>;
  listen(): Promise<number>;
};

export type AdminRequest = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  payload?: string;
  remoteAddress?: string;
};

export const testPassword = '正确的马电池订书钉不太容易猜到';

/** Administration next to the public app, on the same ledger. Both close with the test. */
export async function buildAdminTest(
  t: TestContext,
  options: Omit<TestAppOptions, 'clock'> & { clock?: ManualClock; adminOptions?: AdminAppOptions } = {},
): Promise<AdminTest> {
  const { adminOptions, clock = manualClock(), ...appOptions } = options;
  const store = options.store ?? openMemoryStore(clock);
  const { app: publicApp, ...test } = await buildTestApp(t, { clock, ...appOptions, store });
  const admin = buildAdminApp(test.services, { webFolder: null, ...adminOptions });
  t.after(() => admin.close());

  async function request({ method, path, headers = {}, payload, remoteAddress }: AdminRequest) {
    const reply = await admin.inject({
      method: method as 'GET',
      url: path,
      headers,
      ...(payload !== undefined && { payload }),
      ...(remoteAddress !== undefined && { remoteAddress }),
    });
    return { status: reply.statusCode, headers: reply.headers, body: reply.body };
  }

  return {
    ...test,
    publicApp,
    admin,
    store,
    clock,
    request,
    async signIn(role = 'operator', { name = role === 'operator' ? 'mei' : '审计员', remoteAddress } = {}) {
      if (!(await store.findAdministrator(name)))
        await test.services.administration.administrators.add(
          { name, role, password: testPassword },
          { actor: 'system' },
        );
      const reply = await request({
        method: 'POST',
        path: '/admin/api/session',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ name, password: testPassword }),
        ...(remoteAddress !== undefined && { remoteAddress }),
      });
      if (reply.status !== 200) throw new Error(`not signed in: ${reply.body}`);
      const [cookie = ''] = String(reply.headers['set-cookie']).split(';');
      const { csrf_token: csrfToken } = JSON.parse(reply.body) as { csrf_token: string };
      const send: AdminClient['send'] = (method, path, body, headers = {}) =>
        request({
          method,
          path,
          headers: {
            cookie,
            ...(method !== 'GET' && { 'x-csrf-token': csrfToken }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
        });
      const json = async (sent: Promise<Reply>) => {
        const { status, body } = await sent;
        if (status !== 200) throw new Error(`refused: ${status} ${body}`);
        return JSON.parse(body);
      };
      return {
        cookie,
        csrfToken,
        send,
        get: (path) => json(send('GET', path)),
        change: (method, path, body) => json(send(method, path, body)),
      };
    },
    async listen() {
      await admin.listen({ host: '127.0.0.1', port: 0 });
      return (admin.server.address() as AddressInfo).port;
    },
  };
}
