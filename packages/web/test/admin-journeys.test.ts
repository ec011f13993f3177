import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { atPages } from './at-pages.ts';
import { type Language, signInOperator } from './visits.ts';

const labels = {
  en: {
    library: 'Library',
    categories: 'Categories',
    health: 'Health',
    takeIn: 'Import',
    added: '2 added',
    newCategory: 'New category …',
    id: /^ID that callers/,
    english: 'Name in English',
    chinese: 'Name in Chinese',
    filter: 'PubMed filter',
    terms: /^Library keywords/,
    add: 'Add',
    edit: 'Edit …',
    save: 'Save',
    remove: 'Remove …',
    really: 'Remove',
    test: 'Test now: PubMed',
    answered: /Responded in/,
    brackets: /"pubmed_filter" must be .*brackets/,
  },
  zh: {
    library: '文献库',
    categories: '分类',
    health: '运行状况',
    takeIn: '开始导入',
    added: '新增 2',
    newCategory: '新建分类……',
    id: /^标识/,
    english: '英文名称',
    chinese: '中文名称',
    filter: 'PubMed 检索式',
    terms: /^文献库关键词/,
    add: '添加',
    edit: '编辑……',
    save: '保存',
    remove: '删除……',
    really: '删除',
    test: '立即测试: PubMed',
    answered: /秒内响应/,
    brackets: /"pubmed_filter" 应为.*成对/,
  },
} as const;

/** Replaces the server of PubMed's files: accepts requests and never answers. */
const silence = createServer(() => {});
silence.listen(0, '127.0.0.1');
await once(silence, 'listening');
silence.unref();
const { port } = silence.address() as AddressInfo;
const settings = { CITEWELL_PUBMED_FILES_URL: `http://127.0.0.1:${port}` };

