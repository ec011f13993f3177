import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { CatalogError } from '../../platform/load-json-catalog.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { loadCategories } from './category.ts';

const cardiology = {
  id: 'cardiology',
  name: { en: 'Cardiology', zh: '心血管内科' },
  pubmed: '("Cardiovascular Diseases"[MeSH Terms])',
  terms: ['heart failure', '心力衰竭'],
};

function fileOf(t: TestContext, content: unknown): URL {
  const path = join(temporaryFolder(t), 'categories.json');
  writeFileSync(path, JSON.stringify(content));
  return pathToFileURL(path);
}

describe('the shipped categories', () => {
  const categories = [...loadCategories().values()];

  it('cover at least 20 specialties, each named in English and Chinese', () => {
    assert.ok(categories.length >= 20, `${categories.length} categories`);
    for (const { id, name } of categories) {
      assert.match(name.en, /^[A-Z][A-Za-z ]+$/, id);
      assert.match(name.zh, /^\p{Script=Han}+$/u, id);
    }
  });

  it('have a PubMed filter that is one parenthesis of MeSH terms and title words joined by OR', () => {
    for (const { id, pubmed } of categories) {
      assert.match(pubmed, /^\([^()]+\)$/, id);
      const parts = pubmed.slice(1, -1).split(' OR ');
      for (const part of parts) assert.match(part, /^(?:"[^"]+"\[(?:MeSH Terms|tiab)\]|\w+\[tiab\])$/, id);
      assert.ok(
        parts.some((part) => part.endsWith('[MeSH Terms]')),
        id,
      );
      assert.ok(
        parts.some((part) => part.endsWith('[tiab]')),
        id,
      );
    }
  });

  it('have lowercase English and Chinese terms, none of which is a single Chinese character', () => {
    for (const { id, terms } of categories) {
      assert.equal(new Set(terms).size, terms.length, id);
      assert.ok(
        terms.some((term) => /^[a-z]/.test(term)),
        id,
      );
      assert.ok(
        terms.some((term) => /\p{Script=Han}/u.test(term)),
        id,
      );
      for (const term of terms) {
        assert.equal(term, term.toLowerCase().trim());
        // The library indexes pairs of Han characters: one character alone would never be found within a word.
        assert.ok(indexTerms(term).join('').length > 1, `${id}: ${term}`);
      }
    }
  });
});

describe('a category file', () => {
  it('loads as a map from id to category, in file order', (t) => {
    const neurology = { ...cardiology, id: 'neurology' };
    const categories = loadCategories(fileOf(t, [neurology, cardiology]));
    assert.deepEqual(
      [...categories],
      [
        ['neurology', neurology],
        ['cardiology', cardiology],
      ],
    );
  });

  it('accepts a byte order mark and every kind of PubMed field tag', (t) => {
    const path = join(temporaryFolder(t), 'categories.json');
    const pubmed =
      '("Heart"[MeSH Terms:noexp] OR heart[Title/Abstract] OR "heart failure"[tiab:~3]) NOT review[pt]';
    writeFileSync(path, `\uFEFF${JSON.stringify([{ ...cardiology, pubmed }])}`);
    assert.equal(loadCategories(path).get('cardiology')?.pubmed, pubmed);
  });

  it('rejects a duplicate id', (t) => {
    assert.throws(() => loadCategories(fileOf(t, [cardiology, cardiology])), /duplicate id "cardiology"/);
  });

  it('reports every invalid item and field with the rule it breaks', (t) => {
    const misshapen: [content: unknown, says: RegExp][] = [
      [{}, /expected array/],
      [[], />=1 items/],
      [[cardiology, { ...cardiology, id: 'Cardiology' }], /^item 2 \("Cardiology"\), id: must be 2 to 41 of/],
      [[{ ...cardiology, name: { en: 'Cardiology' } }], /^item 1 \("cardiology"\), name\.zh: /],
      [[{ ...cardiology, terms: [] }], /, terms: /],
      [[{ ...cardiology, pubmed: '' }], /, pubmed: /],
      [[{ ...cardiology, pubmed: 'a[tiab]) OR (b[tiab]' }], /, pubmed: must be a search of PubMed whose/],
      [[{ ...cardiology, pubmed: '"a[tiab]' }], /, pubmed: must be/],
      [
        [{ ...cardiology, pubmed: '"Heart"[MeSH Trems]' }],
        /^item 1 \("cardiology"\), pubmed: must use field tags/,
      ],
      [[{ ...cardiology, pubmed: 'heart[]' }], /, pubmed: must use field tags/],
      [[{ ...cardiology, pubmed: '(heart[tiab] OR )' }], /, pubmed: must not begin or end with/],
      [[{ ...cardiology, pubmed: 'AND heart[tiab]' }], /, pubmed: must not begin/],
      [[{ ...cardiology, pubmed: 'heart[tiab] OR ()' }], /, pubmed: must not begin .* empty brackets/],
      [[{ ...cardiology, pubmed: '""[tiab]' }], /, pubmed: must not/],
      [[{ ...cardiology, terms: ['—'] }], /, terms\.0: must be a word/],
      [[{ ...cardiology, name: { en: 'Cardiology', zh: ' ' } }], /, name\.zh: /],
      [[{ ...cardiology, name: 'Cardiology' }], /, name: /],
      [[{ ...cardiology, colour: 'red' }], /"colour"/],
      [[{}], /^item 1, id: .*; item 1, name: .*; item 1, pubmed: .*; item 1, terms: /],
    ];
    for (const [content, says] of misshapen)
      assert.throws(
        () => loadCategories(fileOf(t, content)),
        { name: 'CatalogError', message: says },
        JSON.stringify(content),
      );
  });

  it('reports the same problems in Chinese', (t) => {
    const refused: [content: unknown, says: RegExp][] = [
      [{}, /^无效输入/],
      [[cardiology, cardiology], /^标识 "cardiology" 重复$/],
      [[{ ...cardiology, pubmed: '"a[tiab]' }], /^第 1 项（"cardiology"），pubmed：须为括号和引号成对/],
      [[{ ...cardiology, pubmed: 'heart[]' }], /，pubmed：字段标签须为 PubMed 所有/],
      [[{ ...cardiology, pubmed: 'AND heart[tiab]' }], /，pubmed：首尾不得为 AND/],
      [[{ ...cardiology, terms: ['—'] }], /，terms\.0：须为词语$/],
      [[{ ...cardiology, terms: [] }], /，terms：数值过小/],
      [[{}], /^第 1 项，id：无效输入/],
    ];
    for (const [content, says] of refused)
      assert.throws(
        () => loadCategories(fileOf(t, content)),
        (error: CatalogError) => says.test(error.problems[0]?.zh ?? ''),
        JSON.stringify(content),
      );
  });

  it('reports a missing file, broken JSON and an encoding other than UTF-8', (t) => {
    const folder = temporaryFolder(t);
    assert.throws(() => loadCategories(join(folder, 'none.json')), /cannot be read \(ENOENT\)/);
    writeFileSync(join(folder, 'half.json'), '[{');
    assert.throws(() => loadCategories(join(folder, 'half.json')), /is not JSON/);
    writeFileSync(join(folder, 'comma.json'), `[${JSON.stringify(cardiology)},]`);
    assert.throws(() => loadCategories(join(folder, 'comma.json')), /is not JSON/);
    assert.throws(() => loadCategories(folder), /cannot be read \(no regular file\)/);
    const gbk = Buffer.concat([
      Buffer.from('[{"id":"heart","name":{"en":"Heart","zh":"'),
      Buffer.from('d0c4', 'hex'),
      Buffer.from('"}}]'),
    ]);
    writeFileSync(join(folder, 'gbk.json'), gbk);
    assert.throws(() => loadCategories(join(folder, 'gbk.json')), /is not UTF-8: save it as UTF-8/);
  });
});
