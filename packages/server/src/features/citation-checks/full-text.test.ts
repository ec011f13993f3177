import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { CitationCheckResponse } from '@citewell/sdk';
import { startEuropepmcSimulator } from '@citewell/simulators/europepmc/europepmc-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { type SimulatedRecord, simulatedRecord } from '@citewell/simulators/pubmed/record.ts';
import { countingMeter } from '../../accounting/meter.ts';
import { createSqliteCache } from '../../database/sqlite/cache/cache.ts';
import { createEuropepmcRetriever } from '../../literature/sources/europepmc/client.ts';
import { createFullTexts, type FullTexts } from '../../literature/sources/full-text/full-texts.ts';
import { readJats } from '../../literature/sources/full-text/read-jats.ts';
import { createPubmedRetriever } from '../../literature/sources/pubmed/client.ts';
import { toCheckedArticle } from '../../retrieval/checked-article.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { jats } from '../../testing/literature/jats-cases.ts';
import { auditCitations } from './audit-citations.ts';
import { lookUpFullText } from './look-up-full-text.ts';
import { searchFullText } from './search-full-text.ts';

const license = 'https://creativecommons.org/licenses/by/4.0/';
const front = `<front><article-meta><title-group><article-title>Zelparin for stroke</article-title></title-group><permissions><license xlink:href="${license}"/></permissions></article-meta></front>`;
const table =
  '<table-wrap><label>Table 2</label><caption><p>Adverse events.</p></caption><table><thead><tr><th>Event</th><th>Zelparin</th><th>Warfarin</th></tr></thead><tbody><tr><td>Nausea, %</td><td>7.3</td><td>4.1</td></tr></tbody></table></table-wrap>';
const article = jats(
  `<sec sec-type="intro"><title>Introduction</title><p>Zelparin reduced gout by 44%.</p></sec>
<sec sec-type="results"><title>Results</title><sec><title>Secondary outcomes</title><p>Zelparin reduced hospital admission by 18% compared with warfarin. In earlier work zelparin reduced migraine by 31% <xref ref-type="bibr">[4]</xref>.</p></sec>
<sec><title>Subgroup of women</title><p>Zelparin reduced anaemia by 12% compared with warfarin.</p></sec>${table}</sec>
<sec sec-type="discussion"><title>Discussion</title><p>Zelparin may have reduced dementia by 9% compared with warfarin.</p></sec>`,
  { front, attributes: 'xml:lang="en"' },
);
const chinese = jats('<sec><title>2 结果</title><p>甲药组住院率较对照组降低18%。</p></sec>', {
  attributes: 'xml:lang="zh"',
});
const fields = {
  title: 'Zelparin compared with warfarin after stroke: a randomised trial.',
  abstract: [{ label: 'RESULTS', text: 'Zelparin reduced stroke compared with warfarin in 4120 adults.' }],
  journal: { title: 'Simulated Medicine', abbreviation: 'Simul Med' },
  published: { year: '2021' },
};
const record = (pmid: string, more: Partial<SimulatedRecord> = {}) =>
  simulatedRecord({ ...fields, pmid, pmcid: `PMC${pmid}`, fullText: article, ...more });
const records = [
  record('1'),
  record('2', { openAccess: false }),
  simulatedRecord({ ...fields, pmid: '3' }),
  record('4', { fullText: `<!DOCTYPE article [<!ENTITY a "x">]><article><body><p>&a;</p></body></article>` }),
  record('5', { fullText: jats(`${'<sec>'.repeat(300)}<p>x</p>${'</sec>'.repeat(300)}`) }),
  record('6', { fullText: article.slice(0, -40) }),
  record('7', { fullText: jats(`<p>${'a long text '.repeat(1_500_000)}</p>`) }),
  record('8', { fullText: '<html><body>Maintenance</body></html>' }),
  record('9', {
    title: '甲药治疗卒中的随机对照试验',
    abstract: [{ text: '结果：甲药组卒中发生率较对照组降低。' }],
    languages: ['chi'],
    fullText: chinese,
  }),
];

const stated = 'Zelparin reduced hospital admission by 18% compared with warfarin.';