atPages('the operator’s pages', { settings }, (at) => {
  const incoming = (name: string, text: string) => {
    const { libraryIncoming: folder } = at.stand.services.config;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const record = (pmid: number, title: string) => `${JSON.stringify({ pmid: String(pmid), title })}\n`;
  const go = (page: Page, name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).press('Enter');

  let operators = 0;
  /** Signs in an operator whom no other test uses, since attempts are counted by name. */
  async function signIn(page: Page, language: Language): Promise<void> {
    operators += 1;
    const name = `operator-${operators}`;
    await at.stand.addAdministrator(name, 'operator');
    await signInOperator(page, at.stand, language, name);
  }

  for (const [index, language] of (['en', 'zh'] as const).entries()) {
    it(`ingest files, and show the result after a reload: ${language}`, async () => {
      const words = labels[language];
      const base = 41_000_000 + index * 10;
      incoming(`files ${language}.jsonl`, record(base, 'Metformin') + record(base + 1, '二甲双胍'));
      const page = await at.visit(language);
      await signIn(page, language);
      await go(page, words.library);
      const choice = page.getByRole('radio', { name: `files ${language}.jsonl` });
      await choice.focus();
      await page.keyboard.press('Space');
      await page.getByRole('button', { name: words.takeIn }).press('Enter');
      const row = page
        .getByRole('row')
        .filter({ hasText: `files ${language}` })
        .filter({ hasText: words.added });
      await row.waitFor();
      await page.reload();
      await row.waitFor();
      const [article] = await at.stand.services.library
        .search(
          {
            conditions: [{ field: 'pmid', value: String(base + 1) }],
            ...{ years: {}, sort: 'date_desc', limit: 1, offset: 0 },
          },
          { signal: new AbortController().signal },
        )
        .then(({ articles }) => articles);
      assert.equal(article?.title, '二甲双胍');
    });

    it(`add, change and remove a category, in effect at once: ${language}`, async () => {
      const words = labels[language];
      const page = await at.visit(language);
      await signIn(page, language);
      await go(page, words.categories);
      await page.getByRole('button', { name: words.newCategory }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.id).fill(`sports-${language}`);
      await dialog.getByLabel(words.english).fill('Sports medicine');
      await dialog.getByLabel(words.chinese).fill('运动医学');
      await dialog.getByLabel(words.filter).fill('("Sports Medicine"[MeSH Terms]');
      await dialog.getByLabel(words.terms).fill('sports medicine\n运动损伤');
      await dialog.getByRole('button', { name: words.add, exact: true }).press('Enter');
      // The input is kept, and the invalid field is named.
      await dialog.getByRole('alert').filter({ hasText: words.brackets }).waitFor();
      await dialog.getByLabel(words.filter).fill('"Sports Medicine"[MeSH Terms]');
      await dialog.getByRole('button', { name: words.add, exact: true }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      const row = page.getByRole('row').filter({ hasText: `sports-${language}` });
      await row.waitFor();
      const offered = async () => {
        const reply = await fetch(`${at.stand.url}/ai/api/categories`, {
          headers: { 'x-api-key': at.stand.key },
        });
        const { categories } = (await reply.json()) as { categories: { id: string; name: { zh: string } }[] };
        return categories.find(({ id }) => id === `sports-${language}`)?.name.zh;
      };
      assert.equal(await offered(), '运动医学');
      await row.getByRole('button', { name: words.edit }).press('Enter');
      await dialog.getByLabel(words.chinese).fill('体育医学');
      await dialog.getByRole('button', { name: words.save, exact: true }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await row.filter({ hasText: '体育医学' }).waitFor();
      assert.equal(await offered(), '体育医学');
      await row.getByRole('button', { name: words.remove }).press('Enter');
      await dialog.getByRole('button', { name: words.really, exact: true }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await row.waitFor({ state: 'detached' });
      assert.equal(await offered(), undefined);
      assert.ok(
        !readFileSync(join(at.stand.services.config.dataDir, 'categories.json'), 'utf8').includes('体育'),
      );
    });

    it(`test a source and a model, and show their state: ${language}`, async () => {
      const words = labels[language];
      const page = await at.visit(language);
      await signIn(page, language);
      await go(page, words.health);
      await page.getByRole('button', { name: words.test }).press('Enter');
      await page.getByRole('status').filter({ hasText: words.answered }).waitFor();
      at.stand.model.setFault('server-error');
      const writer = page.getByRole('listitem').filter({ hasText: language === 'en' ? 'writing' : '写作' });
      await writer.getByRole('button').press('Enter');
      await writer
        .getByRole('status')
        .filter({ hasText: language === 'en' ? 'returned an error' : '返回错误' })
        .waitFor();
      await writer.locator('.badge-bad').waitFor();
    });
  }

  it('follow a job, also after a reload, report it as busy to others, and stop it', async () => {
    const page = await at.visit('en');
    await signIn(page, 'en');
    await go(page, 'Library');
    await page.getByRole('button', { name: 'Sync with PubMed' }).press('Enter');
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    // The sync is real, and waits for a silent server; its progress is invented.
    const progress = { file: 'pubmed27n0001.xml.gz', files: 3, records: 94_000, rate: 810 };
    await page.route('**/library/jobs/job_*', async (route) => {
      const job = await (await route.fetch()).json();
      const whole = { ...progress, percent: 41.5, seconds_left: 300 };
      await route.fulfill({ json: { ...job, progress: whole } });
    });
    await page.reload();
    await page.getByText('41.5 % · 94,000 records · 810/s').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Compact' }).isDisabled());
    await page.getByRole('button', { name: 'Stop …' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Stop job' }).press('Enter');
    await page.getByRole('row').filter({ hasText: 'Sync' }).filter({ hasText: 'stopped' }).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Compact' }).isEnabled());
    await go(page, 'Audit');
    await page.getByText('library.end').first().waitFor();
  });

  it('list on the overview what is configured, what is missing, and where to continue', async () => {
    const page = await at.visit('en');
    await signIn(page, 'en');
    const items = page.getByRole('listitem');
    await items.filter({ hasText: 'A language model (optional): done' }).waitFor();
    await items
      .filter({ hasText: 'Contact e-mail for NCBI: not yet' })
      .getByText('CITEWELL_NCBI_EMAIL')
      .waitFor();
    await items.filter({ hasText: 'Mail server for applications: not yet' }).waitFor();
    await page.getByRole('link', { name: 'Sources and models' }).press('Enter');
    await page.getByRole('heading', { name: 'Health' }).waitFor();
  });

  it('send an abandoned mail again', async () => {
    const page = await at.visit('zh');
    await signIn(page, 'zh');
    const mail = {
      ...{
        id: 'mail_1',
        kind: 'key',
        recipient: 'li@hospital.example',
        language: 'zh',
        application_id: 'app_1',
      },
      ...{ state: 'failed', attempts: 10, created_at: '2026-11-01T00:00:00Z', next_try_at: null },
      ...{ ended_at: '2026-11-02T00:00:00Z', last_error: 'EENVELOPE 550' },
    };
    await page.route('**/admin/api/outbox?*', (route) =>
      route.fulfill({ json: { mails: [mail], next_cursor: null } }),
    );
    const sent = page.waitForRequest('**/admin/api/outbox/mail_1/resend');
    await page.route('**/outbox/mail_1/resend', (route) => route.fulfill({ json: mail }));
    await go(page, '邮件');
    await page.getByText('EENVELOPE 550').waitFor();
    await page.getByRole('button', { name: '重发……' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: '重发' }).press('Enter');
    assert.ok((await (await sent).headerValue('x-csrf-token')) !== null);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('change, adjust and disable a key, and show it', async () => {
    await at.stand.makeKey({ label: 'Ward 7' });
    const page = await at.visit('en');
    await signIn(page, 'en');
    await go(page, 'Keys');
    await page.getByRole('link', { name: 'Ward 7' }).press('Enter');
    await page.getByRole('heading', { name: 'Ward 7' }).waitFor();
    const dialog = page.getByRole('dialog');
    const done = () => dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit …' }).press('Enter');
    await dialog.getByLabel('Label').fill('Ward 8');
    await dialog.getByLabel(/^Calls per day/).fill('7');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await done();
    await page.getByRole('heading', { name: 'Ward 8' }).waitFor();
    await page.getByRole('button', { name: 'Adjust balance …' }).press('Enter');
    await dialog.getByLabel(/^Tokens \(negative/).fill('-999999');
    await dialog.getByLabel(/^Reason/).fill('booked twice');
    await dialog.getByRole('button', { name: 'Post adjustment' }).press('Enter');
    await done();
    await page.getByText('4,000,001').first().waitFor();
    await page.getByRole('button', { name: 'Disable …' }).press('Enter');
    await dialog.getByRole('button', { name: 'Disable' }).press('Enter');
    await done();
    await page.locator('.key-actions .badge', { hasText: 'disabled' }).waitFor();
    await page.getByRole('link', { name: 'Audit log of this key' }).press('Enter');
    await page.getByText('booked twice').waitFor();
    await page.getByText('key.disable').waitFor();
  });

  it('stop a hanging call', async () => {
    const { services } = at.stand;
    const [key] = await services.keys.list();
    assert.ok(key);
    const intent = { module: 'ask_agent', endpoint: 'ask', hold: 3_000 } as const;
    const call = await services.accounts.admit({ id: 'req_hangs', key, ...intent });
    const page = await at.visit('en');
    await signIn(page, 'en');
    await go(page, 'Calls');
    await page.getByText('req_hangs').waitFor();
    await page.getByRole('button', { name: 'Stop …' }).press('Enter');
    await page.getByLabel('Reason').fill('it hangs');
    await page.getByRole('button', { name: 'Stop call' }).press('Enter');
    await page.getByText('No active calls.').waitFor();
    assert.equal((await services.keys.get(key.id))?.held, 0);
    await call.settle('ok', true);
  });

  it('show an auditor everything without any control that changes it', async () => {
    await at.stand.addAdministrator('li', 'auditor');
    const page = await at.visit('en');
    await signInOperator(page, at.stand, 'en', 'li');
    for (const name of ['Library', 'Categories', 'Health', 'Keys', 'Usage']) {
      await go(page, name);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.waitForFunction(() => document.querySelectorAll('.skeleton').length === 0);
      const offered = page.getByRole('main').getByRole('button');
      assert.deepEqual(await offered.allInnerTexts(), [], name);
    }
    await go(page, 'Ledger');
    await page.getByRole('button', { name: 'Verify ledger' }).press('Enter');
    await page.getByText('Ledger verified.').waitFor();
  });
});
