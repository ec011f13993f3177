import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '@citewell/simulators/until.ts';
import { newSecret, secretPattern } from '../../accounting/keys/secret.ts';
import { programEnvironment } from '../process/program-environment.ts';
import { exchange, postBytes } from '../process/raw-http.ts';
import type { Place } from './evidence.ts';
import type { Installation, Reply, Service } from './installation.ts';

/** Steps of a run in which every kind of secret is created, used, misplaced and replaced. */

const json = { 'content-type': 'application/json' };
const body = (value: object): RequestInit => ({ method: 'POST', headers: json, body: JSON.stringify(value) });
const question = 'Does zelparin prevent stroke in atrial fibrillation?';

/** Key as its owner has it. */
export type OwnedKey = { id: string; secret: string };
/** Operator who is signed in, with the headers for the next request. */
export type Operator = { headers: Record<string, string> };

/** Runs the program on a new installation: it shows a demo key, receives it in wrong places, and crashes. */
export async function runAndCrash(t: TestContext, { evidence, environment }: Installation): Promise<void> {
  const thrown = evidence.secret('a key in an error', newSecret());
  const crash = `process.on('SIGUSR2', () => Promise.reject(new Error(process.env.THROWN, { cause: process.env.THROWN })))`;
  const bin = fileURLToPath(new URL('../../../bin/citewell.js', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(crash)}`, bin, 'serve'],
    {
      env: { ...programEnvironment(), ...environment, CITEWELL_PORT: '0', THROWN: thrown },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  await until(() => output.includes('"listening"')).catch(() => assert.fail(output));
  const [url = ''] = /http:\/\/[\d.]+:\d+/.exec(output) ?? [];
  const [key = ''] = secretPattern.exec(output) ?? [];
  for (const path of [`/ai/api/my_usage?api_key=${key}`, `/${key}`, `/ai/api/${key}?x=${key}`])
    evidence.place('a reply of the program', await (await fetch(url + path)).text());
  const asked = await fetch(`${url}/ai/api/ask`, {
    ...body({ question }),
    headers: { ...json, 'x-api-key': key },
  });
  evidence.place('an answer of the program', await asked.text());
  child.kill('SIGUSR2');
  await once(child, 'close');
  assert.match(output, /"event":"unhandledRejection"/);
  const lines = output.split('\n');
  const isLog = (line: string) => line.startsWith('{"time"');
  evidence.place('the program’s log', lines.filter(isLog).join('\n'));
  const banner = evidence.place('what the program prints', lines.filter((line) => !isLog(line)).join('\n'));
  evidence.secret('the demo key', key, banner);
}

/** Creates keys on the command line, printed for people and for programs, and reissues them with and without a grace period. */
export async function makeKeys({ cli, evidence }: Installation): Promise<OwnedKey> {
  const printed = await cli(['keys', 'create', '--label', 'printed']);
  secretIn('a key printed for people', printed, evidence);
  const created = await cli(['keys', 'create', '--json', '--daily-quota', 'none', '--balance', '50000000']);
  secretIn('a key printed as JSON', created, evidence);
  const { id } = JSON.parse(created.out) as { id: string };
  const graced = await cli(['keys', 'reissue', id, '--grace', '1h', '--reason', 'rotation']);
  secretIn('a key reissued with grace', graced, evidence);
  const leaked = await cli(['keys', 'reissue', id, '--leaked', '--reason', 'on a public page', '--json']);
  const secret = secretIn('a key reissued after a leak', leaked, evidence);
  for (const argv of [
    ['list'],
    ['list', '--json'],
    ['show', id],
    ['show', id, '--json'],
    ['search', 'printed'],
  ])
    await cli(['keys', ...argv]);
  return { id, secret };
}

function secretIn(
  name: string,
  { out, place }: { out: string; place: Place },
  evidence: Installation['evidence'],
): string {
  const [secret = ''] = secretPattern.exec(out) ?? [];
  return evidence.secret(name, secret, place);
}

/** Creates administrators with their passwords, one of them typed into the wrong field; sessions; keys through the API. */
export async function administer({ cli, evidence }: Installation, service: Service): Promise<Operator> {
  const first = evidence.secret('the operator’s first password', '正确的马电池订书钉不太容易猜到');
  const password = evidence.secret('the operator’s password', 'canary-in-the-coal-mine-0815');
  const ofAuditor = evidence.secret('the auditor’s password', 'another-canary-in-the-mine-0816');
  const typed = ['--password-stdin'];
  await cli(['admin', 'add', 'mei', '--role', 'operator', ...typed], { input: first });
  await cli(['admin', 'add', 'li', '--role', 'auditor'], { answers: [ofAuditor, ofAuditor] });
  await signIn(service, evidence, 'mei', first);
  await cli(['admin', 'set-password', 'mei', ...typed], { input: `${password}\n` });
  for (const [name, wrong] of [
    ['mei', first],
    [password, 'mei'],
    [password, password],
  ])
    await service.operate('a sign-in that fails', '/session', body({ name, password: wrong }));
  await service.operate('a sign-in with a key', '/keys', {
    headers: { cookie: `citewell_admin=${password}` },
  });
  const auditor = await signIn(service, evidence, 'li', ofAuditor);
  await service.operate('an auditor who signs out', '/session', { method: 'DELETE', ...auditor });
  const operator = await signIn(service, evidence, 'mei', password);

  const created = await service.operate('POST keys', '/keys', {
    ...body({ label: 'by the API', modules: ['ask_agent'], daily_quota: null, balance: 100_000 }),
    headers: { ...json, ...operator.headers },
  });
  evidence.secret('a key made by the API', created.json().secret ?? '', created.place);
  const { id } = JSON.parse(created.text).key as { id: string };
  for (const [name, terms] of [
    ['with grace', { grace_hours: 2, reason: 'rotation' }],
    ['after a leak', { leaked: true, reason: 'on a public page' }],
  ] as const) {
    const reissued = await service.operate(`reissue ${name}`, `/keys/${id}/reissue`, {
      ...body(terms),
      headers: { ...json, ...operator.headers },
    });
    evidence.secret(`a key reissued by the API ${name}`, reissued.json().secret ?? '', reissued.place);
  }
  return operator;
}

async function signIn(
  { operate }: Service,
  evidence: Installation['evidence'],
  name: string,
  password: string,
): Promise<Operator> {
  const reply = await operate(`the sign-in of ${name}`, '/session', body({ name, password }));
  assert.equal(reply.status, 200);
  const [cookie = ''] = reply.headers.getSetCookie()[0]?.split(';') ?? [];
  const token = cookie.split('=')[1] ?? '';
  evidence.secret(`a session of ${name}, ${token.slice(0, 3)}`, token, reply.place);
  const csrfToken = reply.json().csrf_token ?? '';
  const headers = { cookie, 'x-csrf-token': csrfToken };
  const asked = await operate('who is signed in', '/session', { headers });
  evidence.secret(`a CSRF token of ${name}, ${csrfToken.slice(0, 3)}`, csrfToken, reply.place, asked.place);
  return { headers };
}

/** Makes calls that succeed, fail and break off, with a provider that repeats everything it was sent. */
export async function call(
  { llm, eutils }: Installation,
  { ask }: Service,
  { secret }: OwnedKey,
): Promise<void> {
  const headers = { ...json, 'x-api-key': secret };
  const asked = (what: string, path: string, fields: object = {}) =>
    ask(what, `/ai/api/${path}`, { ...body({ question, ...fields }), headers });
  assert.equal((await asked('an ask', 'ask')).status, 200);
  assert.equal((await asked('a stream', 'ask_stream')).status, 200);
  eutils.setFault('bad-key');
  llm.setFault('cut', { role: 'write', at: 3 });
  await asked('an ask that breaks off', 'ask', { date_from: '1990' });
  await asked('a stream that breaks off', 'ask_stream');
  eutils.clearFaults();
  llm.clearFaults();
  llm.setFault('stall', { role: 'write', at: 5 });
  const leaving = new AbortController();
  const left = ask('a stream whose reader leaves', '/ai/api/ask_stream', {
    ...{ ...body({ question }), headers },
    signal: leaving.signal,
  });
  await until(() => llm.openCalls() > 0 && llm.requests().at(-1)?.role === 'write');
  leaving.abort();
  await assert.rejects(left);
  await until(() => llm.openCalls() === 0);
  llm.clearFaults();
  for (const query of ['', '?group_by=model', '?format=csv'])
    assert.equal((await ask('GET my_usage', `/ai/api/my_usage${query}`, { headers })).status, 200);
}

/**
 * Sends the key in all other places where people put keys: each request is rejected, or the place has no effect on the
 * call.
 */
export async function misplace({ ask, operate, app }: Service, { secret }: OwnedKey): Promise<void> {
  const bearer = `Bearer ${secret}`;
  const asking = (what: string, headers: Record<string, string>, path = '/ai/api/ask', fields: object = {}) =>
    ask(what, path, { ...body({ question, ...fields }), headers: { ...json, ...headers } });
  await asking('a key in the query', {}, `/ai/api/ask?api_key=${secret}`);
  await asking('a key in the path', {}, `/ai/api/ask/${secret}`);
  await asking('a key in the body', {}, '/ai/api/ask', { api_key: secret });
  await asking('a key as Basic', { authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}` });
  await asking('a key and more as Bearer', { authorization: `${bearer} and more` });
  await asking('a key as no scheme', { authorization: secret });
  await asking('a key and another one', { authorization: bearer, 'x-api-key': newSecret() });
  await asking('a key cut short', { 'x-api-key': secret.slice(0, -1) });
  await asking('a key in a cookie', { cookie: `key=${secret}` });
  await asking('a key with everything about it', {
    'x-api-key': secret,
    'x-request-id': secret,
    'idempotency-key': secret,
    'user-agent': secret,
    referer: `https://example.org/?key=${secret}`,
    'accept-language': secret,
  });
  await asking('a key as a wrong field', { 'x-api-key': secret }, '/ai/api/ask', { max_refs: secret });
  await asking('a key as a wrong parameter', { 'x-api-key': secret }, `/ai/api/my_usage?from=${secret}`);
  await ask('a key as a parameter of usage', `/ai/api/my_usage?cursor=${secret}`, {
    headers: { 'x-api-key': secret },
  });
  await ask('a key as broken JSON', '/ai/api/ask', {
    ...{ method: 'POST', headers: { ...json, 'x-api-key': secret } },
    body: `{"question": ${secret}`,
  });
  await ask('a key as a token', `/apply/status?token=${secret}`);
  await operate('a key for the operator’s side', `/keys?key=${secret}`, {
    headers: { authorization: bearer },
  });
  const { port } = app.server.address() as { port: number };
  await exchange(port, `GET /${secret} HTTP/1.1\r\nX-API-Key ${secret}\r\n\r\n`);
  await exchange(port, `FETCH /${secret} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await exchange(port, postBytes('/ai/api/ask', { 'X-API-Key': secret, X: secret.repeat(2_000) }, '{}'));
}

/** Exports and lists everything that can be. */
export async function exportAll(
  { cli }: Installation,
  { operate }: Service,
  operator: Operator,
  { id }: OwnedKey,
): Promise<void> {
  const paths = [
    ...['/keys', `/keys/${id}`, `/keys/${id}/usage`, `/keys/${id}/usage?format=csv`, '/calls'],
    ...['/applications', '/outbox', '/audit?limit=200', '/audit?format=csv', '/openapi.json'],
  ];
  for (const path of paths) {
    const reply: Reply = await operate(`GET ${path}`, path, operator);
    assert.equal(reply.status, 200, path);
  }
  const commands = [
    ...[
      ['audit', 'list', '--json'],
      ['audit', 'list', '--csv'],
      ['usage', id, '--csv'],
      ['usage', id, '--json'],
    ],
    ...[
      ['applications', 'list', '--json'],
      ['calls', 'list', '--json'],
      ['ledger', 'verify', '--json'],
    ],
    ...[['admin', 'list', '--json']],
  ];
  for (const argv of commands) assert.equal((await cli(argv)).code, 0, argv.join(' '));
}

/** Provokes errors of providers and faults whose messages contain all their input. */
export async function fail({ start, echo }: Installation, { secret }: OwnedKey): Promise<void> {
  const init = { ...body({ question }), headers: { ...json, 'x-api-key': secret } };
  const echoing = await start({ CITEWELL_LLM_BASE_URL: echo });
  for (const path of ['ask', 'ask_stream'])
    assert.equal(
      (await echoing.ask('a call whose provider repeats it', `/ai/api/${path}`, init)).status,
      200,
    );
  await echoing.stop();
  const answer = () => Promise.reject(new Error(`cannot read ${secret}`, { cause: new TypeError(secret) }));
  const failing = await start({}, { answer });
  const refused = await failing.ask('a call that meets a bug', '/ai/api/ask', init);
  assert.equal(refused.status, 500);
  await failing.ask('a stream that meets a bug', '/ai/api/ask_stream', init);
  await failing.stop();
}
