import assert from 'node:assert/strict';
import { it } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { openLibraryWriter } from '../../server/src/library/open-library.ts';
import { atPages } from './at-pages.ts';
import type { Stand } from './stand.ts';
import {
  answered,
  ask,
  openWithin,
  readDownload,
  signIn,
  signInOperator,
  startSession,
  words,
} from './visits.ts';

atPages('the pages', {}, (at) => {
  it('show the figures of my_usage, and keep the usage filters in the address', {
    tags: ['my_usage.page'],
  }, async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en', '/usage');
    await page.locator('.figure').first().waitFor();
    const reply = await fetch(`${at.stand.url}/ai/api/my_usage`, { headers: { 'x-api-key': at.stand.key } });
    const { balance, quota, totals } = (await reply.json()) as {
      balance: { available: number };
      quota: { used: number };
      totals: { charged: number };
    };
    const figures = await page.locator('.figure').allInnerTexts();
    assert.equal(figures[0], balance.available.toLocaleString('en-GB'));
    assert.match(figures[1] ?? '', new RegExp(`^${quota.used} `));
    await page.getByText(`${totals.charged.toLocaleString('en-GB')} charged`).waitFor();
    await page.getByLabel('Endpoint').selectOption('factcheck_verify');
    await page.waitForURL('**/usage?endpoint=factcheck_verify');
    await page.reload();
    assert.equal(await page.getByLabel('Endpoint').inputValue(), 'factcheck_verify');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    assert.match((await readDownload(download)).toString(), /request_id/);
  });

  for (const [language, newest] of [
    ['en', 'Newest'],
    ['zh', '最新'],
  ] as const)
    it(`lead from an invalid page of usage to the newest calls: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language, '/usage?outcome=ok&cursor=MjAyNg.AAAAAAAAAAAAAAAA');
      const alert = page.getByRole('alert');
      await alert.waitFor();
      at.takeWatch(page);
      await alert.getByRole('button', { name: newest, exact: true }).click();
      await page.waitForURL('**/usage?outcome=ok');
      await page.locator('.figure').first().waitFor();
      assert.equal(await alert.count(), 0);
    });

  for (const language of ['en', 'zh'] as const)
    it(`show the steps of each call, which add up to it, and a table for each chart: ${language}`, async () => {
      const page = await at.visit(language);
      const key = await at.stand.makeKey();
      await signIn(page, { ...at.stand, key }, language);
      await ask(page, language);
      await answered(page, language);
      // The cited papers by year.
      await page.locator('.sources canvas').waitFor();
      await page.locator('.sources .chart summary').press('Enter');
      const years = await page.locator('.sources .chart td').allInnerTexts();
      const cited = await page.locator('.source').count();
      assert.equal(sum(years), cited);

      await page
        .getByRole('link', { name: language === 'en' ? 'Usage' : '用量', exact: true })
        .press('Enter');
      await page.locator('.chart-tall canvas').waitFor();
      await page.locator('.chart summary').press('Enter');
      const [tokens] = await page.locator('.chart tbody tr').last().locator('td').allInnerTexts();
      const record = page.locator('tbody tr', { has: page.locator('.request-id') }).first();
      const cells = await record.locator('td.number').allInnerTexts();
      assert.equal(sum(cells.slice(0, 2)), sum([tokens ?? '']));
      await record.getByRole('button').press('Enter');
      const steps = page.locator('.call-steps tbody tr');
      await steps.first().waitFor();
      assert.ok((await steps.count()) > 1);
      const together = await page.locator('.call-steps tbody td:nth-child(5)').allInnerTexts();
      assert.equal(sum(together), sum([tokens ?? '']));
      await record.getByRole('button').press('Enter');
      await steps.first().waitFor({ state: 'detached' });
    });

  for (const [language, typed, marked] of [
    ['en', 'BETA-block*', 'Beta-blockers'],
    ['zh', 't细胞 2型糖尿病', '2 型糖尿病'],
  ] as const)
    it(`search the library, highlight what was found, select and export records, and name the condition that found nothing: ${language}`, async () => {
      await addRecord(at.stand, 'COVID-19疫苗接种后2 型糖尿病患者的T细胞应答');
      const page = await at.visit(language);
      await signIn(page, at.stand, language, '/search');
      await page.locator('.condition input').fill(typed);
      await page.keyboard.press('Enter');
      await page.locator('.result').first().waitFor();
      assert.ok((await page.locator('.result mark').allInnerTexts()).includes(marked));
      await page.locator('.result input').first().check();
      await page.locator('.results-head button').click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'BibTeX' }).click(),
      ]);
      assert.match((await readDownload(download)).toString(), /^@article\{/);
      await openWithin(page, '/search?title=metformin&author=Nobodyatall');
      await page.locator('main .note button').click();
      await page.locator('.table td').nth(1).filter({ hasNotText: '…' }).waitFor();
      assert.deepEqual(
        (await page.locator('.table td').allInnerTexts()).map((cell) => Number(cell) > 0),
        [false, true],
      );
    });

  it('check a pasted paragraph sentence by sentence', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en', '/check');
    await page.getByRole('button', { name: 'A paragraph' }).click();
    const text =
      'Metformin lowered HbA1c [1]. It cured diabetes in all patients [1]. Nothing is cited here.\n\nReferences\n1. Lindqvist E, et al. PMID: 9900000001';
    await page.getByLabel('Paragraph with its references').fill(text);
    await page.getByRole('button', { name: 'Check 2 citations' }).click();
    await page.getByText('2 of 2 checked').waitFor();
    assert.equal((await page.locator('.check-rows .badge').count()) >= 2, true);
  });

  for (const language of ['en', 'zh'] as const)
    it(`run a search from the address, and keep a typed one, even if the session is known late: ${language}`, async () => {
      const page = await at.visit(language);
      await startSession(page, at.stand);
      await page.route('**/web/session', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        await route.continue();
      });
      await page.goto(`${at.stand.url}/search?title=metformin`);
      await page.locator('.result').first().waitFor({ timeout: 30_000 });
      const session = page.waitForResponse('**/web/session');
      await page.goto(`${at.stand.url}/search`);
      const condition = page.locator('.condition input');
      await condition.fill('aspirin');
      await session;
      await page.getByRole('button', { name: words[language].signOut }).waitFor();
      assert.equal(await condition.inputValue(), 'aspirin');
    });

  for (const [language, labels] of [
    [
      'en',
      {
        example: 'Show me an example',
        check: 'Check',
        source: 'Cited article',
        own: 'Abstract',
        give: 'Provide the abstract',
      },
    ],
    ['zh', { example: '填入示例', check: '核查', source: '所引文献', own: '摘要', give: '我有摘要原文' }],
  ] as const)
    it(`show the example of a check as deviating, and remove its abstract when the PMID changes: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language, '/check');
      await page.getByRole('button', { name: labels.example }).click();
      await page.getByRole('main').getByRole('button', { name: labels.check, exact: true }).click();
      await page.locator('.verdict-deviates').waitFor();
      assert.match(await page.locator('.verdict .deviations').innerText(), /52%[\s\S]*32%/);
      assert.equal(await page.getByLabel(labels.own, { exact: true }).count(), 1);
      await page.getByLabel(labels.source).fill('9900000001');
      assert.equal(await page.getByLabel(labels.own, { exact: true }).count(), 0);
      assert.equal(await page.getByLabel(labels.give).isChecked(), false);
    });

  for (const language of ['en', 'zh'] as const)
    it(`write a review, show its contents list, and save it as a document: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      await page.getByRole('link', { name: language === 'en' ? 'Review' : '综述', exact: true }).click();
      await page
        .getByRole('main')
        .locator('textarea')
        .fill(language === 'en' ? 'Metformin in type 2 diabetes' : '二甲双胍治疗2型糖尿病');
      await page.keyboard.press('Tab');
      await page.getByRole('main').locator('button[type=submit]').press('Enter');
      await page.locator('.charged').waitFor({ timeout: 60_000 });
      const entries = page.locator('.contents li > button:first-child');
      assert.ok((await entries.count()) >= 3);
      await entries.nth(2).press('Enter');
      assert.equal(
        await page.evaluate(() => document.activeElement?.textContent),
        await entries.nth(2).innerText(),
      );
      const flow = page.getByRole('img', {
        name: language === 'en' ? /^Flow of records/ : /^文献筛选流程图/,
      });
      assert.equal(await flow.count(), 1);
      // Cells of a Chinese review are in Chinese, or quote the record.
      const cell = page.locator('button.cell-source', { hasText: /[a-z]{4}/ }).first();
      await cell.hover();
      const words = page.locator('.card .cell-sentence mark');
      await words.waitFor();
      assert.ok((await cell.innerText()).startsWith((await words.innerText()).slice(0, 40)));
      await page.keyboard.press('Escape');
      await words.waitFor({ state: 'detached' });
      // When focus arrives by keyboard, the card opens as well.
      const cells = page.locator('button.cell-source');
      const row = page
        .locator('tr')
        .filter({ has: cells.nth(1) })
        .first();
      await row.locator(cells).nth(1).focus();
      await page.keyboard.press('Shift+Tab');
      await words.waitFor();
      await page.keyboard.press('Escape');
      const [screening] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: language === 'en' ? 'Screening (RIS)' : '筛选记录（RIS）' }).click(),
      ]);
      assert.match((await readDownload(screening)).toString(), /N1 {2}- screening: included\r\n/);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Word' }).click(),
      ]);
      assert.match(download.suggestedFilename(), /\.docx$/);
      assert.equal((await readDownload(download)).subarray(0, 2).toString(), 'PK');
      await page.reload();
      await page.locator('.contents').waitFor();
    });

  for (const language of ['en', 'zh'] as const)
    it(`polish a text, and accept or reject its changes: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      await page.getByRole('link', { name: language === 'en' ? 'Polish' : '润色', exact: true }).click();
      const original =
        language === 'en' ? 'We thank the the nurses of the ward.' : '感谢护士的的帮助,疗效明显.';
      // The rules polish if the model fails, with known corrections.
      at.stand.model.setFault('server-error');
      await page.getByRole('main').locator('textarea').fill(original);
      await page.getByRole('main').locator('input[type=checkbox]').uncheck();
      await page.getByRole('main').locator('button[type=submit]').press('Enter');
      const change = page.locator('.changes .change').first();
      await change.waitFor({ timeout: 60_000 });
      const [before, after] = [change.locator('.change-before'), change.locator('.change-after')];
      assert.equal(await before.innerText(), original);
      assert.notEqual(await after.innerText(), original);
      const [left, right] = await Promise.all([before.boundingBox(), after.boundingBox()]);
      assert.ok(left && right && left.x + left.width <= right.x, 'the two stand beside each other');
      assert.ok((await change.locator('del, ins').count()) > 0);
      await change.getByRole('button').press('Enter');
      await change.locator('button[aria-pressed=false]').waitFor();
      assert.equal(await after.innerText(), original);
    });

  it('send an application, show errors beside its fields, and let the operator decide on it', async () => {
    const page = await at.visit('zh');
    await page.goto(`${at.stand.url}/apply`);
    await page.getByLabel('姓名').fill('陈静');
    await page.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('请填写一个电子邮箱。').waitFor();
    await page.getByLabel('电子邮箱').fill('chen.jing@hospital.example');
    await page.getByLabel('密钥用途').fill('科室文献学习，每周约五十次提问。');
    await page.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('已收到申请，还需一步：确认邮箱。').waitFor();
    let link: string | undefined;
    while (link === undefined) {
      link = at.stand.mails.map((mail) => /\/apply\/confirm\?token=[\w-]+/.exec(mail)?.[0]).find(Boolean);
      await page.waitForTimeout(50);
    }
    await page.goto(at.stand.url + link);
    await page.getByRole('button').click();
    await signInOperator(page, at.stand, 'zh');
    await page.getByRole('link', { name: '申请', exact: true }).click();
    await page.getByRole('button', { name: '批准……' }).click();
    await page.getByLabel('初始余额（Token）').fill('1234');
    await page.getByRole('button', { name: '批准并发送密钥' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.badge', { hasText: '已批准' }).waitFor();
    await page.getByRole('link', { name: '密钥', exact: true }).click();
    await page.getByRole('button', { name: '充值' }).last().waitFor();
    await page.getByRole('link', { name: '审计' }).click();
    await page.getByText('admin:mei').first().waitFor();
  });

  it('show a key created by the operator once, and open with it', async () => {
    const page = await at.visit();
    await signInOperator(page, at.stand, 'en');
    await page.getByRole('link', { name: 'Keys', exact: true }).first().click();
    await page.getByRole('button', { name: 'New key …' }).click();
    await page.getByLabel('Label', { exact: true }).fill('Made here');
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = await page.locator('.secret').innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    assert.ok(!(await page.content()).includes(secret));
    await signIn(page, { ...at.stand, key: secret }, 'en');
    await page.getByText('Made here').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
  });
});

function sum(figures: readonly string[]): number {
  return figures.reduce((total, figure) => total + Number(figure.replaceAll(',', '')), 0);
}

/** Adds a record with this title, once. */
async function addRecord({ services }: Stand, title: string): Promise<void> {
  const writer = await openLibraryWriter(services.config.library, systemClock);
  const article = anArticle('9800000001', { title });
  await writer.write({ put: [{ article, revisedAt: undefined }], remove: [], notices: [] });
  await writer.close();
}
