import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { until } from '@citewell/simulators/until.ts';
import { parseLinkToken } from '../accounting/applications/link-token.ts';
import { secretPattern } from '../accounting/keys/secret.ts';
import { readConfig } from '../platform/config.ts';
import { aForm, applicant, operator, plainTerms } from '../testing/accounting/applicants.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { buildServices } from './services.ts';

it('without a mail server mails are printed, with a link instead of a key; nothing is printed before it is asked for', async (t) => {
  const dataDir = temporaryFolder(t);
  const services = await buildServices(
    readConfig({ CITEWELL_DATA_DIR: dataDir, CITEWELL_SOURCES: 'library' }),
  );
  t.after(() => services.close());
  const { applications } = services;
  let printed = '';
  await applications.submit(aForm(), '192.0.2.1');
  assert.equal(
    (await applications.mails({ limit: 1 })).items[0]?.state,
    'waiting',
    'as for a process that does not stay',
  );
  await services.deliverMails((text) => {
    printed += text;
  });
  const token = async (page: string) => {
    const link = new RegExp(`http://127\\.0\\.0\\.1:8787/apply/${page}\\?token=(\\S+)`);
    await until(() => link.test(printed));
    return parseLinkToken(link.exec(printed)?.[1]) ?? assert.fail();
  };
  const { id } = await applications.confirm(await token('confirm'), applicant);
  await applications.approve(id, plainTerms, operator);
  const key = await applications.claim(await token('claim'), applicant);
  assert.match(key, secretPattern);
  assert.doesNotMatch(printed, secretPattern);
  assert.match(printed, /To: li\.wei@example\.org\nSubject: 您的 Citewell API 密钥\n/);
  assert.equal(statSync(join(dataDir, 'secrets.key')).mode & 0o777, 0o600);
});
