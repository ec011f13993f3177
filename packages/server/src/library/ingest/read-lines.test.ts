import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { IngestItem, ItemReader } from './item.ts';
import { createJsonlReader } from './read-jsonl.ts';
import { createMedlineReader } from './read-medline.ts';

function read(create: () => ItemReader, bytes: Uint8Array, cuts: readonly number[] = []): IngestItem[] {
  const reader = create();
  const ends = [0, ...cuts, bytes.length];
  const items = ends.slice(1).flatMap((end, i) => reader.feed(bytes.subarray(ends[i], end)));
  return [...items, ...reader.end()];
}

function articles(items: readonly IngestItem[]) {
  return items.flatMap((item) => (item.kind === 'record' ? [item.article] : []));
}

function rejects(items: readonly IngestItem[]) {
  return items.flatMap((item) => (item.kind === 'reject' ? [[item.line, item.reason.en]] : []));
}

const medline = `
PMID- 12230038
OWN - NLM
LR  - 20041117
DP  - 2002 Sep 3
TI  - The Bio* toolkits--a brief
      overview.
AB  - BACKGROUND: Data are plenty (really). METHODS: We counted: one, two. RESULTS: It
      is so. Not a LABEL: this.
FAU - Mangalam, Harry
AU  - Mangalam H
CN  - The Group
LA  - eng
PT  - Journal Article
PT  - Review
TA  - Brief Bioinform
JT  - Briefings in bioinformatics
MH  - *Computational Biology
MH  - Occupational Health/*history/standards
OT  - *toolkit
AID - S1467 [pii]
AID - 10.1093/bib/3.3.296 [doi]
PMC - PMC4513071
RIN - Lancet. 2010 Feb 6;375:445. doi: 10.1016/x. PMID: 20137807
TT  - 生物工具
SO  - Brief Bioinform. 2002 Sep;3(3):296-302.

PMID-27433151
TI  - A notice
FAU - Long, Vicky Anne
DP  - 1998 Dec-1999 Jan
ROF - Lancet. 1998;351:637. PMID: 9500320
SO  - Lancet. 2010 Feb 6;375(9713):445. doi: 10.1016/S0140.
`;

describe('MEDLINE text', () => {
  it('gives the same records as XML', () => {
    const [first, second] = read(createMedlineReader, Buffer.from(medline));
    assert.deepEqual(first, {
      kind: 'record',
      line: 2,
      revisedAt: '2004-11-17',
      links: [],
      article: {
        pmid: '12230038',
        version: 1,
        title: 'The Bio* toolkits--a brief overview.',
        vernacularTitle: '生物工具',
        abstract: [
          { label: 'BACKGROUND', text: 'Data are plenty (really).' },
          { label: 'METHODS', text: 'We counted: one, two.' },
          { label: 'RESULTS', text: 'It is so. Not a LABEL: this.' },
        ],
        authors: ['Mangalam H', 'The Group'],
        journal: 'Briefings in bioinformatics',
        journalAbbreviation: 'Brief Bioinform',
        year: '2002',
        published: '2002-09-03',
        languages: ['eng'],
        publicationTypes: ['Journal Article', 'Review'],
        mesh: ['Computational Biology', 'Occupational Health'],
        keywords: ['toolkit'],
        doi: '10.1093/bib/3.3.296',
        pmcid: 'PMC4513071',
        isReview: true,
        retracted: true,
        retractions: [{ pmid: '20137807', citation: 'Lancet. 2010 Feb 6;375:445.' }],
        concerns: [],
        errata: [],
      },
    });
    assert.ok(second?.kind === 'record');
    assert.deepEqual(
      [second.article.authors, second.article.year, second.article.published],
      [['Long VA'], '1998', '1998-12'],
    );
    assert.deepEqual(second.links, [
      {
        kind: 'retraction',
        of: '9500320',
        notice: { pmid: '27433151', citation: 'Lancet. 2010 Feb 6;375(9713):445.' },
      },
    ]);
  });

  it('gives the same records wherever it is split, and with any line ends', () => {
    const whole = read(createMedlineReader, Buffer.from(medline));
    assert.deepEqual(read(createMedlineReader, Buffer.from(medline.replaceAll('\n', '\r\n'))), whole);
    const bytes = Buffer.from(medline);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 10 }), (cuts) => {
        assert.deepEqual(
          read(
            createMedlineReader,
            bytes,
            cuts.sort((a, b) => a - b),
          ),
          whole,
        );
      }),
    );
  });

  it('reports an invalid record by its line, and reads the others', () => {
    const bytes = Buffer.concat([
      Buffer.from(
        'PMID- 1\nTI  - One\n\nTI  - No PMID\n\nPMID- 2\nSO  invalid line\n\nPMID- 3\nTI  - \u0007\n\nPMID- 4\nTI  - ',
      ),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('\n\nThis stands alone.\n\nPMID- 12a\n\nPMID- 5\nTI  - Five\nPMID- 6\n'),
    ]);
    const items = read(createMedlineReader, bytes);
    assert.deepEqual(
      articles(items).map(({ pmid, title }) => [pmid, title]),
      [
        ['1', 'One'],
        ['5', 'Five'],
        ['6', ''],
      ],
    );
    assert.deepEqual(rejects(items), [
      [4, 'the record has no PMID'],
      [7, 'the line has neither a tag nor what it would continue'],
      [10, 'the text holds control characters'],
      [13, 'the bytes are not UTF-8'],
      [15, 'the line has neither a tag nor what it would continue'],
      [17, 'the record has no PMID'],
    ]);
  });
});