async function open(t: TestContext, { off = false } = {}) {
  const eutils = await startEutilsSimulator({ records, rateLimit: false });
  const europepmc = await startEuropepmcSimulator({ records });
  const clock = { now: () => Date.now() };
  const log = () => {};
  const cache = createSqliteCache({ path: ':memory:', clock, log });
  const freely = { acquire: async () => true as const, pauseUntil: () => {} };
  const quick = { cache, clock, log, limiter: freely, sleep: async () => {} };
  const pubmed = createPubmedRetriever({
    ...quick,
    baseUrl: eutils.url,
    apiKey: undefined,
    email: undefined,
  });
  const second = createEuropepmcRetriever({ ...quick, baseUrl: europepmc.url });
  const fullTexts = off ? undefined : createFullTexts({ sources: [second, pubmed], cache, clock, log });
  const { app, key, services } = await buildTestApp(t, {
    services: {
      literature: { remote: [pubmed, second], library: undefined, fullTexts },
    },
  });
  t.after(async () => {
    await pubmed.close();
    await second.close();
    cache.close();
    for (const simulator of [eutils, europepmc]) await simulator.close();
  });
  const post = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/ai/api/${path}`, headers: { 'x-api-key': key }, payload });
  const check = async (sentence: string, pmid = '1', more: object = {}): Promise<CitationCheckResponse> => {
    const reply = await post('factcheck_verify', { sentence, pmid, include: ['verification'], ...more });
    assert.equal(reply.statusCode, 200, reply.body);
    return reply.json();
  };
  const asked = () => ({
    europepmc: europepmc.log().filter(({ endpoint }) => endpoint.endsWith('/fullTextXML')).length,
    eutils: eutils.log().filter(({ params }) => params.db === 'pmc').length,
  });
  return { eutils, europepmc, check, post, asked, services };
}

describe('a citation undecided by the abstract', () => {
  it('is supported by a sentence of the full-text results, with its location', {
    tags: ['factcheck.response.verification.full_text'],
  }, async (t) => {
    const { check, asked } = await open(t);
    const { consistent, reason, deviation_analysis: analysis, verification } = await check(stated);
    assert.equal(consistent, true);
    assert.equal(
      reason,
      `The abstract is inconclusive; the full text supports the sentence (PMC1, Results > Secondary outcomes): “${stated.slice(0, -1)}”.`,
    );
    assert.equal(analysis, 'No deviation was found.');
    assert.partialDeepStrictEqual(verification, {
      ...{ verdict: 'supported', read: 'full_text', method: 'rules', evidence: [], deviations: [] },
      full_text: { pmcid: 'PMC1', license, section: 'Results > Secondary outcomes', sentence: stated },
      numbers: [{ text: '18%', found: true }],
    });
    assert.match(verification?.full_text?.sha256 ?? '', /^[0-9a-f]{64}$/);
    assert.deepEqual(asked(), { europepmc: 1, eutils: 0 });
    await check(stated);
    assert.deepEqual(asked(), { europepmc: 1, eutils: 0 }, 'a text that was read is remembered');
  });

  it('is supported by a table cell', async (t) => {
    const { check } = await open(t);
    const { verification } = await check('Nausea occurred in 7.3% with zelparin.');
    assert.equal(verification?.read, 'full_text');
    assert.equal(verification?.verdict, 'supported', JSON.stringify(verification));
    assert.partialDeepStrictEqual(verification?.full_text, {
      section: 'Table 2',
      sentence: 'Nausea, %, Zelparin: 7.3',
    });
  });

  it('is supported in an audit, whose report quotes the full text', async (t) => {
    const { services } = await open(t);
    const work = services.languageWorkers.workFor('audit');
    const context = { requestId: 'r', signal: t.signal, meter: countingMeter(), work, atOnce: 1 };
    const sentence = { sentence: stated, line: 1, citations: [{ label: '[1]', pmid: '1' as Pmid }] };
    const found: unknown[] = [];
    await auditCitations([sentence], services, context, (findings) => void found.push(...findings));
    assert.partialDeepStrictEqual(found, [{ outcome: 'supported', evidence: stated }]);
    assert.match(JSON.stringify(found), /the full text supports the sentence \(PMC1, Results/);
  });

  it('is explained in Chinese for a Chinese article', async (t) => {
    const { check } = await open(t);
    const { reason, verification } = await check('甲药组住院率较对照组降低18%。', '9');
    assert.equal(verification?.verdict, 'supported', reason);
    assert.match(reason, /^仅凭摘要未能判定，全文支持该句（PMC9，2 结果）：“甲药组住院率较对照组降低18%”。$/);
    const other = await check('甲药组骨折率较对照组降低18%。', '9');
    assert.equal(other.verification?.verdict, 'undetermined');
    assert.match(other.reason, /另已查阅全文（PMC9），其结果中没有句子足以证实该句。$/);
  });

  for (const [what, sentence] of [
    ['background', 'Zelparin reduced gout by 44%.'],
    ['a finding of another paper', 'Zelparin reduced migraine by 31%.'],
    ['a subgroup', 'Zelparin reduced anaemia by 12% compared with warfarin.'],
    ['the discussion', 'Zelparin reduced dementia by 9% compared with warfarin.'],
    ['another number', 'Zelparin reduced hospital admission by 81% compared with warfarin.'],
    ['the other arm', 'Nausea occurred in 7.3% with warfarin.'],
    ['words from several sentences', 'Zelparin reduced migraine and anaemia by 18% compared with warfarin.'],
  ] as const)
    it(`is neither supported nor contradicted by ${what}`, async (t) => {
      const { check } = await open(t);
      const { reason, verification } = await check(sentence);
      assert.equal(verification?.verdict, 'undetermined', reason);
      assert.equal(verification.read, 'full_text');
      assert.partialDeepStrictEqual(verification.full_text, { section: null, sentence: null });
      assert.match(
        reason,
        /The full text \(PMC1\) was read as well; no sentence of its results demonstrates the claim\.$/,
      );
    });
});

describe('a claim about a trial with a table', () => {
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const text = readJats(
    Buffer.from(
      jats(`<sec><title>Results</title><sec><title>Primary outcome</title><p>At 24 weeks, body weight fell by 1.9 kg with zelparin and by 0.6 kg with placebo (P=0.002). Blood pressure fell in the placebo group. Mortality was lower in patients with diabetes. Pain fell by 30%.</p></sec>
<table-wrap><label>Table 1</label><table><thead>${row('', 'Zelparin (n = 250)', 'Placebo (n = 251)', 'P value')}</thead><tbody>${row('Deaths, n (%)', '12 (4.8)', '20 (8.0)', '0.04')}${row('Nausea, %', '7.3', '4.1', '0.12')}${row('Change in HbA1c, %', '-0.9', '0.1', '')}${row('Hospital admission', '0.82 (0.70-0.96)', '', '')}</tbody></table></table-wrap></sec>`),
    ),
  );
  const article = {
    title: 'Zelparin in overweight adults: a randomised trial',
    abstract:
      'METHODS: We randomly assigned 501 adults to zelparin or placebo for 24 weeks.\nRESULTS: Zelparin was well tolerated.',
    publicationTypes: undefined,
  };
  for (const [sentence, isStated] of [
    ['Body weight fell by 1.9 kg with zelparin and by 0.6 kg with placebo.', true],
    ['Body weight fell by 0.6 kg with placebo.', true],
    ['Deaths occurred in 4.8% with zelparin.', true],
    ['Nausea occurred in 4.1% with placebo.', true],
    ['Body weight fell by 0.6 kg with zelparin and by 1.9 kg with placebo.', false],
    ['Body weight rose by 1.9 kg with zelparin.', false],
    ['At 12 weeks, body weight fell by 1.9 kg with zelparin.', false],
    ['Zelparin lowered blood pressure.', false],
    ['Mortality was lower with zelparin.', false],
    ['Pain fell by 30% with zelparin.', false],
    ['Nausea fell by 7.3% with zelparin.', false],
    ['Nausea occurred in 4.1% with zelparin.', false],
    ['At 24 weeks, nausea occurred in 7.3% with zelparin.', false],
    ['Nausea occurred in 251 with placebo.', false],
    ['The study enrolled 250 patients with nausea.', false],
    ['Deaths occurred in 12% with zelparin.', false],
    ['Deaths differed significantly (P = 0.04).', false],
    ['HbA1c was 0.9% with zelparin.', false],
    ['HbA1c rose by 0.9% with zelparin.', false],
    ['Hospital admission was 82% with zelparin.', false],
  ] as const)
    it(`${isStated ? 'is' : 'is not'} supported: ${sentence}`, () => {
      assert.ok(text);
      assert.equal(searchFullText({ sentence, article, text }) !== undefined, isStated);
    });
});

describe('the full text is skipped', () => {
  for (const [when, pmid, more] of [
    ['with full_text: false', '1', { full_text: false }],
    ['with an abstract in the request', '1', { abstract: 'Zelparin reduced stroke.' }],
    ['for a record without a PMCID', '3', {}],
  ] as const)
    it(when, { tags: ['factcheck.request.full_text'] }, async (t) => {
      const { check, asked } = await open(t);
      const { reason, verification } = await check(stated, pmid, more);
      assert.equal(verification?.verdict, 'undetermined');
      assert.deepEqual([verification.read, verification.full_text], ['abstract', undefined]);
      assert.doesNotMatch(reason, /full text/);
      assert.deepEqual(asked(), { europepmc: 0, eutils: 0 });
    });

  it('if the abstract decides, or the operator disabled it', async (t) => {
    const { check, asked } = await open(t);
    const { verification } = await check('Zelparin reduced stroke compared with warfarin.');
    assert.deepEqual([verification?.verdict, verification?.read], ['supported', 'abstract']);
    assert.deepEqual(asked(), { europepmc: 0, eutils: 0 });
    const without = await open(t, { off: true });
    assert.equal((await without.check(stated)).verification?.read, 'abstract');
    assert.deepEqual(without.asked(), { europepmc: 0, eutils: 0 });
  });

  it('in a batch with full_text: false', {
    tags: ['factcheck.request.full_text'],
  }, async (t) => {
    const { post, asked } = await open(t);
    const batch = (more: object) =>
      post('factcheck_batch', {
        pairs: [{ sentence: stated, pmid: '1' }],
        include: ['verification'],
        ...more,
      });
    assert.match((await batch({ full_text: false })).body, /"read":"abstract"/);
    assert.deepEqual(asked(), { europepmc: 0, eutils: 0 });
    assert.match((await batch({})).body, /"read":"full_text"/);
  });
});

describe('the verdict of the abstract stands if the full text', () => {
  for (const [what, pmid] of [
    ['is not open to programs', '2'],
    ['declares entities', '4'],
    ['nests too deeply', '5'],
    ['is truncated', '6'],
    ['is larger than any article', '7'],
    ['is a page of HTML', '8'],
  ] as const)
    it(what, async (t) => {
      const { check, asked } = await open(t);
      const { verification } = await check(stated, pmid);
      assert.deepEqual([verification?.verdict, verification?.read], ['undetermined', 'abstract']);
      assert.deepEqual(asked(), { europepmc: 1, eutils: 1 }, 'both sources are asked, each once');
    });

  it('arrives from neither source within three seconds', async (t) => {
    const { check, europepmc, eutils } = await open(t);
    await check('Zelparin reduced stroke compared with warfarin.');
    europepmc.setFault('hang');
    eutils.setFault('hang');
    const begun = performance.now();
    const { verification } = await check(stated);
    assert.equal(verification?.read, 'abstract');
    const tookMs = performance.now() - begun;
    assert.ok(tookMs > 2_000 && tookMs < 6_000, `${tookMs} ms`);
  });

  it('takes too long to read, or the workers are busy', async (t) => {
    const { services } = await open(t);
    const [trial] =
      (await services.literature.remote[0]?.fetch(['1' as Pmid], {
        signal: t.signal,
        deadline: Date.now() + 5_000,
      })) ?? [];
    assert.ok(trial);
    const work = services.languageWorkers.workFor('test');
    const byAbstract = (
      await work('readSentence', { sentence: stated, article: toCheckedArticle(trial) }, t.signal)
    ).byRules;
    const context = { requestId: 'r', signal: t.signal, meter: countingMeter(), work };
    const lookUp = (read: FullTexts['read'], signal = t.signal) =>
      lookUpFullText(
        byAbstract,
        { sentence: stated, article: trial },
        { literature: { fullTexts: { read, timeMs: 3_000 } }, clock: services.clock },
        { ...context, signal },
      );
    const endless: FullTexts['read'] = (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    assert.equal(await lookUp(endless), byAbstract);
    const busy = async () => {
      throw new ServiceError('overloaded');
    };
    assert.equal(await lookUp(busy), byAbstract);
    const left = new AbortController();
    const leaving = lookUp(endless, left.signal);
    left.abort(new Error('gone'));
    await assert.rejects(leaving, /gone/);
  });
});

describe('a full text for a citation check', () => {
  for (const fault of ['server-error', 'cut', 'html', 'rate-limited', 'empty', 'reset', 'hang'] as const)
    it(`is fetched from the E-utilities while Europe PMC has the fault ${fault}`, async (t) => {
      const { check, europepmc } = await open(t);
      europepmc.setFault(fault);
      const { verification } = await check(stated);
      assert.deepEqual([verification?.verdict, verification?.read], ['supported', 'full_text']);
    });
});
