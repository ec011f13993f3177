import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { startSmtpSink } from '@citewell/simulators/smtp-sink.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { chinese, terminal } from '../../testing/process/terminal.ts';
import { findings } from './doctor-messages.ts';

/** Creates an installation with a simulated source, model and mail server, all healthy. */
async function installation(t: TestContext) {
  const [pubmed, llm, smtp] = [
    await startEutilsSimulator(),
    await startLlmSimulator(),
    await startSmtpSink(t),
  ];
  t.after(() => Promise.all([pubmed.close(), llm.close()]));
  return {
    CITEWELL_SOURCES: 'pubmed,library',
    CITEWELL_PUBMED_BASE_URL: pubmed.url,
    CITEWELL_LLM_BASE_URL: llm.url,
    CITEWELL_LLM_MODEL: 'simulated',
    CITEWELL_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=off`,
    CITEWELL_MAIL_FROM: 'Citewell <citewell@example.org>',
  };
}

type Line = { check: string; state: string; says: string; remedy?: string };
const linesOf = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('citewell doctor', () => {
  it('checks each part of an installation, and exits 0 if all of them work', async (t) => {
    const { run } = terminal(t, await installation(t));
    const { code, out, err } = await run('doctor', '--json');
    assert.deepEqual([code, err], [0, '']);
    const lines = linesOf(out);
    const stateOf = (check: string) => lines.find((line) => line.check === check)?.state;
    for (const check of ['settings', 'disk', 'database', 'clock', 'pubmed', 'planner', 'writer', 'mail'])
      assert.equal(stateOf(check), 'ok', `${check}: ${out}`);
    assert.equal(stateOf('library'), 'warning');
    assert.deepEqual(
      lines.filter(({ state, remedy }) => (state === 'ok') !== (remedy === undefined)),
      [],
    );
  });

  it('names each failure with its remedy, and checks the remaining parts', async (t) => {
    const settings = {
      ...(await installation(t)),
      CITEWELL_PUBMED_BASE_URL: 'http://127.0.0.1:1',
      CITEWELL_LLM_BASE_URL: 'http://127.0.0.1:1/v1',
      CITEWELL_SMTP_URL: 'smtp://127.0.0.1:1',
    };
    const { run } = terminal(t, settings);
    const { code, out } = await run('doctor');
    assert.equal(code, 1);
    assert.match(out, /\[FAIL\] PubMed cannot be used: .+\n {4}→ Check CITEWELL_PUBMED_BASE_URL/);
    assert.match(out, /\[FAIL\] The writing model cannot be used: .+\n {4}→ Check CITEWELL_LLM_\*/);
    assert.match(out, /\[FAIL\] The mail server cannot be used: \w[\w ]*\.\n {4}→ Check CITEWELL_SMTP_URL/);
    assert.match(out, /\[note\] The clock could not be checked/);
    const { out: ofChinese } = await terminal(t, { ...settings, ...chinese }).run('doctor');
    assert.match(
      ofChinese,
      /\[FAIL\] PubMed 不可用：.+\n {4}→ 请检查 CITEWELL_PUBMED_BASE_URL 和 CITEWELL_NCBI_API_KEY，/,
    );
  });

  it('reports how each model is made to reply in JSON, in both languages', async (t) => {
    const settings = await installation(t);
    const { out } = await terminal(t, settings).run('doctor');
    assert.match(out, /The planning model replied after [\d,]+ ms\. It supports JSON schemas\./);
    assert.match(out, /The writing model replied after [\d,]+ ms\. It supports JSON schemas\./);
    const { out: ofChinese } = await terminal(t, { ...settings, ...chinese }).run('doctor');
    assert.match(ofChinese, /规划模型已响应，用时 [\d,]+ 毫秒。支持 JSON Schema。/);
    assert.match(findings.reachable('planner', 5, 'json').says.en, /JSON mode but not schemas/);
    assert.match(findings.reachable('planner', 5, 'text').says.zh, /仅通过提示词/);
    assert.equal(findings.reachable('pubmed', 5).says.en, 'PubMed replied after 5 ms.');
  });

  it('reports optional parts that are not configured as notes', async (t) => {
    const { code, out } = await terminal(t, { CITEWELL_SOURCES: 'library' }).run('doctor');
    assert.equal(code, 0);
    assert.match(out, /\[note\] No language model is configured/);
    assert.match(out, /\[note\] No mail server is configured/);
  });

  it('creates no missing data folder, and checks the remaining parts', async (t) => {
    const missing = join(temporaryFolder(t), 'mistyped');
    const { code, out } = await terminal(t, { CITEWELL_SOURCES: 'library', CITEWELL_DATA_DIR: missing }).run(
      'doctor',
    );
    assert.equal(code, 0);
    assert.ok(out.includes(`[note] The data folder ${missing} does not exist yet.`), out);
    assert.match(out, /\[ok\] {3}The accounts can be read and written/);
    assert.ok(!existsSync(missing));
  });

  it('rejects invalid settings like every command', async (t) => {
    const { code, err } = await terminal(t, { CITEWELL_PORT: 'x' }).run('doctor');
    assert.equal(code, 78);
    assert.match(err, /CITEWELL_PORT/);
  });

  it('reports when the certificate expires, and rejects an unreadable one as the service does', async (t) => {
    const pem = (name: string) =>
      fileURLToPath(new URL(`../../../../simulators/src/tls/test-only-${name}.pem`, import.meta.url));
    const tls = { CITEWELL_TLS_CERT: pem('cert'), CITEWELL_TLS_KEY: pem('key') };
    const { out } = await terminal(t, tls).run('doctor', '--json');
    const day = new Date(new X509Certificate(readFileSync(pem('cert'))).validTo).toISOString().slice(0, 10);
    assert.match(
      linesOf(out).find(({ check }) => check === 'certificate')?.says ?? '',
      new RegExp(`${day}\\.$`),
    );
    const { code, err } = await terminal(t, { ...tls, CITEWELL_TLS_CERT: '/nowhere.pem' }).run('doctor');
    assert.deepEqual([code, /CITEWELL_TLS_CERT .*cannot be read/.test(err)], [78, true]);
    const { says, remedy, state } = findings.certificateExpired('2026-01-31');
    assert.deepEqual([state, says.zh], ['error', 'TLS 证书已于 2026-01-31 过期。']);
    assert.match(remedy?.en ?? '', /^Renew the certificate in CITEWELL_TLS_CERT/);
    assert.equal(findings.certificateExpires('2026-01-31').state, 'warning');
  });

  it('reports how far the clock is off, and in which direction', () => {
    assert.equal(findings.clockOff(125_400).says.en, 'The clock is 125 seconds ahead.');
    assert.equal(findings.clockOff(-61_000).says.zh, '系统时钟慢 61 秒。');
  });
});
