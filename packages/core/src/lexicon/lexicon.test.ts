import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inAmericanSpelling } from '../text/spelling.ts';
import { abbreviations, abbreviationWordsMax } from './abbreviations.ts';
import { chineseLexicon, reportLexicon } from './chinese.ts';
import { readLexicon } from './read-lexicon.ts';
import { isPreferredWording, otherWordings } from './wordings.ts';

const file = (name: string) => new URL(`./${name}`, import.meta.url);
const notice = readFileSync(file('NOTICE.md'), 'utf8');

describe('the word lists', () => {
  for (const [name, license] of [
    ['abbreviations.tsv', /Apache-2\.0/],
    ['ordinary.tsv', /Apache-2\.0/],
    ['report-words.tsv', /Apache-2\.0/],
    ['spoken.tsv', /Apache-2\.0/],
    ['tico-19.tsv', /CC0/],
    ['headings.tsv', /Apache-2\.0/],
    ['cc-cedict.tsv', /CC BY-SA 4\.0/],
  ] as const)
    it(`${name} states its source and license and lists each term once`, () => {
      const [comment = ''] = readFileSync(file(name), 'utf8').split('\n');
      assert.match(comment, license);
      assert.match(notice, new RegExp(`\\| \`${name}\` \\|.*${license.source}`));
      const terms = readLexicon(file(name)).map(([term, ...wordings]) => {
        for (const wording of wordings) assert.match(wording, /^[!-~](?:[ -~]*[!-~])?$/, term);
        return term;
      });
      assert.deepEqual(terms, [...new Set(terms)].sort());
    });

  it('everyday.tsv states its license and gives every name a wording, without duplicates', () => {
    const lines = readFileSync(file('everyday.tsv'), 'utf8').split('\n');
    assert.match(lines[0] ?? '', /Apache-2\.0/);
    assert.match(notice, /\| `everyday\.tsv` \|.*Apache-2\.0/);
    const names = readLexicon(file('everyday.tsv')).flatMap(([line, ...wordings]) => {
      for (const wording of wordings) assert.match(wording, /^[!-~](?:[ -~]*[!-~])?$/, line);
      return line.replace(/^\?/, '').split(' = ');
    });
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    );
  });

  it('map any phrase for removing an organ to the operation', () => {
    for (const said of ['gallbladder taken out', 'taking out my gallbladder', 'removal of the gallbladder'])
      assert.ok(otherWordings(said).includes('cholecystectomy'), said);
    assert.ok(otherWordings('take out a spleen').includes('splenectomy'));
  });

  it('mark wordings that should not be searched as typed', () => {
    assert.ok(isPreferredWording('over-60s'));
    assert.ok(!isPreferredWording('water pill'));
    assert.ok(otherWordings('water pill').includes('diuretics'));
  });

  it('match singular and plural of a word, but not other words with its stem', () => {
    for (const [word, other] of [
      ['age', 'elderly'],
      ['ageing', 'elderly'],
      ['growth', 'tumours'],
      ['immune', 'vaccination'],
      ['secondary', 'metastasis'],
      ['mobilization', 'physical function'],
      ['alcohol', 'alcoholism'],
      ['needle', 'acupuncture'],
      ['pancreatic', 'pancreatitis'],
      ['inhaled', 'inhaler'],
      ['fit', 'epilepsy'],
      ['family', 'heredity'],
      ['values', 'willingness to pay'],
      ['return', 'recurrence'],
    ] as const)
      assert.ok(!otherWordings(word).includes(other), `${word}: ${otherWordings(word).join(', ')}`);
    for (const [word, other] of [
      ['pregnancies', 'gestation'],
      ['herb', 'herbal medicine'],
      ['smoked', 'smoking'],
      ['secondaries', 'metastasis'],
      ['growths', 'tumours'],
      ['vaccinations', 'jab'],
      ['menopausal', 'menopause'],
    ] as const)
      assert.ok(otherWordings(word).includes(other), `${word}: ${otherWordings(word).join(', ')}`);
  });

  it('name MeSH headings for questions, but not for reports, which write other names', () => {
    assert.deepEqual(chineseLexicon().entries.get('辅酶Q')?.wordings, ['ubiquinone']);
    assert.equal(reportLexicon().entries.has('辅酶Q'), false);
    assert.equal(reportLexicon().entries.get('辅酶Q'), undefined);
  });

  it('match no unlisted word by its stem', () => {
    const listed = new Set(
      ['wordings.tsv', 'everyday.tsv'].flatMap((name) =>
        readLexicon(file(name)).flatMap(([line, ...wordings]) =>
          line.startsWith('~') ? [line.slice(1), ...wordings] : line.replace(/^[?%]/, '').split(' = '),
        ),
      ),
    );
    const forms = (word: string) => [
      word,
      `${word}s`,
      `${word}es`,
      word.replace(/e?s$/, ''),
      word.replace(/s$/, ''),
      word.replace(/y$/, 'ies'),
      word.replace(/ies$/, 'y'),
    ];
    const texts = [...reportLexicon().entries].flatMap(([, { wordings }]) => wordings);
    const words = new Set(texts.flatMap((text) => text.toLowerCase().match(/[a-z]{4,}/g) ?? []));
    const folded = new Set([...listed].map(inAmericanSpelling));
    const collisions = [...words].filter(
      (word) =>
        otherWordings(word).length > 0 && !forms(word).some((form) => folded.has(inAmericanSpelling(form))),
    );
    assert.deepEqual(collisions, []);
  });

  it('map everyday words for bodies, tests, food, jobs and costs to the terms of records', () => {
    for (const [said, recorded] of [
      ['nose bleeds', 'epistaxis'],
      ['mesh tube', 'stents'],
      ['fizzy drink', 'sugar-sweetened beverages'],
      ['wholemeal', 'dietary fiber'],
      ['out of work', 'unemployment'],
      ['die from', 'mortality'],
      ['catch', 'transmission'],
      ['dropsy', 'edema'],
      ['clot-busting', 'thrombolysis'],
    ] as const)
      assert.ok(otherWordings(said).includes(recorded), said);
    assert.ok(isPreferredWording('die from'));
  });

  it('map everyday and clinical words for symptoms, habits and care to the terms of records', () => {
    for (const [said, recorded] of [
      ['on coke', 'cocaine'],
      ['electric needles', 'electroacupuncture'],
      ['flight socks', 'compression stockings'],
      ['weight loss jab', 'semaglutide'],
      ['a tearaway', 'conduct disorder'],
      ['pressure sores', 'pressure ulcer'],
      ['Tagrisso', 'osimertinib'],
      ['sartans', 'angiotensin receptor blockers'],
      ['dipines', 'calcium channel blockers'],
      ['genes', 'genetic'],
      ['fevers', 'febrile'],
      ['night owls', 'eveningness'],
      ['pulled through', 'survival'],
      ['save lives', 'mortality'],
      ['without pills', 'nonpharmacological'],
    ] as const)
      assert.ok(otherWordings(said).includes(recorded), said);
    for (const vague of ['had a funny turn', "can't keep anything down", 'bad nerves', 'bloods'])
      assert.ok(isPreferredWording(vague), vague);
    // “To boil” does not mean a boil, nor “spice” a drug.
    assert.deepEqual(otherWordings('boil'), []);
    assert.deepEqual(otherWordings('spice'), []);
  });

  it('prefer our own list to the general dictionary', () => {
    const { entries } = chineseLexicon();
    assert.deepEqual(entries.get('糖尿病')?.general, false);
    for (const [said, recorded] of [
      ['纬度', 'latitude'],
      ['不吃药', 'nonpharmacological'],
      ['一起用', 'combination'],
      ['佛得角', 'Cape Verde'],
      ['穷国', 'low-income countries'],
    ] as const)
      assert.equal(entries.get(said)?.wordings[0], recorded);
    const lists = [new URL('../text/zh-en.tsv', import.meta.url), file('spoken.tsv')];
    const own = lists.flatMap((list) => readLexicon(list).map(([zh]) => zh));
    assert.deepEqual([...new Set(own)], own);
    const shared = readLexicon(file('cc-cedict.tsv')).filter(([zh]) => own.includes(zh));
    assert.deepEqual(shared, []);
  });

  it('have no abbreviation longer than the lookup limit', () => {
    for (const short of abbreviations().keys())
      assert.ok(short.split(' ').length <= abbreviationWordsMax, short);
  });
});
