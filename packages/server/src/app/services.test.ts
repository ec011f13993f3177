import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { parsePmcid } from '@citewell/core/records/article.ts';
import { startEuropepmcSimulator } from '@citewell/simulators/europepmc/europepmc-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { simulatedRecord } from '@citewell/simulators/pubmed/record.ts';
import { until } from '@citewell/simulators/until.ts';
import { parseLinkToken } from '../accounting/applications/link-token.ts';
import { secretPattern } from '../accounting/keys/secret.ts';
import { readConfig } from '../platform/config.ts';
import { aForm, applicant, operator, plainTerms } from '../testing/accounting/applicants.ts';
import { jats } from '../testing/literature/jats-cases.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { buildServices } from './services.ts';

it('without a mail server mails are printed with a link instead of a key, and only on request', async (t) => {
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

for (const [settings, sources] of [
  [{}, ['europepmc']],
  [{ CITEWELL_SOURCES: 'pubmed' }, ['eutils']],
  [{ CITEWELL_SOURCES: 'library' }, undefined],
  [{ CITEWELL_FULL_TEXT: 'off' }, undefined],
] as const)
  it(`reads full texts from ${sources ?? 'nowhere'} with ${JSON.stringify(settings)}`, async (t) => {
    const records = [
      simulatedRecord({
        ...{ pmid: '1', pmcid: 'PMC1', title: 'A trial', published: { year: '2021' } },
        journal: { title: 'Simulated Medicine', abbreviation: 'Simul Med' },
        fullText: jats('<sec><title>Results</title><p>Pain fell by 2 points.</p></sec>'),
      }),
    ];
    const eutils = await startEutilsSimulator({ records });
    const europepmc = await startEuropepmcSimulator({ records });
    t.after(() => Promise.all([eutils.close(), europepmc.close()]));
    const services = await buildServices(
      readConfig({
        CITEWELL_DATA_DIR: temporaryFolder(t),
        CITEWELL_PUBMED_BASE_URL: eutils.url,
        CITEWELL_EUROPEPMC_BASE_URL: europepmc.url,
        ...settings,
      }),
    );
    t.after(() => services.close());
    const { fullTexts } = services.literature;
    assert.equal(fullTexts === undefined, sources === undefined);
    const request = {
      signal: t.signal,
      work: services.languageWorkers.workFor('test'),
      deadline: Date.now() + 20_000,
    };
    const pmcid = parsePmcid('PMC1') ?? assert.fail();
    const read = await fullTexts?.read({ pmcid }, request);
    assert.equal(read?.text.sections[0]?.paragraphs[0]?.[0]?.text, sources && 'Pain fell by 2 points.');
    const asked = Object.entries({ eutils, europepmc }).filter(([, simulator]) => simulator.log().length > 0);
    assert.deepEqual(
      asked.map(([name]) => name),
      sources ?? [],
    );
  });
