import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { atPages } from './at-pages.ts';
import type { Stand } from './stand.ts';
import {
  answered,
  ask,
  type Language,
  openWithin,
  settledCalls,
  signIn,
  slowly,
  slowlyWritten,
} from './visits.ts';

/** Texts that the pages show for a failure, and the links from them. */
const says = {
  en: {
    other: 'Does metformin lower body weight in type 2 diabetes?',
    again: 'Try again',
    broke: 'The answer was interrupted',
    search: 'The search failed',
    missing: (source: string) => `${source} could not be reached`,
    balance: 'Insufficient balance',
    usage: 'See your usage',
    busy: 'Too many requests',
    permission: 'This API key has no access to this feature',
    library: 'Search the local library yourself',
    byHand: 'Quotations follow instead of a generated answer',
  },
  zh: {
    other: '二甲双胍能降低2型糖尿病患者的体重吗？',
    again: '重试',
    broke: '回答中断',
    search: '检索未能完成',
    missing: (source: string) => `未能连接 ${source}`,
    balance: '余额不足',
    usage: '查看用量',
    busy: '请求过多',
    permission: '您的密钥无此权限',
    library: '自行检索本地文献库',
    byHand: '以下为原文摘录',
  },
} as const;
const languages: Language[] = ['en', 'zh'];

