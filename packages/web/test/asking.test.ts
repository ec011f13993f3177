import assert from 'node:assert/strict';
import { it } from 'node:test';
import { atPages } from './at-pages.ts';
import {
  answered,
  ask,
  assertFocus,
  openWithin,
  readDownload,
  settledCalls,
  signIn,
  slowly,
  slowlyWritten,
  tabTo,
  words,
} from './visits.ts';

atPages('the ask page', {}, (at) => {
  for (const language of ['en', 'zh'] as const)
    it(`makes every part of an answer reachable by keyboard: ${language}`, async () => {
      const page = await at.visit(language);
      await page.goto(at.stand.url);
      await page.getByLabel(words[language].question).waitFor();
      await page.keyboard.press('Tab');
      await assertFocus(page, '.skip');
      await page.keyboard.press('Enter');
      await tabTo(page, '#question', 3);
      await page.locator('header button.button').focus();
      await page.keyboard.press('Enter');
      await assertFocus(page, 'input[type=password]');
      await page.keyboard.type(at.stand.key);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('/');
      await assertFocus(page, '#question');
      await page.keyboard.insertText(words[language].ask);
      await page.keyboard.press('Enter');
      await answered(page, language);

      await page.locator('.steps summary').focus();
      await tabTo(page, 'button.cite', 3);
      // Focusing it opens it, and the focus stays.
      await page.locator('.card').waitFor();
      await assertFocus(page, 'button.cite');
      await page.keyboard.press('Enter');
      // The evidence in its abstract.
      await page.locator('.card-abstract mark').first().waitFor();
      await tabTo(page, '.card-actions button', 3);
      await page.keyboard.press('Enter');
      await page.locator('.card .verdict').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.card').waitFor({ state: 'detached' });
      await assertFocus(page, 'button.cite');
      const first = await page.evaluate(() => document.activeElement?.textContent);
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction((before) => document.activeElement?.textContent !== before, first);
      const second = await page.evaluate(() => document.activeElement?.textContent);
      await page.locator('.card-number', { hasText: second ?? '' }).waitFor();
      assert.equal(
        await page.evaluate(() => document.documentElement.lang),
        language === 'zh' ? 'zh-CN' : 'en',
      );
    });

  for (const [language, waits] of [
    // Not asked before: PubMed's reply to a question is cached for a while.
    [
      'en',
      {
        question: 'Does metformin lower body weight in type 2 diabetes?',
        pubmed: /Waiting for PubMed \(\d+ s\)…/,
        model: /Waiting for the language model \(\d+ s\)…/,
      },
    ],
    [
      'zh',
      {
        question: '二甲双胍能降低2型糖尿病患者的体重吗？',
        pubmed: /正在等待 PubMed（\d+ 秒）/,
        model: /正在等待语言模型（\d+ 秒）/,
      },
    ],
  ] as const)
    it(`shows what a silent answer waits for: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      at.stand.pubmed.setFault('slow', { delayMs: 3_500, endpoint: 'esearch' });
      at.stand.model.setFault('silent', { role: 'write' });
      await ask(page, language, waits.question);
      await page.getByText(waits.pubmed).waitFor();
      await page.getByText(waits.model).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText(waits.model).waitFor({ state: 'detached' });
    });

  it('shows an answer as it is written, and ends the call and its cost on "Stop"', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
    at.stand.model.setScript(slowly('en'));
    await ask(page, 'en');
    await slowlyWritten(page, 'en', 3);
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
    const [record] = await settledCalls(at.stand, 'ask_stream');
    assert.equal(record?.outcome, 'client_disconnected');
    assert.equal(at.stand.model.openCalls(), 0);
    const text = await page.locator('.prose').innerText();
    assert.ok(text.length < slowly('en').text.length / 2);
  });

  it('keeps what is typed while a file is being read, and waits for the file before asking', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
    const reader = Promise.withResolvers<void>();
    await page.route('**/assets/read-file*', async (route) => {
      await reader.promise;
      await route.continue();
    });
    const file = {
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('In our cohort 412 adults …'),
    };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('Reading …').waitFor();
    await page.getByLabel(words.en.question).fill(words.en.ask);
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.turn').count(), 0);
    reader.resolve();
    await page.locator('.chip').getByText('notes.txt').waitFor();
    assert.equal(await page.getByLabel(words.en.question).inputValue(), words.en.ask);
  });

  it('keeps the question of a user who signs in after asking', async () => {
    const page = await at.visit();
    await page.goto(at.stand.url);
    await ask(page, 'en', 'Asked too early?');
    await page.getByRole('dialog').waitFor();
    await page.getByLabel('API key').fill('cw_wrong');
    await page.keyboard.press('Enter');
    await page.getByText('This API key is not valid').waitFor();
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Your question').inputValue(), 'Asked too early?');
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    assert.ok(!kept.includes('cw_'));
  });

  it('does not cite an excluded article again', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
    await ask(page, 'en');
    await answered(page, 'en');
    const title = await page.locator('.source-title').first().innerText();
    await page.locator('.source .check').first().click();
    await page.getByRole('button', { name: 'Answer again, excluding 1' }).click();
    await page.locator('.turn-place').nth(1).locator('.source-title').first().waitFor();
    const titles = await page.locator('.turn-place').nth(1).locator('.source-title').allInnerTexts();
    assert.ok(titles.length > 0 && !titles.includes(title));
  });

  it('saves all references as a file', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
    await ask(page, 'en');
    await answered(page, 'en');
    const cited = await page.locator('.source').count();
    await page.getByRole('button', { name: 'Export references' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'RIS' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^does-metformin-.*\.ris$/);
    const text = (await readDownload(download)).toString();
    assert.equal(text.match(/^TY {2}- JOUR\r$/gm)?.length, cited);
  });

  it('sends earlier turns with a follow-up, and deletes the history', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
    await ask(page, 'en');
    await answered(page, 'en');
    at.stand.model.clearLog();
    await ask(page, 'en', 'And its effect on body weight?');
    await page.locator('.turn-place').nth(1).locator('.charged').waitFor();
    const prompts = at.stand.model.requests().map(({ body }) => JSON.stringify(body));
    assert.ok(prompts.some((prompt) => prompt.includes(words.en.ask)));
    await openWithin(page, '/history');
    await page.locator('.history li').first().waitFor();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('No questions have been asked in this browser yet.').waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('citewell.history')), null);
  });

  it('discusses findings against the literature', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Write').selectOption('discussion');
    await page.getByLabel('Your question').fill('Metformin in type 2 diabetes: a cohort study');
    // A topic alone is enough.
    assert.ok(await page.getByRole('button', { name: 'Ask', exact: true }).isEnabled());
    await page
      .getByLabel('Your findings')
      .fill('In our cohort of 412 adults metformin lowered HbA1c by 0.9 points over a year.');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.locator('.chip', { hasText: 'Discussion section' }).waitFor();
    await page.locator('.charged').waitFor({ timeout: 60_000 });
    assert.ok((await page.locator('.prose').innerText()).length > 100);
  });

  it('reads a text and a PDF in the browser, whatever their names', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
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
    await page.getByText('This file could not be read.').waitFor();
  });
});

/** A PDF of one page with one line, written by hand. */
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
