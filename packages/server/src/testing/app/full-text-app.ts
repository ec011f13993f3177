import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startEuropepmcSimulator } from '@citewell/simulators/europepmc/europepmc-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { type SimulatedRecord, simulatedRecord } from '@citewell/simulators/pubmed/record.ts';
import { createSqliteCache } from '../../database/sqlite/cache/cache.ts';
import { answer } from '../../features/answers/answer.ts';
import { createEuropepmcRetriever } from '../../literature/sources/europepmc/client.ts';
import { createFullTexts } from '../../literature/sources/full-text/full-texts.ts';
import { createPubmedRetriever } from '../../literature/sources/pubmed/client.ts';
import type { Model } from '../../llm/model.ts';
import { jats } from '../literature/jats-cases.ts';
import { buildTestApp } from './build-test-app.ts';

export const license = 'https://creativecommons.org/licenses/by/4.0/';
const front = `<front><article-meta><title-group><article-title>Zelparin for stroke</article-title></title-group><permissions><license xlink:href="${license}"/></permissions></article-meta></front>`;

/** Creates a JATS article with these results, and with other parts that no answer may quote. */
export function trialText(results: string): string {
  return jats(
    `<sec sec-type="intro"><title>Introduction</title><p>Nausea occurs in 55% of adults who take zelparin, as is often said.</p></sec>
<sec sec-type="methods"><title>Methods</title><p>We recorded nausea with zelparin at 312 visits.</p></sec>
<sec sec-type="results"><title>Results</title>${results}</sec>
<sec sec-type="discussion"><title>Discussion</title><p>Nausea with zelparin was found in 66% elsewhere <xref ref-type="bibr">[4]</xref>.</p></sec>`,
    { front, attributes: 'xml:lang="en"' },
  );
}

/** A table of adverse events, with a head over two rows. */
export const eventsTable =
  '<table-wrap><label>Table 2</label><caption><p>Adverse events.</p></caption><table><thead><tr><th rowspan="2">Event</th><th colspan="2">Treatment</th></tr><tr><th>Zelparin</th><th>Warfarin</th></tr></thead><tbody><tr><td>Vomiting, %</td><td>2.2</td><td>1.4</td></tr><tr><td>Headache, %</td><td>9.6</td><td>9.1</td></tr></tbody></table></table-wrap>';

/** Creates a record on zelparin with a full text, whose PMCID has the digits of its PMID; other fields replace its own. */
export function zelparinRecord(
  pmid: string,
  more: Partial<SimulatedRecord> | 'pmcid' | 'fullText' = {},
  own: Partial<Pick<SimulatedRecord, 'title' | 'abstract' | 'fullText'>> = {},
): SimulatedRecord {
  const fields = {
    title: 'Zelparin compared with warfarin after stroke: a randomised trial.',
    abstract: [
      { label: 'METHODS', text: 'We randomly assigned 4120 adults with stroke to zelparin or warfarin.' },
      {
        label: 'RESULTS',
        text: 'Zelparin reduced recurrent stroke by 21% compared with warfarin. Nausea was recorded with zelparin.',
      },
      { label: 'CONCLUSIONS', text: 'Zelparin reduced recurrent stroke in adults compared with warfarin.' },
    ],
    journal: { title: 'Simulated Medicine', abbreviation: 'Simul Med' },
    published: { year: '2021' },
    publicationTypes: ['Randomized Controlled Trial', 'Journal Article'],
    ...{ pmid, pmcid: `PMC${pmid}` },
    fullText: trialText(
      `<sec><title>Safety</title><p>Nausea occurred in 7.3% of adults with zelparin and in 4.1% with warfarin.</p></sec>${eventsTable}`,
    ),
    ...own,
  };
  if (typeof more !== 'string') return simulatedRecord({ ...fields, ...more });
  const { [more]: _, ...left } = fields;
  return simulatedRecord(left);
}

const whole = trialText('<p>Nausea occurred in 7.3% of adults with zelparin.</p>');

