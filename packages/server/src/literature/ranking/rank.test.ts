import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { shippedFrequencies } from '../query/shipped-frequencies.ts';
import { compileFacets } from './facets.ts';
import { fuseRankings } from './fuse.ts';
import { questionTerms } from './question-terms.ts';
import { rankArticles } from './rank.ts';
import { termWeights } from './term-weights.ts';

const paper = (pmid: string, title: string, text: string, more: Partial<Article> = {}) =>
  anArticle(pmid, { title, abstract: [{ text }], ...more });

/** Each in its own list, so that the sources impose no order. */
const rank = (articles: readonly Article[], question: Parameters<typeof rankArticles>[1]) =>
  rankArticles(fuseRankings(articles.map((article) => [article])), question, 2026);
const order = (...ranked: Parameters<typeof rank>) =>
  rank(...ranked).ranked.map(({ article }) => article.pmid);

describe('the weight of a term', () => {
  it('falls with the number of abstracts that contain it', () => {
    const weightOf = termWeights(undefined);
    assert.ok(weightOf('patient') < weightOf('insulin') && weightOf('insulin') < weightOf('ketoacidosi'));
    assert.ok(shippedFrequencies().documentFrequencies.size > 5_000);
  });

  it('follows the library’s frequencies if the library is large, and the shipped list if it is small', () => {
    const documentFrequencies = new Map([['insulin', 0]]);
    const alone = termWeights(undefined)('insulin');
    const together = (records: number, count: number) =>
      termWeights({ records, documentFrequencies: new Map([['insulin', count]]) })('insulin');
    assert.ok(Math.abs(termWeights({ records: 10, documentFrequencies })('insulin') - alone) < 0.01);
    assert.ok(together(1_000_000, 900_000) < 0.2);
    assert.ok(together(1_000_000, 5) > alone + 2);
  });
});

describe('the terms of a question', () => {
  it('include those of its facets and its other words, except function words', () => {
    const facets = compileFacets([['type 2 diabetes', '2型糖尿病'], ['metformin']]);
    const text = 'Does metformin reduce mortality in type 2 diabetes?';
    const { units, pairs, weights } = questionTerms(facets, text, () => 1);
    assert.deepEqual(units, [
      [
        ['type', '2', 'diabet'],
        ['2', '型糖', '糖尿', '尿病'],
      ],
      [['metformin']],
      [['reduc']],
      [['mortal']],
    ]);
    assert.ok((weights.get('mortal') ?? 0) < (weights.get('metformin') ?? 0));
    assert.ok(pairs.some(([first, second]) => first === 'type' && second === '2'));
    assert.ok(!weights.has('doe') && !weights.has('in'));
  });

  it('take Chinese terms from the facets and Latin names from the text', () => {
    const { units } = questionTerms(
      compileFacets([['糖尿病', 'diabetes']]),
      'SGLT2抑制剂对糖尿病有效吗？',
      () => 1,
    );
    assert.deepEqual(units.at(-1), [['sglt2']]);
    assert.equal(units.length, 2);
  });
});

