import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Condition } from '@citewell/core/records/library.ts';
import { dateKey, isoDate, yearOfKey } from '../analysis/date-key.ts';
import { doiHash, normalDoi } from '../analysis/doi.ts';
import { compileQuery } from './compile-query.ts';

/** Returns the keys of each clause, with their distances if there are several. */
const clauses = (field: Condition['field'], value: string) =>
  compileQuery([{ field, value }]).map((each) => {
    if (each.kind === 'words') return shown(each.parts);
    return each.kind === 'prefix'
      ? shown([...each.before, { key: `${each.prefix}*`, offset: each.offset }])
      : each.kind;
  });
const shown = (parts: readonly { key: string; offset: number }[]) =>
  parts.map(({ key, offset }) => (offset > 0 ? `${key}+${offset}` : key)).join(' ');

describe('a condition', () => {
  it('is split into terms at white space', () => {
    assert.deepEqual(clauses('title', 'treated sepsis'), ['ttreat', 'tsepsi']);
    assert.deepEqual(clauses('title', 'TNF-α/IL-6'), ['ttnf talpha+1', 'til t6+1']);
    assert.deepEqual(clauses('title', '二甲双胍 sepsis'), ['t二甲 t甲双+1 t双胍+2', 'tsepsi']);
    assert.deepEqual(clauses('title', 'sepsis sepsis'), ['tsepsi']);
  });

  it('is a phrase in quotation marks of any kind, unless one is unmatched', () => {
    for (const value of ['"septic shock" x1', '“septic shock” x1', '「septic shock」x1'])
      assert.deepEqual(clauses('abstract', value), ['tseptic tshock+1', 'tx1'], value);
    assert.deepEqual(clauses('abstract', '"septic shock'), ['tseptic', 'tshock']);
  });

  it('looks up adjacent common words as CommonGrams', () => {
    assert.deepEqual(clauses('title', '"in patients with sepsis"'), ['bin patient bpatient with+1 tsepsi+3']);
    assert.deepEqual(clauses('title', '"sepsis of the liver"'), ['tsepsi bof the+1 tliver+3']);
    assert.deepEqual(clauses('journal', '"of the"'), ['jof jthe+1']);
  });

  it('is a prefix if it ends with a star', () => {
    const [clause, other] = compileQuery([{ field: 'title', value: 'Therapies* sepsis' }]);
    assert.deepEqual(clause, {
      ...{ kind: 'prefix', before: [], prefix: 'ttherapies', stems: ['ttherapi'], offset: 0, mask: 1 },
    });
    assert.equal(other?.kind, 'words');
    assert.deepEqual(clauses('author', 'Smi*'), ['asmi*']);
    for (const value of ['sep*is', '*sepsis', 'se*', 'IL-6*', '"sept* shock"', 'C++*', '糖尿病*', '2型糖尿*'])
      for (const clause of clauses('title', value)) assert.doesNotMatch(clause, /\*/, value);
  });

  it('has a prefix folded like the terms of records', () => {
    for (const [value, prefix] of [
      ['SJÖGR*', 'tsjogr*'],
      ['Sjo\u0308gr*', 'tsjogr*'],
      ['ｓｊｏｇｒ＊', 'tsjogr*'],
      ['β*', 'tbeta*'],
      ['Weißb**', 'tweissb*'],
      ['(sepsi*)', 'tsepsi*'],
      [`${'a'.repeat(50)}*`, `t${'a'.repeat(40)}*`],
    ] as const)
      assert.deepEqual(clauses('title', value), [prefix], value);
    assert.deepEqual(clauses('author', 'Müll*'), ['amull*']);
    const [names] = compileQuery([{ field: 'author', value: 'Vaccinat*' }]);
    assert.deepEqual(names?.kind === 'prefix' && names.stems, []);
  });

  it('has a prefix at the end of a phrase, a name or joined words', () => {
    assert.deepEqual(clauses('title', 'IL-17*'), ['til t17*+1']);
    assert.deepEqual(clauses('title', 'α-syn*'), ['talpha tsyn*+1']);
    assert.deepEqual(clauses('title', '抗IL-17*'), ['t抗 til+1 t17*+2']);
    assert.deepEqual(clauses('title', '"in patients with sep*"'), ['bin patient bpatient with+1 tsep*+3']);
    assert.deepEqual(clauses('author', 'van der Be*, O’Bri*'), ['avan ader+1 abe*+2', 'ao abri*+1']);
  });

  it('on authors has one name per comma, with unstemmed words', () => {
    assert.deepEqual(clauses('author', 'Williams JA, van der Berg'), [
      'awilliams aja+1',
      'avan ader+1 aberg+2',
    ]);
  });

  it('on identifiers and languages is matched as a whole', () => {
    assert.deepEqual(clauses('pmid', '"0012"'), ['pmid']);
    assert.deepEqual(clauses('pmid', '12 13'), ['nothing']);
    assert.deepEqual(clauses('doi', 'x'), ['doi']);
    assert.deepEqual(clauses('language', 'Chinese'), ['lchi']);
    assert.deepEqual(clauses('language', 'ENG'), ['leng']);
  });

  it('without words matches nothing', () => {
    for (const value of ['*', '""', '\0', ' \ud800 ', '（，）'])
      assert.deepEqual(clauses('title', value), ['nothing']);
  });
});

describe('dates', () => {
  it('sort chronologically, with unknown parts last', () => {
    const dates = [
      { year: '' },
      { year: '1999' },
      { year: '1999', published: '1999-02' },
      { year: '1999', published: '1999-02-01' },
      { year: '1999', published: '1999-12-31' },
      { year: '2000' },
    ];
    const keys = dates.map(dateKey);
    assert.deepEqual(
      keys,
      keys.toSorted((one, other) => one - other),
    );
    assert.equal(new Set(keys).size, keys.length);
    assert.deepEqual(keys.map(isoDate), [undefined, '1999', '1999-02', '1999-02-01', '1999-12-31', '2000']);
    assert.deepEqual(keys.map(yearOfKey), [0, 1999, 1999, 1999, 1999, 2000]);
  });

  it('fall into the year of the record, or give only that year', () => {
    assert.equal(isoDate(dateKey({ year: '2001', published: '2000-12-30' })), '2001');
    assert.equal(isoDate(dateKey({ year: '2001', published: 'spring' })), '2001');
  });
});

describe('a DOI', () => {
  it('is the same in capitals and with a resolver address', () => {
    for (const written of [
      '10.1000/ABC',
      ' https://doi.org/10.1000/abc',
      'http://dx.doi.org/10.1000/Abc',
      'doi: 10.1000/abc',
    ]) {
      assert.equal(normalDoi(written), '10.1000/abc');
      assert.equal(doiHash(written), doiHash('10.1000/abc'));
    }
    const hashes = Array.from({ length: 100_000 }, (_, at) => doiHash(`10.1000/j.tests.2026.${at}`));
    assert.equal(new Set(hashes).size, hashes.length);
    assert.ok(hashes.every((hash) => Number.isInteger(hash) && hash >= 0 && hash < 2 ** 48));
  });
});
