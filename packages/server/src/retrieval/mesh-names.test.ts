import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { askLibrary } from '../testing/app/ask-library.ts';

const record = (pmid: string, title: string, conclusion: string): Article =>
  anArticle(pmid, { title, abstract: [{ label: 'CONCLUSIONS', text: conclusion }] });

const telangiectasia = record(
  '7001',
  'Bevacizumab in hereditary hemorrhagic telangiectasia: a cohort study.',
  'Bevacizumab reduced nosebleeds in hereditary hemorrhagic telangiectasia.',
);
const tucatinib = record(
  '7002',
  'Tucatinib in breast cancer: a randomized trial.',
  'Tucatinib improved survival in women with breast cancer.',
);
const loiasis = record(
  '7003',
  'Albendazole for loiasis: a randomized trial.',
  'Albendazole lowered the number of microfilariae in patients with loiasis.',
);
const phenytoin = record(
  '7004',
  'Phenytoin after head injury: a randomized trial.',
  'Phenytoin reduced seizures in the first week after severe head injury.',
);
const all = [telangiectasia, tucatinib, loiasis, phenytoin];

describe('a subject whose name is known only from MeSH', () => {
  for (const [what, question, { pmid }] of [
    ['a disease by its eponym', 'Does bevacizumab help in Osler-Rendu disease?', telangiectasia],
    ['a drug by its brand', 'Does Tukysa prolong life in breast cancer?', tucatinib],
    ['a drug by an earlier name', 'Does diphenylhydantoin prevent seizures after head injury?', phenytoin],
    ['a broader disease', 'Does albendazole work against filariasis?', loiasis],
    ['上位的病名，中文', '阿苯达唑治疗丝虫病有效吗？', loiasis],
    ['英文病名，中文问句', '贝伐珠单抗对Osler-Rendu disease有效吗？', telangiectasia],
  ] as const)
    it(`is found in records that use the heading: ${what}`, async (t) => {
      const { references } = await askLibrary(t, all, question);
      assert.deepEqual(
        references.map((each) => each.pmid),
        [pmid],
      );
    });

  it('is reported as absent if no record has any of its names', async (t) => {
    const { answer, references } = await askLibrary(t, all, 'Does bevacizumab help in von Gierke disease?');
    assert.deepEqual(references, []);
    assert.match(answer, /^No record found is about “von Gierke disease”/);
  });

  it('没有记录用其任何名称时，如实说明', async (t) => {
    const { answer, references } = await askLibrary(t, all, '贝伐珠单抗治疗von Gierke disease有效吗？');
    assert.deepEqual(references, []);
    assert.match(answer, /^没有检索到关于“von Gierke disease”/);
  });

  it('is not an everyday word that is also in MeSH', async (t) => {
    const records = [
      record(
        '7005',
        'Balance training in older adults: a randomized trial.',
        'Balance training reduced falls in older adults.',
      ),
    ];
    for (const question of [
      'Does balance training lead to fewer falls in older adults?',
      'Does balance training play a role in the fall of older adults?',
    ]) {
      const { references } = await askLibrary(t, records, question);
      assert.deepEqual(
        references.map(({ pmid }) => pmid),
        ['7005'],
        question,
      );
    }
  });
});

describe('a subject named by its level in the blood, or a person by the complaint', () => {
  const glucose = record(
    '7005',
    'Fasting glucose and stroke: a cohort study.',
    'Higher fasting glucose was associated with more strokes in adults without diabetes.',
  );
  const radiography = record(
    '7006',
    'Chest radiography in children with wheezing: a cohort study.',
    'Chest radiography changed the treatment of few children with a first episode of wheezing.',
  );
  const records = [...all, glucose, radiography];
  for (const [question, { pmid }] of [
    ['Is glycaemia linked to stroke in adults without diabetes?', glucose],
    ['Does a first-time wheezer need chest radiography?', radiography],
    ['glycaemia与非糖尿病成人的卒中有关吗？', glucose],
  ] as const)
    it(`is found under the names that records use: ${question}`, async (t) => {
      const { references } = await askLibrary(t, records, question);
      assert.deepEqual(
        references.map((each) => each.pmid),
        [pmid],
      );
    });
});

const tonsils = anArticle('8103', {
  title: 'Melatonin before tonsillectomy in children.',
  abstract: [{ label: 'CONCLUSIONS', text: 'Melatonin before tonsillectomy lowered anxiety in children.' }],
});

for (const question of [
  '扁桃体手术前给孩子吃褪黑素,能减轻紧张吗?',
  '摘除扁桃体之前给孩子吃褪黑素,能减轻紧张吗?',
  'Does melatonin before tonsil surgery calm children?',
])
  it(`finds an operation by the organ that it removes: ${question}`, async (t) => {
    const { answer } = await askLibrary(t, [tonsils], question);
    assert.match(answer, /lowered anxiety in children\.” \[1\]/);
    assert.doesNotMatch(answer, /没有检索到|No record found/);
  });