describe('JSON lines', () => {
  it('are read as exported, and with fields missing', () => {
    const lines = [
      '{"pmid":"7","title":"T","vernacular_title":null,"abstract":[{"label":null,"text":"A"},{"label":"R","text":""}],"authors":["X Y"],"journal":"J","year":"2020","languages":["eng"],"publication_types":["Review"],"mesh":["M","M"],"keywords":[],"doi":null,"is_review":true,"retracted":false,"unknown":1}',
      '',
      '{"pmid":8,"title":" two \\n lines ","abstract":"Whole.","year":2021,"published":"2021-05","revised":"2022-01-01","version":"2"}',
    ];
    const items = read(createJsonlReader, Buffer.from(lines.join('\n')));
    assert.deepEqual(articles(items), [
      {
        ...{ pmid: '7', version: 1, title: 'T', abstract: [{ text: 'A' }], authors: ['X Y'], journal: 'J' },
        ...{ year: '2020', languages: ['eng'], publicationTypes: ['Review'], mesh: ['M'], keywords: [] },
        ...{ isReview: true, retracted: false, retractions: [], concerns: [], errata: [] },
      },
      {
        ...{ pmid: '8', version: 2, title: 'two lines', abstract: [{ text: 'Whole.' }], authors: [] },
        ...{ journal: '', year: '2021', published: '2021-05', languages: [], publicationTypes: [], mesh: [] },
        ...{ keywords: [], isReview: false, retracted: false, retractions: [], concerns: [], errata: [] },
      },
    ]);
    assert.deepEqual(
      items.map((item) => item.kind === 'record' && [item.line, item.revisedAt]),
      [
        [1, undefined],
        [3, '2022-01-01'],
      ],
    );
  });

  it('include the PMCID, open access and license if known', () => {
    const line = '{"pmid":"7","title":"T","pmcid":"PMC12","open_access":true,"license":"cc by"}';
    const [article] = articles(read(createJsonlReader, Buffer.from(line)));
    assert.partialDeepStrictEqual(article, { pmcid: 'PMC12', openAccess: true, license: 'cc by' });
    const [other] = articles(
      read(createJsonlReader, Buffer.from('{"pmid":"7","title":"T","pmcid":"12","open_access":null}')),
    );
    assert.deepEqual([other?.pmcid, other?.openAccess, other?.license], [undefined, undefined, undefined]);
  });

  it('report an invalid record by its line, without quoting it', () => {
    const long = Buffer.alloc(9 * 1024 * 1024, 'x');
    const bytes = Buffer.concat([
      Buffer.from(
        '{"pmid":"1","title":"secret"\n[1]\n{"pmid":"0","title":5}\n{"pmid":"1","title":"a\\u0000b"}\n{"pmid":"2","title":"',
      ),
      Buffer.from([0xc3]),
      Buffer.from('"}\n'),
      long,
      Buffer.from('\n{"pmid":"4","title":"a\\ud800b"}\n{"pmid":"5","title":"c","revised":"2024-02-30"}\n'),
      Buffer.from(
        `{"pmid":"6","title":"d","doi":"10.1/${'x'.repeat(2_044)}"}\n{"pmid":"3","title":"ok","doi":"10.1/${'x'.repeat(2_043)}"}`,
      ),
    ]);
    const items = read(createJsonlReader, bytes);
    assert.deepEqual(rejects(items), [
      [1, 'the line is not one JSON object'],
      [2, 'the line is not one JSON object'],
      [3, 'these fields are invalid: pmid, title'],
      [4, 'the text holds control characters'],
      [5, 'the bytes are not UTF-8'],
      [6, 'the line is too long'],
      [7, 'the text holds half of a character'],
      [8, 'these fields are invalid: revised'],
      [9, 'these fields are invalid: doi'],
    ]);
    assert.deepEqual(
      articles(items).map(({ pmid }) => pmid),
      ['3'],
    );
  });

  it('never throw, whatever the bytes', () => {
    for (const create of [createJsonlReader, createMedlineReader])
      fc.assert(
        fc.property(
          fc.uint8Array({ maxLength: 300 }),
          fc.array(fc.nat(300), { maxLength: 3 }),
          (bytes, cuts) => {
            read(
              create,
              bytes,
              cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b),
            );
          },
        ),
      );
    fc.assert(
      fc.property(fc.json(), (json) => {
        read(createJsonlReader, Buffer.from(json));
      }),
    );
  });
});
