import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findBrowser, openBrowser, openPage, type Watch } from './browser.ts';
import { type Stand, startStand } from './stand.ts';
import { answered, ask, type Language, locales, signIn, signInOperator, words } from './visits.ts';

const browserPath = findBrowser();

describe('at the pages', { skip: browserPath ? false : 'there is no browser here', timeout: 600_000 }, () => {
  let stand: Stand;
  let browser: Browser;
  const open: { context: BrowserContext; watch: Watch }[] = [];
  before(async () => {
    stand = await startStand();
    browser = await openBrowser(browserPath ?? '');
  });
  after(async () => {
    await browser?.close();
    await stand?.close();
  });
  afterEach(async () => {
    stand.model.setScript(undefined);
    stand.model.clearFaults();
    for (const { context, watch } of open.splice(0)) {
      await context.close();
      // Whatever a test is about: no page of ours asks another host, opens a dialog, or logs an error.
      assert.deepEqual(watch, { foreign: [], dialogs: [], errors: [] });
    }
  });

  async function visit(language: Language = 'en'): Promise<Page> {
    const visited = await openPage(browser, [stand.url, stand.adminUrl], {
      locale: locales[language],
      acceptDownloads: true,
    });
    open.push(visited);
    return visited.page;
  }

  /** The words of a model that takes its time. */
  const slowly = {
    text: Array.from({ length: 400 }, (_, index) => `word${index} [E1].`).join(' '),
    delayMs: 25,
  };

  for (const language of ['en', 'zh'] as const)
    it(`everything of an answer is reached by keyboard alone: ${language}`, async () => {
      const page = await visit(language);
      await page.goto(stand.url);
      await page.getByLabel(words[language].question).waitFor();
      await page.keyboard.press('Tab');
      await assertFocus(page, '.skip');
      await page.keyboard.press('Enter');
      await tabTo(page, '#question', 3);
      await page.locator('header button.button').focus();
      await page.keyboard.press('Enter');
      await assertFocus(page, 'input[type=password]');
      await page.keyboard.type(stand.key);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('/');
      await assertFocus(page, '#question');
      await page.keyboard.insertText(words[language].ask);
      await page.keyboard.press('Enter');
      await answered(page, language);

      await page.locator('.steps summary').focus();
      await tabTo(page, 'button.cite', 3);
      await page.keyboard.press('Enter');
      await page.locator('.card mark').first().waitFor();
      await tabTo(page, '.card-actions button', 3);
      await page.keyboard.press('Enter');
      await page.locator('.card .verdict').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.card').waitFor({ state: 'detached' });
      await assertFocus(page, 'button.cite');
      const first = await page.evaluate(() => document.activeElement?.textContent);
      await page.keyboard.press('ArrowRight');
      assert.notEqual(await page.evaluate(() => document.activeElement?.textContent), first);
      assert.equal(
        await page.evaluate(() => document.documentElement.lang),
        language === 'zh' ? 'zh-CN' : 'en',
      );
    });

  it('an answer is shown as it is written, and "Stop" ends the call and its bill', async () => {
    const page = await visit();
    await signIn(page, stand, 'en');
    stand.model.setScript(slowly);
    await ask(page, 'en');
    await page.getByText('word3').waitFor();
    const early = (await page.locator('.prose').innerText()).length;
    await page.waitForFunction(
      (before) => (document.querySelector('.prose')?.textContent?.length ?? 0) > before + 20,
      early,
    );
    assert.equal(
      await page.locator('button.cite').count(),
      0,
      'numbers are inert until there are references',
    );
    await page.keyboard.press('Escape');
    await page
      .locator('.note')
      .getByText(/^Stopped\./)
      .waitFor();
    const [record] = await settledCalls(stand, 'ask_stream');
    assert.equal(record?.outcome, 'client_gone');
    assert.equal(stand.model.openCalls(), 0);
    const text = await page.locator('.prose').innerText();
    assert.ok(!text.includes('word399'));
  });

  it('a reload in mid-answer ends the call, and what was written is still there', async () => {
    const page = await visit();
    await signIn(page, stand, 'en');
    stand.model.setScript(slowly);
    await ask(page, 'en');
    await page.getByText('word6').waitFor();
    await page.reload();
    await page.getByText('word3').waitFor();
    await page
      .locator('.note')
      .getByText(/^Stopped\./)
      .waitFor();
    const [record] = await settledCalls(stand, 'ask_stream');
    assert.equal(record?.outcome, 'client_gone');
    stand.model.setScript(undefined);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await answered(page, 'en');
  });

  it('a failing model, a failing source and a lost connection are told, and the question stays', async () => {
    const page = await visit();
    await signIn(page, stand, 'en');
    stand.model.setFault('server-error');
    await ask(page, 'en');
    await page.getByText('The language model is not available at the moment').waitFor();
    await answered(page, 'en');
    stand.model.clearFaults();

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
    await page.getByText('What was written until then stands above.').waitFor();
    await page.unroute('**/ai/api/ask_stream');
    await page.locator('.note-bad').last().getByRole('button', { name: 'Try again' }).click();
    await answered(page, 'en');
  });

  it('a used-up quota and an ended session are told where the question is', async () => {
    const page = await visit('zh');
    const secret = await stand.services.keys.create({
      label: 'once',
      modules: ['ask_agent'],
      dailyQuota: 1,
      balance: 1_000_000,
      expiresAt: undefined,
      status: 'enabled',
    });
    await signIn(page, { ...stand, key: secret.secret }, 'zh');
    await ask(page, 'zh');
    await answered(page, 'zh');
    await ask(page, 'zh', '再问一次？');
    await page.getByText('今日配额已用完').waitFor();
    await stand.services.keys.setStatus(secret.key.id, 'disabled');
    await ask(page, 'zh', '还能提问吗？');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: '还能提问吗？' }).waitFor();
  });

  it('who asks before signing in finds the question again', async () => {
    const page = await visit();
    await page.goto(stand.url);
    await ask(page, 'en', 'Asked too early?');
    await page.getByRole('dialog').waitFor();
    await page.getByLabel('API key').fill('cw_wrong');
    await page.keyboard.press('Enter');
    await page.getByText('This API key is not known here').waitFor();
    await page.getByRole('button', { name: 'Go on as a guest' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Your question').inputValue(), 'Asked too early?');
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    assert.ok(!kept.includes('cw_'));
  });

  it('an article that is left out is not cited again', async () => {
    const page = await visit();
    await signIn(page, stand, 'en');
    await ask(page, 'en');
    await answered(page, 'en');
    const title = await page.locator('.source-title').first().innerText();
    await page.locator('.source .check').first().click();
    await page.getByRole('button', { name: 'Answer again without 1' }).click();
    await page.locator('.turn-place').nth(1).locator('.source-title').first().waitFor();
    const titles = await page.locator('.turn-place').nth(1).locator('.source-title').allInnerTexts();
    assert.ok(titles.length > 0 && !titles.includes(title));
  });

  it('references are saved as a file with every one of them', async () => {
    const page = await visit();
    await signIn(page, stand, 'en');
    await ask(page, 'en');
    await answered(page, 'en');
    const cited = await page.locator('.source').count();
    await page.getByRole('button', { name: 'Export references' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'RIS' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^does-metformin-.*\.ris$/);
    const text = await readFile(await download.path(), 'utf8');
    assert.equal(text.match(/^TY {2}- JOUR\r$/gm)?.length, cited);
  });

  it('a follow-up goes with what was said before, and the history can be deleted', async () => {
    const page = await visit();
    await signIn(page, stand, 'en');
    await ask(page, 'en');
    await answered(page, 'en');
    stand.model.clearLog();
    await ask(page, 'en', 'And its effect on body weight?');
    await page.locator('.turn-place').nth(1).locator('.charged').waitFor();
    const prompts = stand.model.requests().map(({ body }) => JSON.stringify(body));
    assert.ok(prompts.some((prompt) => prompt.includes(words.en.ask)));
    await page.goto(`${stand.url}/history`);
    await page.locator('.history li').first().waitFor();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('Nothing has been asked in this browser yet.').waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('citewell.history')), null);
  });

  it('findings are discussed against the literature', async () => {
    const page = await visit();
    await signIn(page, stand, 'en');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Write').selectOption('discussion');
    await page.getByLabel('Your question').fill('Metformin in type 2 diabetes: a cohort study');
    assert.ok(await page.getByRole('button', { name: 'Ask', exact: true }).isDisabled());
    await page
      .getByLabel('Your findings')
      .fill('In our cohort of 412 adults metformin lowered HbA1c by 0.9 points over a year.');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.locator('.chip', { hasText: 'Discussion section' }).waitFor();
    await page.locator('.charged').waitFor({ timeout: 60_000 });
    assert.ok((await page.locator('.prose').innerText()).length > 100);
  });

  it('a text and a PDF are read in the browser, whatever they are called', async () => {
    const page = await visit();
    await signIn(page, stand, 'en');
    const input = page.locator('input[type=file]');
    await input.setInputFiles({
      name: '<img src=x onerror=alert(1)>.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Our cohort of 412 adults had fewer exacerbations.'),
    });
    await page.getByText('<img src=x onerror=alert(1)>.txt').waitFor();
    await input.setInputFiles({
      name: 'trial.pdf',
      mimeType: 'application/pdf',
      buffer: smallPdf('Zolbexamine lowered the risk of stroke by 26 percent in 412 adults.'),
    });
    await page.getByText('trial.pdf').waitFor({ timeout: 60_000 });
    const [request] = await Promise.all([
      page.waitForRequest('**/ai/api/ask_stream'),
      ask(page, 'en', 'What did this trial find?'),
    ]);
    assert.match(String(request.postDataJSON().file_content), /Zolbexamine lowered the risk of stroke/);
    await input.setInputFiles({
      name: 'scan.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4 nothing'),
    });
    await page.getByText('This file cannot be read.').waitFor();
  });

  it('usage shows the figures of my_usage, and its filters stay in the address', async () => {
    const page = await visit();
    await signIn(page, stand, 'en');
    await page.goto(`${stand.url}/usage`);
    await page.locator('.figure').first().waitFor();
    const reply = await fetch(`${stand.url}/ai/api/my_usage`, { headers: { 'x-api-key': stand.key } });
    const { balance, quota, totals } = (await reply.json()) as {
      balance: { available: number };
      quota: { used: number };
      totals: { charged: number };
    };
    const figures = await page.locator('.figure').allInnerTexts();
    assert.equal(figures[0], balance.available.toLocaleString('en-GB'));
    assert.match(figures[1] ?? '', new RegExp(`^${quota.used} `));
    await page.getByText(`${totals.charged.toLocaleString('en-GB')} charged`).waitFor();
    await page.getByLabel('What').selectOption('factcheck_verify');
    await page.waitForURL('**/usage?endpoint=factcheck_verify');
    await page.reload();
    assert.equal(await page.getByLabel('What').inputValue(), 'factcheck_verify');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    assert.match(await readFile(await download.path(), 'utf8'), /request_id/);
  });

  for (const language of ['en', 'zh'] as const)
    it(`the library is searched, ticked and exported; nothing found says which condition it was: ${language}`, async () => {
      const page = await visit(language);
      await signIn(page, stand, language);
      await page.goto(`${stand.url}/search`);
      await page.locator('.condition input').fill(language === 'zh' ? '二甲双胍' : 'metformin');
      await page.keyboard.press('Enter');
      await page.locator('.result').first().waitFor();
      await page.locator('.result input').first().check();
      await page.locator('.results-head button').click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'BibTeX' }).click(),
      ]);
      assert.match(await readFile(await download.path(), 'utf8'), /^@article\{/);
      await page.goto(`${stand.url}/search?title=metformin&author=Nobodyatall`);
      await page.locator('main .note button').click();
      await page.locator('.table td').nth(1).filter({ hasNotText: '…' }).waitFor();
      assert.deepEqual(
        (await page.locator('.table td').allInnerTexts()).map((cell) => Number(cell) > 0),
        [false, true],
      );
    });

  it('a pasted paragraph is checked sentence by sentence', async () => {
    const page = await visit();
    await signIn(page, stand, 'en');
    await page.goto(`${stand.url}/check`);
    await page.getByRole('button', { name: 'A paragraph' }).click();
    const text =
      'Metformin lowered HbA1c [1]. It cured diabetes in all patients [1]. Nothing is cited here.\n\nReferences\n1. Lindqvist E, et al. PMID: 9900000001';
    await page.getByLabel('Paragraph with its references').fill(text);
    await page.getByRole('button', { name: 'Check 2 citations' }).click();
    await page.getByText('2 of 2 checked').waitFor();
    assert.equal((await page.locator('.check-rows .badge').count()) >= 2, true);
  });

  for (const language of ['en', 'zh'] as const)
    it(`a review is written, read by its contents, and saved as a document: ${language}`, async () => {
      const page = await visit(language);
      await signIn(page, stand, language);
      await page.getByRole('link', { name: language === 'en' ? 'Review' : '综述', exact: true }).click();
      await page
        .getByRole('main')
        .locator('textarea')
        .fill(language === 'en' ? 'Metformin in type 2 diabetes' : '二甲双胍治疗2型糖尿病');
      await page.keyboard.press('Tab');
      await page.getByRole('main').locator('button[type=submit]').press('Enter');
      await page.locator('.charged').waitFor({ timeout: 60_000 });
      const entries = page.locator('.contents button');
      assert.ok((await entries.count()) >= 3);
      await entries.nth(2).press('Enter');
      assert.equal(
        await page.evaluate(() => document.activeElement?.textContent),
        await entries.nth(2).innerText(),
      );
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Word' }).click(),
      ]);
      assert.match(download.suggestedFilename(), /\.docx$/);
      assert.equal((await readFile(await download.path())).subarray(0, 2).toString(), 'PK');
      await page.reload();
      await page.locator('.contents').waitFor();
    });

  for (const language of ['en', 'zh'] as const)
    it(`a text is polished, and its changes are taken or left: ${language}`, async () => {
      const page = await visit(language);
      await signIn(page, stand, language);
      await page.getByRole('link', { name: language === 'en' ? 'Polish' : '润色', exact: true }).click();
      const original =
        language === 'en' ? 'We thank the the nurses of the ward.' : '感谢护士的的帮助,疗效明显.';
      // The rules polish where the model cannot: what they mend is known.
      stand.model.setFault('server-error');
      await page.getByRole('main').locator('textarea').fill(original);
      await page.getByRole('main').locator('input[type=checkbox]').uncheck();
      await page.getByRole('main').locator('button[type=submit]').press('Enter');
      const change = page.locator('.change').first();
      await change.waitFor({ timeout: 60_000 });
      assert.ok((await change.locator('del, ins').count()) > 0);
      await change.getByRole('button').press('Enter');
      await page.locator('.change-left').waitFor();
      assert.equal(await change.locator('.plain-text').innerText(), original);
    });

  it('an application is sent, refused with reasons beside the fields, and decided by the operator', async () => {
    const page = await visit('zh');
    await page.goto(`${stand.url}/apply`);
    await page.getByLabel('姓名').fill('陈静');
    await page.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('请填写一个电子邮箱。').waitFor();
    await page.getByLabel('电子邮箱').fill('chen.jing@hospital.example');
    await page.getByLabel('密钥用途').fill('科室文献学习，每周约五十次提问。');
    await page.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('已收到申请，还需一步：确认邮件。').waitFor();
    let link: string | undefined;
    while (link === undefined) {
      link = stand.mails.map((mail) => /\/apply\/confirm\?token=[\w-]+/.exec(mail)?.[0]).find(Boolean);
      await page.waitForTimeout(50);
    }
    await page.goto(stand.url + link);
    await page.getByRole('button').click();
    await signInOperator(page, stand, 'zh');
    await page.getByRole('link', { name: '申请', exact: true }).click();
    await page.getByRole('button', { name: '批准……' }).click();
    await page.getByLabel('初始余额（令牌）').fill('1234');
    await page.getByRole('button', { name: '批准并发送密钥' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.badge', { hasText: '已批准' }).waitFor();
    await page.getByRole('link', { name: '密钥', exact: true }).click();
    await page.getByRole('button', { name: '充值' }).last().waitFor();
    await page.getByRole('link', { name: '审计' }).click();
    await page.getByText('admin:mei').first().waitFor();
  });

  it('a key made by the operator is shown once, and opens the pages', async () => {
    const page = await visit();
    await signInOperator(page, stand, 'en');
    await page.getByRole('link', { name: 'Keys', exact: true }).first().click();
    await page.getByRole('button', { name: 'New key …' }).click();
    await page.getByLabel('Label', { exact: true }).fill('Made here');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const secret = await page.locator('.secret').innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    assert.ok(!(await page.content()).includes(secret));
    await signIn(page, { ...stand, key: secret }, 'en');
    await page.getByText('Made here').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
  });
});

async function assertFocus(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector, {
    timeout: 5_000,
  });
}

/** Presses Tab until this is reached, and no oftener than that. */
async function tabTo(page: Page, selector: string, presses: number): Promise<void> {
  for (let press = 0; press < presses; press += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  await assertFocus(page, selector);
}

/** The calls that have ended, newest first, once none is running. */
async function settledCalls(
  { url, key }: Stand,
  endpoint: string,
): Promise<{ outcome: string | null; state: string }[]> {
  for (;;) {
    const reply = await fetch(`${url}/ai/api/my_usage?endpoint=${endpoint}`, {
      headers: { 'x-api-key': key },
    });
    const { records } = (await reply.json()) as { records: { outcome: string | null; state: string }[] };
    if (records.every(({ state }) => state !== 'running')) return records;
  }
}

/** One page, one line of text, written by hand. */
function smallPdf(line: string): Buffer {
  const stream = `BT /F1 12 Tf 40 700 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  return Buffer.from(`${text}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`, 'latin1');
}
