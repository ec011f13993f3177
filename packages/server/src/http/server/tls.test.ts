import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../../platform/config.ts';
import { readTls } from './tls.ts';

const cert = fileURLToPath(new URL('../../../../simulators/src/tls/test-only-cert.pem', import.meta.url));
const key = fileURLToPath(new URL('../../../../simulators/src/tls/test-only-key.pem', import.meta.url));

it('loads a certificate and its key, and names the setting of an unusable file', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const text = file('text.pem', 'not PEM');
  const empty = file('empty.pem', '');
  const cut = file('cut.pem', readFileSync(cert).subarray(0, 200));
  const pair = (passphrase?: string) =>
    generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: {
        type: 'pkcs8',
        format: 'pem',
        ...(passphrase && { cipher: 'aes-256-cbc', passphrase }),
      },
    }).privateKey as string;
  const otherKey = file('other.pem', pair());
  const lockedKey = file('locked.pem', pair('secret'));

  assert.deepEqual(readTls({ certPath: cert, keyPath: key }), {
    cert: readFileSync(cert),
    key: readFileSync(key),
  });
  const expectations: [certPath: string, keyPath: string, problems: RegExp[]][] = [
    ['/nowhere', '/nowhere', [/^CITEWELL_TLS_CERT .*cannot be read/, /^CITEWELL_TLS_KEY .*cannot be read/]],
    [
      text,
      text,
      [/^CITEWELL_TLS_CERT .*is not a PEM certificate/, /^CITEWELL_TLS_KEY .*is not a PEM private key/],
    ],
    [empty, key, [/^CITEWELL_TLS_CERT .*is not a PEM certificate/]],
    [cut, key, [/^CITEWELL_TLS_CERT .*is not a PEM certificate/]],
    [
      key,
      cert,
      [/^CITEWELL_TLS_CERT .*is not a PEM certificate/, /^CITEWELL_TLS_KEY .*is not a PEM private key/],
    ],
    [cert, lockedKey, [/^CITEWELL_TLS_KEY .*has a passphrase/]],
    [cert, otherKey, [/^CITEWELL_TLS_KEY .*not the key of the certificate/]],
  ];
  for (const [certPath, keyPath, problems] of expectations)
    assert.throws(
      () => readTls({ certPath, keyPath }),
      (error) => {
        assert.ok(error instanceof ConfigError);
        assert.equal(error.problems.length, problems.length, error.message);
        for (const [index, problem] of problems.entries()) {
          assert.match(error.problems[index]?.en ?? '', problem);
          assert.match(error.problems[index]?.zh ?? '', /^CITEWELL_TLS_\w+（".*"）：(?:无法|不是|与)/);
        }
        return true;
      },
    );
});
