import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { Similarities, similarityTo, vectorWord } from '../word-vectors/word-vectors.ts';
import { fuseRankings } from './fuse.ts';
import { type RankedQuestion, rankArticles } from './rank.ts';

const paper = (pmid: string, title: string, text: string) => anArticle(pmid, { title, abstract: [{ text }] });

function rank(articles: readonly Article[], question: RankedQuestion) {
  const { ranked } = rankArticles(fuseRankings(articles.map((article) => [article])), question, 2026);
  return { pmids: ranked.map(({ article }) => article.pmid), scores: ranked.map(({ score }) => score) };
}

/** Similarities of a word to each of these. */
function similarities(asked: readonly string[], word: string): number[] {
  const compared = new Similarities(asked.map(vectorWord), [vectorWord(word)]);
  const place = compared.placeOf(0);
  return [...compared.table.subarray(place, place + asked.length)];
}

const likenessOf = (one: readonly string[], other: readonly string[]) =>
  similarityTo(one.map(vectorWord))(other.map(vectorWord));

describe('the similarity of words', () => {
  it('is highest for words that mean nearly the same', () => {
    for (const [word, close, other] of [
      ['belly', 'abdominal', 'cervical'],
      ['kids', 'children', 'adults'],
      ['kidney', 'renal', 'hepatic'],
      ['sugar', 'glucose', 'calcium'],
    ] as const) {
      const [near = 0, far = 0] = similarities([close, other], word);
      assert.ok(near > far + 0.1, `${word}: ${close} ${near}, ${other} ${far}`);
    }
  });

  it('is that of each asked word and each word read, however many there are', () => {
    const asked = ['belly', 'kids', 'kidney', 'sugar', 'heart', 'bone'];
    const words = Array.from({ length: 5_000 }, (_, at) => vectorWord(asked[at % asked.length] ?? ''));
    const compared = new Similarities(asked.map(vectorWord), words);
    for (const [at] of words.entries()) {
      const place = compared.placeOf(at);
      const own = compared.table[place + (at % asked.length)] ?? 0;
      assert.ok(Math.abs(own - 1) < 1e-6);
      assert.equal(compared.placeOf(at), place);
    }
    assert.equal(compared.table[compared.placeOf(1)], similarities(asked, 'kids')[0]);
  });

  it('is 1 for the same word, also one of several pieces, and 0 for what is no word', () => {
    for (const word of ['heart', 'cholangiopancreatography'])
      assert.ok(Math.abs((similarities([word], word)[0] ?? 0) - 1) < 1e-6);
    assert.deepEqual(similarities(['heart'], '心'), [0]);
    assert.deepEqual(similarities(['heart'], 'a'.repeat(2_000)), [0]);
  });
});

describe('the likeness of texts', () => {
  const words = (text: string) => text.split(' ');
  const likeness = (one: string, other: string) => likenessOf(words(one), words(other));

  it('is highest for texts that say nearly the same in other words', () => {
    for (const [asked, close, other] of [
      ['brain bleed', 'intracranial haemorrhage', 'hip fracture'],
      ['cannot sleep at night', 'insomnia in adults', 'night blindness in children'],
      [
        'tummy tuck after losing lots of weight',
        'abdominoplasty after massive weight loss',
        'weight loss diets',
      ],
      [
        'waters broke far too soon',
        'preterm premature rupture of membranes',
        'rupture of the achilles tendon',
      ],
    ] as const)
      assert.ok(
        likeness(asked, close) > likeness(asked, other) + 0.1,
        `${asked}: ${likeness(asked, close)}, ${likeness(asked, other)}`,
      );
  });

  it('is 1 for the same text, and 0 for one without a known word', () => {
    assert.ok(Math.abs(likeness('heart failure', 'failure heart') - 1) < 1e-6);
    assert.equal(likeness('heart failure', '心力衰竭'), 0);
    assert.equal(likeness('心力衰竭', '心力衰竭'), 0);
  });
});

describe('the order of records for a question in other words than theirs', () => {
  const records = [
    // Without a word of the question, the newer record would be first.
    paper('1', 'Abdominal pain in children', 'Recurrent abdominal pain in school children resolved.'),
    paper('2', 'Wrist pain in office staff', 'Recurrent wrist pain in office staff resolved.'),
  ];

  it('counts words as held of which a record has another wording', () => {
    const [near] = rankArticles(
      fuseRankings([[paper('3', 'Paraquat poisoning', 'Survival after paraquat poisoning was rare.')]]),
      { facets: [['pull through', 'survival'], ['paraquat']], text: 'Who will pull through after paraquat?' },
      2026,
    ).ranked;
    assert.equal(near?.meaning?.distantWords, 0);
    assert.equal(near?.meaning?.leastClose, 0.5);
  });

  it('follows their meaning', () => {
    const facets = [['belly'], ['ache'], ['kids']];
    const text = 'belly ache in kids';
    assert.equal(rank(records, { facets, text }).pmids[0], '1');
  });

  it('follows the English names of what a Chinese question mentions', () => {
    const facets = [
      ['肚皮', 'belly'],
      ['孩子', 'kids'],
    ];
    assert.equal(rank(records, { facets, text: '孩子肚皮不舒服' }).pmids[0], '1');
  });

  it('reads the first sentence of a record without a title', () => {
    const untitled = records.map(({ pmid, title, abstract }) =>
      paper(pmid, '', `${title} was studied. ${abstract[0]?.text}`),
    );
    assert.equal(
      rank(untitled, { facets: [['belly'], ['ache'], ['kids']], text: 'belly ache in kids' }).pmids[0],
      '1',
    );
  });

  it('neither prefers nor disadvantages a record in Chinese, which has no words to compare', () => {
    const chinese = paper('3', '儿童腹痛', '在校儿童反复腹痛，多数自行缓解。');
    const facets = [
      ['腹痛', 'belly ache'],
      ['儿童', 'kids'],
    ];
    const pmids = rank([...records, chinese], { facets, text: '儿童腹痛怎么办' }).pmids;
    assert.deepEqual(pmids, ['3', '1', '2']);
  });

  it('is the same after records with more different words than are kept', () => {
    const question = { facets: [['belly'], ['ache'], ['kids']], text: 'belly ache in kids' };
    const before = rank(records, question);
    const words = Array.from({ length: 60_000 }, (_, at) => `w${at.toString(36)}`).join(' ');
    for (const text of [words, `${words} belly`]) {
      assert.equal(rank([...records, paper('4', 'Words', text)], question).pmids.length, 3);
      assert.deepEqual(rank(records, question), before);
    }
  });

  it('keeps the scores, sorted', () => {
    const { scores } = rank(records, { facets: [['belly'], ['kids']], text: 'belly ache in kids' });
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => other - one),
    );
  });
});

describe('the meaning of words', () => {
  it('is the same in British and American spelling', () => {
    for (const [british, american] of [
      ['haemoperfusion', 'hemoperfusion'],
      ['tumour', 'tumor'],
      ['paediatric', 'pediatric'],
    ] as const) {
      const [closeness = 0] = similarities([american], british);
      assert.ok(closeness > 0.999, british);
      assert.ok(likenessOf([british], [american]) > 0.999, british);
    }
  });
});
