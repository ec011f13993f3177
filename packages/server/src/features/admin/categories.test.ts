import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { loadCategories } from '../../literature/query/category.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { openMemoryStore } from '../../testing/accounting/memory-store.ts';
import { buildAdminTest } from '../../testing/app/build-admin-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { createAdministration } from './administration.ts';
import { createCategoryList } from './operations/category-list.ts';
import { categoryFile } from './operations-schemas.ts';

type File = z.output<typeof categoryFile>;
const path = '/admin/api/categories';

async function setUp(t: TestContext) {
  const file = join(temporaryFolder(t), 'categories.json');
  const clock = manualClock();
  const store = openMemoryStore(clock);
  const administration = createAdministration({ store, clock });
  const categoryList = createCategoryList(loadCategories(), file, administration.recordChange);
  const services = { categories: categoryList.current, categoryList };
  const test = await buildAdminTest(t, { store, clock, services });
  const client = await test.signIn();
  const offered = async () => {
    const reply = await test.publicApp.inject({
      url: '/ai/api/categories',
      headers: { 'x-api-key': test.key },
    });
    return (reply.json() as { categories: { id: string; name: { zh: string } }[] }).categories;
  };
  return { ...test, file, client, offered, read: () => client.get<File>(path) };
}

const sports = {
  name: { en: 'Sports medicine', zh: '运动医学' },
  pubmed_filter: '"Sports Medicine"[MeSH Terms]',
  library_terms: ['sports medicine', '运动损伤'],
};

describe('categories over HTTP', () => {
  it('are added, changed and removed in the operator’s file, take effect at once and are audited', async (t) => {
    const test = await setUp(t);
    const shipped = await test.read();
    z.strictObject(categoryFile.shape).parse(shipped);
    assert.deepEqual([shipped.is_default, shipped.path, existsSync(test.file)], [true, test.file, false]);
    const { version } = shipped;
    const added = await test.client.change<File>('POST', path, { id: 'sports', ...sports, version });
    assert.equal(added.is_default, false);
    assert.deepEqual((await test.offered()).at(-1)?.id, 'sports');
    const renamed = { ...sports, name: { en: 'Sports', zh: '体育医学' }, version: added.version };
    const changed = await test.client.change<File>('PUT', `${path}/sports`, { ...renamed, reason: '更名' });
    assert.equal((await test.offered()).at(-1)?.name.zh, '体育医学');
    assert.match(readFileSync(`${test.file}.previous`, 'utf8'), /运动医学/);
    assert.deepEqual([...loadCategories(test.file).keys()].at(-1), 'sports');
    const removed = await test.client.change<File>('POST', `${path}/sports/remove`, changed);
    assert.deepEqual(removed.categories, shipped.categories);
    assert.equal((await test.offered()).length, shipped.categories.length);
    const { items } = await test.store.searchAudit({ action: 'category', limit: 10 });
    assert.deepEqual(
      items.map(({ action, actor, target, reason }) => [action, actor, target, reason]),
      [
        ['category.remove', 'admin:mei', 'sports', null],
        ['category.update', 'admin:mei', 'sports', '更名'],
        ['category.create', 'admin:mei', 'sports', null],
      ],
    );
    assert.deepEqual(JSON.parse(items[1]?.before ?? '').name, sports.name);
  });

  it('are rejected with the name of the invalid field, in both languages, without any change', async (t) => {
    const test = await setUp(t);
    const { version } = await test.read();
    const good = { id: 'sports', ...sports, version };
    for (const [field, wrong] of [
      ['id', { ...good, id: 'Sports!' }],
      ['name.zh', { ...good, name: { en: 'x' } }],
      ['name.en', { ...good, name: { en: ' ', zh: '体' } }],
      ['pubmed_filter', { ...good, pubmed_filter: '(a[tiab]' }],
      ['pubmed_filter', { ...good, pubmed_filter: 'heart[MeSH Trems]' }],
      ['pubmed_filter', { ...good, pubmed_filter: 'heart[tiab] AND' }],
      ['library_terms', { ...good, library_terms: [] }],
      ['library_terms[1]', { ...good, library_terms: ['a', ''] }],
      ['version', { ...good, version: undefined }],
    ] as const)
      for (const language of ['en', 'zh']) {
        const reply = await test.client.send('POST', path, wrong, { 'accept-language': language });
        const said = assertErrorResponse(reply, 400, 'invalid_request');
        assert.ok(said.includes(`"${field}"`), said);
        assert.equal(/\p{Script=Han}/u.test(said), language === 'zh', said);
      }
    assert.equal(existsSync(test.file), false);
    const [first] = (await test.read()).categories;
    assertErrorResponse(await test.client.send('POST', path, { ...good, id: first?.id }), 409, 'conflict');
    assertErrorResponse(await test.client.send('PUT', `${path}/none`, good), 404, 'not_found');
    const auditor = await test.signIn('auditor');
    assertErrorResponse(await auditor.send('POST', path, good), 403, 'forbidden');
    assert.equal((await auditor.get<File>(path)).version, version);
    assert.deepEqual((await test.store.searchAudit({ action: 'category', limit: 1 })).items, []);
  });

  it('changed meanwhile by another page or by hand are not overwritten', async (t) => {
    const test = await setUp(t);
    const { version } = await test.read();
    const both = await Promise.all(
      ['one', 'two'].map((id) => test.client.send('POST', path, { id, ...sports, version })),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    const { version: seen } = await test.read();
    writeFileSync(test.file, 'a mistyped line');
    assertErrorResponse(
      await test.client.send('POST', `${path}/one/remove`, { version: seen }),
      409,
      'conflict',
    );
    const broken = await test.read();
    assert.equal(broken.problems.length, 1);
    const chinese = await test.client.send('GET', path, undefined, { 'accept-language': 'zh' });
    assert.match(`${broken.problems[0]} ${chinese.body}`, /is not JSON.*不是有效的 JSON/);
    const mended = await test.client.change<File>('PUT', `${path}/cardiology`, {
      ...sports,
      version: broken.version,
    });
    assert.deepEqual(mended.problems, []);
    assert.equal(readFileSync(`${test.file}.previous`, 'utf8'), 'a mistyped line');
  });

  it('that cannot be written are reported and remain unchanged', async (t) => {
    const test = await setUp(t);
    const { version } = await test.read();
    // Root can write anywhere, except to a path that is a folder.
    mkdirSync(`${test.file}.new`);
    chmodSync(`${test.file}.new`, 0o500);
    const reply = await test.client.send('POST', path, { id: 'sports', ...sports, version });
    assert.match(assertErrorResponse(reply, 409, 'conflict'), /cannot be written/);
    assert.ok((await test.offered()).every(({ id }) => id !== 'sports'));
    assert.deepEqual((await test.store.searchAudit({ action: 'category', limit: 1 })).items, []);
  });
});