/** Table whose rows would take gigabytes with the words of their columns. */
export const endlessTable = `<table-wrap><table><thead><tr><th/><th colspan="99">${'h'.repeat(1_000_000)}</th></tr></thead><tbody>${`<tr>${Array.from({ length: 100 }, (_, at) => `<td>${at}</td>`).join('')}</tr>`.repeat(190)}</tbody></table></table-wrap>`;

/** Records and documents without a readable full text, with what each has instead, or lacks. */
export const unreadable: readonly (readonly [string, Partial<SimulatedRecord> | 'pmcid' | 'fullText'])[] = [
  ['is of a record without a PMCID', 'pmcid'],
  ['is not open to programs', { openAccess: false }],
  ['does not exist', 'fullText'],
  [
    'is that of another paper',
    {
      fullText: whole.replace(
        '<article-meta>',
        '<article-meta><article-id pub-id-type="pmcid">PMC9999</article-id>',
      ),
    },
  ],
  ['has thousands of sections', { fullText: whole.replace('</body>', `${'<sec/>'.repeat(3_000)}</body>`) }],
  ['is truncated', { fullText: whole.slice(0, -40) }],
  ['is malformed', { fullText: whole.replace('</body>', '</sec>') }],
  ['is a page of HTML', { fullText: '<html><body>Maintenance</body></html>' }],
  [
    'declares entities',
    { fullText: whole.replace(/^<!DOCTYPE[^>]*>/, '<!DOCTYPE article [<!ENTITY a "x">]>') },
  ],
  ['nests too deeply', { fullText: jats(`${'<sec>'.repeat(300)}<p>x</p>${'</sec>'.repeat(300)}`) }],
  ['has 50 MB', { fullText: jats(`<p>${'word '.repeat(10 * 1024 * 1024)}</p>`) }],
];

/**
 * App over these records in simulated sources, with their full texts in others, so that faults of full texts do not affect
 * searches.
 */
export async function buildFullTextApp(
  t: TestContext,
  records: readonly SimulatedRecord[],
  {
    model,
    off = false,
    timeMs = 30_000,
  }: {
    model?: Model;
    off?: boolean;
    /** Milliseconds for all full texts of a call, more than slow machines need, unless a source is supposed to be late. */
    timeMs?: number;
  } = {},
) {
  const eutils = await startEutilsSimulator({ records, rateLimit: false });
  const europepmc = await startEuropepmcSimulator({ records });
  const searched = await startEutilsSimulator({ records, rateLimit: false });
  const clock = { now: () => Date.now() };
  const log = () => {};
  const cache = createSqliteCache({ path: ':memory:', clock, log });
  const freely = { acquire: async () => true as const, pauseUntil: () => {} };
  const quick = { cache, clock, log, limiter: freely, sleep: async () => {} };
  const toPubmed = ({ url }: { url: string }) =>
    createPubmedRetriever({ ...quick, baseUrl: url, apiKey: undefined, email: undefined });
  const [pubmed, pmc] = [toPubmed(searched), toPubmed(eutils)];
  const first = createEuropepmcRetriever({ ...quick, baseUrl: europepmc.url });
  const fullTexts = off ? undefined : createFullTexts({ sources: [first, pmc], cache, clock, log, timeMs });
  const test = await buildTestApp(t, {
    answer,
    services: {
      model,
      literature: { remote: [pubmed], library: undefined, fullTexts },
    },
  });
  t.after(async () => {
    for (const retriever of [pubmed, pmc, first]) await retriever.close();
    cache.close();
    for (const simulator of [searched, eutils, europepmc]) await simulator.close();
  });
  const post = async (path: string, payload: object) => {
    const reply = await test.app.inject({
      method: 'POST',
      url: `/ai/api/${path}`,
      headers: { 'x-api-key': test.key },
      payload,
    });
    assert.equal(reply.statusCode, 200, reply.body);
    return reply;
  };
  /** Requests for full texts to each source. */
  const asked = () => ({ europepmc: europepmc.log().length, eutils: eutils.log().length });
  return { ...test, eutils, europepmc, post, asked };
}
