import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { SaxesParser } from 'saxes';
import { loadPubmedXmlCorpus, sharedDataDir, sharedDataMissing } from './corpus.ts';
import { type EuropepmcSimulator, startEuropepmcSimulator } from './europepmc/europepmc-simulator.ts';
import { type EutilsSimulator, startEutilsSimulator } from './pubmed/eutils-simulator.ts';

/** Compares the simulators with replies recorded from the real services: what they write has the same shape. */

let eutils: EutilsSimulator;
let europepmc: EuropepmcSimulator;

before(async () => {
  eutils = await startEutilsSimulator({ rateLimit: false });
  europepmc = await startEuropepmcSimulator();
});

after(async () => {
  await eutils.close();
  await europepmc.close();
});

describe('the simulators compared with recorded replies', { skip: sharedDataMissing() ?? false }, () => {
  it('esearch: the same elements in the same order, with and without results', async () => {
    for (const [file, path] of [
      ['esearch1.xml', 'esearch.fcgi?term=zelparin'],
      ['esearch2.xml', 'esearch.fcgi?term=stroke&usehistory=y'],
    ] as const) {
      assert.deepEqual(skeleton(await text(path)), skeleton(recorded(file)));
    }
    assert.deepEqual(
      values(await text('esearch.fcgi?term=abcXYZ')),
      values(recorded('esearch8.xml')),
      'the reply to the same unknown word',
    );
  });

  it('efetch: a recorded record byte for byte, including prolog and end', async () => {
    const simulator = await startEutilsSimulator({ rateLimit: false, records: loadPubmedXmlCorpus() ?? [] });
    try {
      for (const [file, ids] of [
        ['pubmed1.xml', '12091962,9997'],
        ['pubmed2.xml', '11748933,11700088'],
      ] as const) {
        const reply = await fetch(`${simulator.url}/efetch.fcgi?db=pubmed&retmode=xml&id=${ids}`);
        assert.equal((await reply.text()).trimEnd(), recorded(file).trimEnd());
      }
    } finally {
      await simulator.close();
    }
  });

  it('efetch: a record written from fields has only recorded elements and attributes', async () => {
    const real = new Set([
      'PubmedArticleSet',
      // Permitted by the DTD, though absent from these records.
      'PubmedArticleSet/PubmedArticle/MedlineCitation/KeywordList/Keyword/i',
      ...(loadPubmedXmlCorpus() ?? []).flatMap((record) => paths(record.xml, 'PubmedArticleSet')),
    ]);
    const all = Array.from({ length: 40 }, (_, at) => 990000001 + at).join(',');
    const written = paths(await text(`efetch.fcgi?retmode=xml&id=${all}`));
    assert.deepEqual(
      [...new Set(written)].filter((path) => !real.has(path)),
      [],
    );
  });

  it('espell and esummary: the same elements, and the same errors', async () => {
    assert.deepEqual(elements(await text('espell.fcgi?term=hypertenson')), elements(recorded('espell.xml')));
    assert.equal(await text('esummary.fcgi?id='), recorded('esummary8.xml'));
    const items = (xml: string) =>
      [...xml.matchAll(/^\t<Item Name="(\w+)" Type="(\w+)"/gm)].map(([, name, type]) => `${name} ${type}`);
    const first = recorded('esummary1.xml').split('</DocSum>')[0] ?? '';
    assert.deepEqual(items(await text('esummary.fcgi?id=990000001')), items(first));
  });

  it('Europe PMC: results have only the fields of recorded ones, of the same types', async () => {
    for (const [type, file] of [
      ['lite', 'search_1000results_cancer.json'],
      ['core', 'search_cancer_core.json'],
      ['idlist', 'search_cancer_idlist.json'],
    ] as const) {
      const known = JSON.parse(readFileSync(`${sharedDataDir}/europepmc/pyeuropepmc/${file}`, 'utf8'));
      const reply = await fetch(
        `${europepmc.url}/search?format=json&resultType=${type}&pageSize=30&query=the+OR+patients+OR+children+OR+zelparin`,
      );
      const real = shapes(known);
      const unknown = [...shapes(await reply.json())].filter(
        (shape) => !real.has(shape) && !seenElsewhere.has(shape),
      );
      assert.deepEqual(unknown, []);
    }
  });

  it('Europe PMC: the recorded reply for an empty result', async () => {
    const query = 'asdkfjhasdkfjhasdfasdasdasdfgsagsd';
    const reply = await fetch(`${europepmc.url}/search?format=json&query=${query}&cursorMark=%252A`);
    const star = await fetch(`${europepmc.url}/search?format=json&query=${query}`);
    const known = JSON.parse(
      readFileSync(`${sharedDataDir}/europepmc/pyeuropepmc/search_no_results.json`, 'utf8'),
    );
    assert.deepEqual(await reply.json(), { version: '6.9' }, 'a cursor encoded twice is no cursor today');
    assert.deepEqual(await star.json(), { ...known, request: { ...known.request, cursorMark: '*' } });
  });
});

/** Fields of Europe PMC that happen to be absent from these three recordings. */
const seenElsewhere = new Set([
  '.resultList.result[].authorList.author[].collectiveName string',
  '.resultList.result[].bookOrReportDetails.publisher string',
  '.resultList.result[].bookOrReportDetails.yearOfPublication number',
  '.resultList.result[].bookOrReportDetails.comprisingTitle string',
  '.resultList.result[].bookid string',
]);

async function text(path: string): Promise<string> {
  const reply = await fetch(`${eutils.url}/${path}&db=pubmed`);
  return reply.text();
}

function recorded(file: string): string {
  return readFileSync(`${sharedDataDir}/eutils/biopython/${file}`, 'utf8');
}

/**
 * Returns each element name once, in the order of its first occurrence; without the mappings, which depend on the
 * words.
 */
function skeleton(xml: string): string[] {
  return [...new Set(elements(xml))].filter((name) => !['Translation', 'From', 'To'].includes(name));
}

/** Element names in document order. */
function elements(xml: string): string[] {
  return paths(xml)
    .filter((path) => !path.includes('@'))
    .map((path) => path.split('/').at(-1) ?? '');
}

/** Paths of elements ("a/b") and attributes ("a/b@c") in document order. */
function paths(xml: string, root?: string): string[] {
  const open: string[] = root ? [root] : [];
  const found: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => {
    open.push(tag.name);
    found.push(open.join('/'), ...Object.keys(tag.attributes).map((name) => `${open.join('/')}@${name}`));
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  return found;
}

/** Element names with their text. */
function values(xml: string): [string, string][] {
  const found: [string, string][] = [];
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => {
    found.push([tag.name, '']);
  });
  parser.on('text', (content) => {
    const last = found.at(-1);
    if (last) last[1] += content.trim();
  });
  parser.write(xml).close();
  return found;
}

function shapes(value: unknown, path = ''): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((item) => [...shapes(item, `${path}[]`)]));
  if (typeof value === 'object' && value !== null) {
    return new Set(Object.entries(value).flatMap(([key, item]) => [...shapes(item, `${path}.${key}`)]));
  }
  return new Set([`${path} ${typeof value}`]);
}
