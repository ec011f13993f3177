import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { makeDocx } from '../../server/src/testing/documents/make-docx.ts';
import { atPages } from './at-pages.ts';
import { ask, assertFocus, signIn, words } from './visits.ts';

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** File for a browser; `base64` is its content. */
type GivenFile = { name: string; type: string; base64: string };

const plain = (name: string, text: string): GivenFile => ({
  name,
  type: 'text/plain',
  base64: Buffer.from(text).toString('base64'),
});
const image = (name: string, type = 'image/png'): GivenFile => ({ name, type, base64: pixel });

/** Pastes into the question, or drops next to the form, as a browser reports it; `texts` accompany the files. */
async function give(
  page: Page,
  how: 'paste' | 'drop',
  files: readonly GivenFile[],
  texts: Record<string, string> = {},
): Promise<boolean> {
  return page.evaluate(
    ({ how, files, texts }) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      for (const [type, text] of Object.entries(texts)) data.items.add(text, type);
      const shared = { bubbles: true, cancelable: true };
      if (how === 'paste') {
        const event = new ClipboardEvent('paste', { ...shared, clipboardData: data });
        return !document.querySelector('#question')?.dispatchEvent(event);
      }
      const events = ['dragover', 'drop'].map(
        (type) => new DragEvent(type, { ...shared, dataTransfer: data }),
      );
      return events.map((event) => !document.body.dispatchEvent(event)).every(Boolean);
    },
    { how, files, texts },
  );
}

const chips = (page: Page) => page.locator('.composer .chip');

const labels = {
  en: {
    files: 'Files to attach',
    count: (files: number) => (files === 1 ? '1 file attached' : `${files} files attached`),
    remove: 'Remove trial.docx',
    unknown: 'table.xlsx: Files of this kind cannot be attached',
    empty: 'empty.txt: This file contains no text.',
    drop: 'Drop files here to attach them',
    long: 'b.txt: The attachments together exceed 2 MB of text.',
    typed: 'Do these two trials agree?',
  },
  zh: {
    files: '要附加的文件',
    count: (files: number) => `已附加 ${files} 个文件`,
    remove: '移除 trial.docx',
    unknown: 'table.xlsx：不支持此类文件',
    empty: 'empty.txt：文件中没有文字',
    drop: '将文件拖放到此处即可附加',
    long: 'b.txt：全部附件的文本合计超过 2 MB。',
    typed: '这两项试验一致吗？',
  },
} as const;

atPages('attachments of a question', {}, (at) => {
  for (const language of ['en', 'zh'] as const) {
    const texts = labels[language];

    it(`are read together, Word included, and sent with the question: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      await page.getByLabel(texts.files).setInputFiles([
        {
          name: 'trial.docx',
          mimeType: docxType,
          buffer: makeDocx('Metformin lowered HbA1c by 1.1 points in 412 adults.'),
        },
        {
          name: 'notes.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('Our own cohort of 96 adults saw no change of body weight.'),
        },
      ]);
      await page.getByRole('status').getByText(texts.count(2)).waitFor();
      const [request] = await Promise.all([
        page.waitForRequest('**/ai/api/ask_stream'),
        ask(page, language, texts.typed),
      ]);
      assert.equal(
        request.postDataJSON().file_content,
        'Metformin lowered HbA1c by 1.1 points in 412 adults.\n\nOur own cohort of 96 adults saw no change of body weight.',
      );
      assert.deepEqual(await page.locator('.question .chip').allInnerTexts(), ['trial.docx', 'notes.txt']);
      await page.locator('.charged').waitFor();
    });

    it(`are dropped anywhere on the page, without losing typed text: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      await page.getByLabel(words[language].question).fill(texts.typed);
      const table = { ...plain('table.xlsx', 'PK\u0003\u0004\u0000\u0000binary'), type: '' };
      const handled = await give(page, 'drop', [
        plain('a.txt', 'A first trial of 120 adults with asthma.'),
        table,
        plain('empty.txt', ' \n'),
        plain('c.md', 'A second trial of 80 adults with asthma.'),
      ]);
      assert.ok(handled, 'the browser must not leave the page for the file');
      await page.getByRole('status').getByText(texts.count(2)).waitFor();
      const alert = page.locator('.attach-failures');
      await alert.getByText(texts.unknown).waitFor();
      await alert.getByText(texts.empty).waitFor();
      assert.equal(await page.getByLabel(words[language].question).inputValue(), texts.typed);
      await page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['x'], 'x.txt'));
        document.body.dispatchEvent(
          new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }),
        );
      });
      await page.getByText(texts.drop).waitFor();
      await page.evaluate(() => document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true })));
      await page.getByText(texts.drop).waitFor({ state: 'detached' });
    });

    it(`are named and omitted if they are too long together: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      const half = 'Adults with asthma. '.repeat(60_000);
      await give(page, 'drop', [plain('a.txt', half), plain('b.txt', half)]);
      await page.getByText(texts.long).waitFor();
      assert.equal(await chips(page).count(), 1);
    });

    it(`are removed by keyboard, and the focus moves to the next control: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      const trial = Buffer.from(makeDocx('Metformin lowered HbA1c by 1.1 points in 412 adults.'));
      await give(page, 'paste', [
        { name: 'trial.docx', type: docxType, base64: trial.toString('base64') },
        plain('notes.txt', 'Our own cohort of 96 adults.'),
      ]);
      await page.getByRole('status').getByText(texts.count(2)).waitFor();
      await page.getByLabel(texts.remove).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText(texts.count(1)).waitFor();
      await assertFocus(page, '.chip-remove');
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText(texts.count(0)).waitFor();
      await assertFocus(page, '.attach-button');
    });
  }

  it('include a pasted image only if a model reads images, and text pasted from Word or Excel stays text', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
    assert.ok(await give(page, 'paste', [image('scan.png')]));
    await page.getByText('scan.png: Images cannot be attached').waitFor();
    const rich = { 'text/plain': 'copied cells', 'text/html': '<b>copied cells</b>' };
    assert.equal(await give(page, 'paste', [image('cells.png')], rich), false);
    assert.equal(await chips(page).count(), 0);
  });
});

atPages('images of a question', { settings: { CITEWELL_LLM_VISION_MODEL: 'simulated' } }, (at) => {
  for (const [language, failures] of [
    ['en', ['5.png: At most 4 images can be attached.', 'film.gif: Files of this kind cannot be attached']],
    ['zh', ['5.png：最多附加 4 张图片。', 'film.gif：不支持此类文件']],
  ] as const)
    it(`are limited to four, pasted or dropped, and excess ones are named: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      await give(page, 'paste', [image('1.png'), image('2.png')]);
      await page.getByRole('status').getByText(labels[language].count(2)).waitFor();
      await give(page, 'drop', [
        image('3.png'),
        image('film.gif', 'image/gif'),
        image('4.png'),
        image('5.png'),
      ]);
      for (const failure of failures) await page.locator('.attach-failures').getByText(failure).waitFor();
      const [request] = await Promise.all([
        page.waitForRequest('**/ai/api/ask_stream'),
        ask(page, language, labels[language].typed),
      ]);
      assert.equal(request.postDataJSON().images.length, 4);
      assert.match(request.postDataJSON().images[0], /^data:image\/png;base64,/);
      await page.locator('.charged').waitFor();
    });
});