atPages('failures at the ask page', {}, (at) => {
  it('a reload in mid-answer ends the call and keeps the text', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
    at.stand.model.setScript(slowly('en'));
    await ask(page, 'en');
    await slowlyWritten(page, 'en', 6);
    await page.reload();
    await slowlyWritten(page, 'en', 3);
    await page
      .locator('.note')
      .getByText(/^Stopped\./)
      .waitFor();
    const [record] = await settledCalls(at.stand, 'ask_stream');
    assert.equal(record?.outcome, 'client_disconnected');
    at.stand.model.setScript(undefined);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await answered(page, 'en');
  });

  it('a failing model, a failing source and a lost connection are reported, and the question is kept', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
    at.stand.model.setFault('server-error');
    await ask(page, 'en');
    await page.getByText('The language model is not available at the moment').waitFor();
    await answered(page, 'en');
    at.stand.model.clearFaults();

    await page.route('**/ai/api/ask_stream', (route) => route.abort('connectionreset'));
    await ask(page, 'en', 'Is it lost?');
    await page.locator('.note-bad').getByText('No connection').waitFor({ timeout: 40_000 });
    await page.getByRole('heading', { name: 'Is it lost?' }).waitFor();
    await page.unroute('**/ai/api/ask_stream');

    await page.route('**/ai/api/ask_stream', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: 'event: answer_chunk\ndata: {"text":"A beginning"}\n\nevent: error\ndata: {"message":"It broke off."}\n\nevent: done\ndata: {}\n\n',
      }),
    );
    await ask(page, 'en', 'Does it break?');
    await page.getByText('It broke off.').waitFor();
    await page.getByText('The text generated so far is shown above.').waitFor();
    await page.unroute('**/ai/api/ask_stream');
    await page.locator('.note-bad').last().getByRole('button', { name: 'Try again' }).click();
    await answered(page, 'en');
  });

  it('an exhausted quota and an expired session are reported at the question', async () => {
    const page = await at.visit('zh');
    const secret = await at.stand.services.keys.create({
      label: 'once',
      modules: ['ask_agent'],
      dailyQuota: 1,
      balance: 1_000_000,
      expiresAt: undefined,
      status: 'enabled',
    });
    await signIn(page, { ...at.stand, key: secret.secret }, 'zh');
    await ask(page, 'zh');
    await answered(page, 'zh');
    await ask(page, 'zh', '再问一次？');
    await page.getByText('今日配额已用完').waitFor();
    await at.stand.services.keys.setStatus(secret.key.id, 'disabled');
    await ask(page, 'zh', '还能提问吗？');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: '还能提问吗？' }).waitFor();
  });

  for (const language of languages)
    it(`a model that fails at each of its steps is reported, with a way to continue: ${language}`, async () => {
      const page = await at.visit(language);
      const labels = says[language];
      await signIn(page, at.stand, language);
      at.stand.model.setFault('server-error', { role: 'plan' });
      await ask(page, language);
      await answered(page, language);
      assert.equal(await page.locator('.note-bad').count(), 0, 'the search goes on without the plan');

      at.stand.model.clearFaults();
      // At least one sentence has been sent by then: a model that fails earlier is replaced by quotations.
      at.stand.model.setScript(slowly(language));
      at.stand.model.setFault('cut', { role: 'write', at: 30, times: 1 });
      await ask(page, language);
      const note = page.locator('.note-bad').last();
      await note.getByText(labels.broke).waitFor({ timeout: 60_000 });
      await note.locator('code', { hasText: /^req_/ }).waitFor();
      at.stand.model.setScript(undefined);
      await note.getByRole('button', { name: labels.again }).press('Enter');
      await page.locator('.turn-place').nth(2).locator('.charged').waitFor({ timeout: 60_000 });
    });

  for (const language of languages)
    it(`a key without the balance or the module for a call is told why, and where to look: ${language}`, async () => {
      const page = await at.visit(language);
      const labels = says[language];
      const poor = await at.stand.makeKey({ balance: 10 });
      await signIn(page, { ...at.stand, key: poor }, language);
      await ask(page, language);
      await page.locator('.note-bad').getByText(labels.balance).waitFor();
      await page.getByRole('link', { name: labels.usage }).press('Enter');
      await page.waitForURL('**/usage');
      const narrow = await at.stand.makeKey({ modules: ['factcheck'] });
      await page.context().clearCookies();
      await signIn(page, { ...at.stand, key: narrow }, language);
      await ask(page, language);
      await page.locator('.note-bad').getByText(labels.permission).waitFor();
    });

  for (const language of languages)
    it(`a busy service shows when to retry, and is asked again: ${language}`, async () => {
      const page = await at.visit(language);
      const labels = says[language];
      await signIn(page, at.stand, language);
      await page.route('**/ai/api/ask_stream', (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '90' },
          contentType: 'application/json',
          body: '{"error":"Not now.","code":"rate_limited"}',
        }),
      );
      await ask(page, language);
      const note = page.locator('.note-bad');
      await note.getByText(labels.busy).waitFor();
      await note.getByText(/Not now\. ?.*\b90\b/).waitFor();
      await page.unroute('**/ai/api/ask_stream');
      await note.getByRole('button', { name: labels.again }).click();
      await page.locator('.turn-place').nth(1).locator('.charged').waitFor({ timeout: 60_000 });
    });

  for (const language of languages)
    it(`a connection lost in mid-answer keeps the text: ${language}`, async () => {
      const page = await at.visit(language);
      const labels = says[language];
      await signIn(page, at.stand, language);
      await page.route('**/ai/api/ask_stream', (route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: 'event: answer_chunk\ndata: {"text":"A beginning"}\n\n',
        }),
      );
      await ask(page, language);
      await page.locator('.note-bad').getByText(labels.broke).waitFor();
      await page.locator('.prose').getByText('A beginning').waitFor();
      await page.unroute('**/ai/api/ask_stream');
      await page.locator('.note-bad').getByRole('button', { name: labels.again }).click();
      await page.locator('.turn-place').nth(1).locator('.charged').waitFor({ timeout: 60_000 });
    });

  // The last test on this stand: PubMed is avoided for a while afterwards.
  for (const language of languages)
    it(`an answer without PubMed says so next to the text: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      at.stand.pubmed.setFault('backend-down');
      // Not asked before: PubMed's reply to a question is cached for a while.
      await ask(page, language, says[language].other);
      await answered(page, language);
      await page.locator('.note-warn').getByText(says[language].missing('PubMed')).waitFor();
      assert.ok((await page.locator('.source').count()) > 0);
    });
});

atPages('with PubMed as the only source', { sources: 'pubmed' }, (at) => {
  for (const language of languages)
    it(`a failed search is not shown as missing evidence, and links to the library: ${language}`, async () => {
      const page = await at.visit(language);
      const labels = says[language];
      await signIn(page, at.stand, language);
      at.stand.pubmed.setFault('backend-down');
      await ask(page, language);
      const note = page.locator('.note-bad');
      await note.getByText(labels.search).waitFor({ timeout: 60_000 });
      await note.getByRole('button', { name: labels.again }).waitFor();
      await note.getByRole('link', { name: labels.library }).press('Enter');
      await page.waitForURL('**/search?title_abstract=**');
      await page.locator('.condition').first().waitFor();
    });
});

atPages('with a damaged library', {}, (at) => {
  for (const language of languages)
    it(`an answer uses PubMed and says so, and the search page reports the damage: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      damageLibrary(at.stand);
      await ask(page, language);
      await answered(page, language);
      const library = language === 'en' ? 'Local library' : '本地文献库';
      await page.locator('.note-warn').getByText(says[language].missing(library)).waitFor();
      await openWithin(page, '/search?title=metformin');
      await page.locator('.note-bad').getByRole('button', { name: says[language].again }).waitFor();
    });
});

/** Overwrites the local library's index, as a failing disk would. */
function damageLibrary({ services }: Stand): void {
  const database = new DatabaseSync(join(services.config.dataDir, 'library.db'));
  database.exec(`UPDATE chunk SET bytes = x'00ff00ff'`);
  database.close();
}
