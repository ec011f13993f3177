import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { AskResponse } from '@citewell/sdk';
import { buildApp } from '../../app/app.ts';
import { buildServices } from '../../app/services.ts';
import { openLibraryWriter } from '../../library/open-library.ts';
import { readConfig } from '../../platform/config.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';

const elderly = anArticle('5001', {
  title: 'Influenza vaccine in nursing homes: a cohort study.',
  abstract: [
    { label: 'METHODS', text: 'Residents of 20 nursing homes were followed for one season.' },
    { label: 'CONCLUSIONS', text: 'Influenza vaccine lowered mortality in residents of nursing homes.' },
  ],
});
const pregnant = anArticle('5002', {
  title: 'Aspirin in pregnancy: a randomized trial.',
  mesh: ['Pregnancy'],
  abstract: [
    { label: 'CONCLUSIONS', text: 'Aspirin lowered the rate of pre-eclampsia in pregnant women.' },
    { label: '摘要', text: '阿司匹林降低孕妇子痫前期的发生率。' },
  ],
});
const retracted = anArticle('5003', {
  title: 'Influenza vaccine in pregnancy.',
  retracted: true,
  mesh: ['Pregnancy'],
  abstract: [{ label: 'CONCLUSIONS', text: 'Influenza vaccine is harmless in pregnant women.' }],
});

/** Asks the real app over a real library of these records, without a model. */
async function ask(t: TestContext, records: readonly Article[], question: string): Promise<AskResponse> {
  const config = readConfig({
    CITEWELL_DATA_DIR: temporaryFolder(t),
    CITEWELL_SOURCES: 'library',
    CITEWELL_SAMPLE: 'off',
  });
  const writer = await openLibraryWriter(config.library, () => {}, systemClock);
  await writer.write({
    put: records.map((article) => ({ article, revisedAt: undefined })),
    remove: [],
    notices: [],
  });
  await writer.close();
  const services = await buildServices(config);
  t.after(() => services.close());
  const app = buildApp(services, { webFolder: null });
  t.after(() => app.close());
  const { secret } = await services.keys.create({
    ...{ label: 'test', modules: ['ask_agent'], balance: 1_000_000, dailyQuota: null },
    ...{ expiresAt: undefined, status: 'enabled' },
  });
  const reply = await app.inject({
    method: 'POST',
    url: '/ai/api/ask',
    payload: { question },
    headers: { 'x-api-key': secret },
  });
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json() as AskResponse;
}

const english = 'Is influenza vaccine safe in pregnant women?';
const chinese = '孕妇可以接种流感疫苗吗？';

describe('records that hold only a part of what was asked', () => {
  it('are quoted with what each lacks', async (t) => {
    const { answer, references } = await ask(t, [elderly, pregnant], english);
    assert.match(
      answer,
      /^None of the records found is about “influenza vaccine” and “pregnant women” together\. The nearest:\n/,
    );
    assert.match(
      answer,
      /- \*Not on “pregnant women”:\* \*[^*]+\* “Influenza vaccine lowered mortality in residents of nursing homes\.” \[\d\]/,
    );
    assert.match(
      answer,
      /- \*Not on “influenza vaccine”:\* \*[^*]+\* “Aspirin lowered the rate of pre-eclampsia in pregnant women\.” \[\d\]/,
    );
    assert.doesNotMatch(answer, /could be linked/);
    assert.deepEqual(references.map(({ pmid }) => pmid).toSorted(), ['5001', '5002']);
  });

  it('are quoted with what each lacks, in Chinese', async (t) => {
    const { answer, references } = await ask(t, [elderly, pregnant], chinese);
    assert.match(answer, /^检索到的记录均未同时涉及“孕妇”和“[^”]*流感疫苗”。最接近的记录：\n/);
    assert.match(answer, /- \*未涉及“孕妇”：\* \*[^*]+\* “Influenza vaccine lowered mortality/);
    assert.match(
      answer,
      /- \*未涉及“[^”]*流感疫苗”：\* \*[^*]+\* “阿司匹林降低孕妇子痫前期的发生率。” \[\d\]/,
    );
    assert.doesNotMatch(answer, /请勿视为有文献支持/);
    assert.equal(references.length, 2);
  });

  it('follow the notice that papers on all of it were retracted, in both languages', async (t) => {
    const records = [elderly, pregnant, retracted];
    const { answer, references } = await ask(t, records, english);
    assert.match(
      answer,
      /^1 paper on this was retracted \(PMID 5003\) and is not quoted\.\n\nNone of the records/,
    );
    assert.ok(references.every(({ pmid }) => pmid !== retracted.pmid));
    assert.match(
      (await ask(t, records, chinese)).answer,
      /^1 篇相关文献已被撤稿（PMID 5003），不予摘录。\n\n检索到的记录均未/,
    );
  });
});

describe('a subject of which every paper was retracted', () => {
  it('is said to be one, in both languages, with nothing cited', async (t) => {
    const reply = await ask(t, [pregnant, retracted], 'Is influenza vaccine effective?');
    assert.match(reply.answer, /^1 paper on this was retracted \(PMID 5003\) and is not quoted\./);
    assert.deepEqual(reply.references, []);
    assert.match(
      (await ask(t, [pregnant, retracted], '流感疫苗有效吗？')).answer,
      /^1 篇相关文献已被撤稿（PMID 5003），不予摘录。/,
    );
  });
});