describe('ranking for a question', () => {
  /** Share of the words of a record that only has another wording, while so many others have the typed one. */
  const wordsOfOther = (facet: string[], typed: number, others: number) => {
    const articles = [
      paper('1', 'A trial', `It compared ${facet[1]} with nothing.`),
      ...Array.from({ length: others - 1 }, (_, at) =>
        paper(String(100 + at), 'A trial', `It compared ${facet[1]} with nothing.`),
      ),
      ...Array.from({ length: typed }, (_, at) =>
        paper(String(200 + at), 'A trial', `It compared ${facet[0]} with nothing.`),
      ),
    ];
    const { ranked } = rank(articles, { facets: [facet], text: '' });
    return ranked.find(({ article }) => article.pmid === '1')?.features.words ?? assert.fail();
  };

  it('counts an added wording in full if no record uses the typed one, and less the more records do', () => {
    const facet = ['brain bleed', 'haemorrhagic stroke', 'intracerebral haemorrhage'];
    const [none, some, half] = [0, 2, 4].map((typed) => wordsOfOther(facet, typed, 8 - typed));
    assert.ok((none ?? 0) > (some ?? 0) && (some ?? 0) > 0, `${none} ${some}`);
    assert.equal(half, 0);
    assert.equal(wordsOfOther(['lung', 'pulmonary'], 5, 3), 0);
  });

  it('counts a translation in full even if all other records use the typed word', () => {
    assert.ok(wordsOfOther(['二甲双胍', 'metformin'], 7, 1) > 0);
    assert.ok(wordsOfOther(['metformin', '二甲双胍'], 7, 1) > 0);
  });

  it('weights every wording of the question in full when it scores sentences', () => {
    const facets = [['lung', 'pulmonary']];
    const { terms } = rank(
      [paper('1', 'Lung', 'Of the lung.'), paper('2', 'Pulmonary', 'A pulmonary one.')],
      {
        facets,
      },
    );
    assert.equal(terms.weights.get('pulmonari'), termWeights(undefined)('pulmonari'));
  });

  it('ranks matches in the title and adjacent matches higher', () => {
    const body = 'We followed adults for years and measured what they ate and how they lived at home.';
    const articles = [
      paper('1', 'A cohort of adults.', `Coffee was common. ${body} ${body} Gout was rare.`),
      paper('2', 'Coffee and gout.', `${body} ${body}`),
      paper('3', 'A cohort of adults.', `Coffee protects from gout. ${body} ${body}`),
    ];
    assert.deepEqual(order(articles, { facets: [['coffee'], ['gout']], text: 'coffee gout' }), [
      '2',
      '3',
      '1',
    ]);
  });

  it('distinguishes adjacent words from the same words apart', () => {
    const articles = [
      paper('1', 'Study.', 'The heart was normal in all. Renal failure was seen in some of these adults.'),
      paper(
        '2',
        'Study.',
        'Heart failure was seen in some. Renal function was normal in all of these adults.',
      ),
    ];
    assert.deepEqual(order(articles, { facets: [['heart failure', '心力衰竭']], text: 'heart failure' }), [
      '2',
      '1',
    ]);
  });

  it('matches words of one family whose stems differ', () => {
    const articles = [
      paper('1', 'Study.', 'Organogenesis was followed in mice by light.'),
      paper('2', 'Study.', 'Embryogenesis was followed in mice by light.'),
      paper('3', 'Study.', 'Embryonic growth is long.'),
    ];
    assert.deepEqual(order(articles, { facets: [['embryonic growth']] }), ['3', '2', '1']);
  });

  it('prefers records with the numbers and alphanumeric names of the question', () => {
    const articles = [
      paper('1', 'Study.', 'Cells were counted in blood after vaccination.'),
      paper('2', 'Study.', 'CD8 cells were counted in blood.'),
    ];
    assert.deepEqual(order(articles, { facets: [['cells']], text: 'CD8 cells in blood' }), ['2', '1']);
  });

  it('gives unknown Chinese words that no candidate has little weight in the coverage', () => {
    const own = paper('1', 'Aspirin.', 'Aspirin was given.');
    const covered = (facets: string[][]) => rank([own], { facets }).ranked[0]?.coverage ?? 0;
    assert.equal(covered([['aspirin', '阿司匹林']]), 1);
    const together = covered([['阿司匹林', 'aspirin'], ['一针针']]);
    assert.ok(together > 0.6 && together < 1);
    assert.ok(covered([['aspirin'], ['grandmother']]) < together);
  });

  it('counts the wording that a record uses, in either language, without penalty for the others', () => {
    const { ranked } = rank(
      [
        paper('1', 'Metformin.', 'Metformin and the heart.'),
        paper('2', '二甲双胍。', '二甲双胍与心脏。'),
        paper('3', 'Aspirin.', 'Aspirin and the heart.'),
      ],
      { facets: [['metformin', '二甲双胍']] },
    );
    assert.deepEqual(new Set(ranked.slice(0, 2).map(({ article }) => article.pmid)), new Set(['1', '2']));
    for (const { coverage } of ranked.slice(0, 2)) assert.equal(coverage, 1);
  });

  it('raises records that share the vocabulary of the best ones if there are enough candidates', () => {
    const like = Array.from({ length: 20 }, (_, at) =>
      paper(`${100 + at}`, 'Gout flares.', 'Gout flares with colchicine, urate and allopurinol in joints.'),
    );
    const articles = [
      ...like,
      paper('1', 'Study.', 'Gout among many things such as kites, boats, lamps and chairs.'),
      paper('2', 'Study.', 'Gout among many things such as colchicine, urate, allopurinol and joints.'),
    ];
    const places = order(articles, { facets: [['gout']] });
    assert.ok(places.indexOf('2' as never) < places.indexOf('1' as never));
    const { ranked } = rank(articles.slice(-3), { facets: [['gout']] });
    assert.ok(ranked.every(({ features }) => features.feedback === 0));
  });

  it('ranks an old good match above a new poor one', () => {
    const articles = [
      paper('1', 'Colchicine for gout flares.', 'Colchicine shortened gout flares.', { year: '1985' }),
      paper('2', 'Joints.', 'Gout was one of the diseases.', {
        year: '2026',
        publicationTypes: ['Meta-Analysis'],
      }),
    ];
    assert.deepEqual(order(articles, { facets: [['colchicine'], ['gout']] }), ['1', '2']);
  });

  it('keeps every feature between 0 and 1 for any candidates', () => {
    const odd = [
      anArticle('1', { title: '' }),
      paper('2', '二甲双胍', ''),
      paper('3', 'x', '½ ﬁbrosis 10⁹/L'),
    ];
    for (const question of [{ facets: [] }, { facets: [['fibrosis']], text: '½ fibrosis 5%' }])
      for (const { features, score } of rank(odd, question).ranked) {
        assert.ok(Number.isFinite(score));
        for (const [name, value] of Object.entries(features)) assert.ok(value >= 0 && value <= 1, name);
      }
    assert.deepEqual(rank([], { facets: [['gout']] }).ranked, []);
  });
});
