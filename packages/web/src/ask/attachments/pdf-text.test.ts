import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getDocumentProxy } from 'unpdf';
import { pagesMax, readPages } from './pdf-text.ts';
import { readFailureText } from './read-failure-text.ts';

/** Builds a PDF with the same single line on every page; its page tree has this many leaves. */
function pdf(line: string, pages: number): Uint8Array {
  const stream = `BT /F1 12 Tf 40 700 Td (${line}) Tj ET`;
  const leaves = Array.from({ length: pages }, (_, at) => at + 5);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${leaves.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages} >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...leaves.map(
      () =>
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    ),
  ];
  const parts = ['%PDF-1.4\n'];
  let at = parts[0]?.length ?? 0;
  const offsets = objects.map((object, index) => {
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    const offset = at;
    parts.push(part);
    at += part.length;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF`,
  );
  return new TextEncoder().encode(parts.join(''));
}

describe('the pages of an attached PDF', () => {
  it('are read in order', async () => {
    const read = await readPages(await getDocumentProxy(pdf('It lowered the risk.', 3)), 1_000);
    assert.deepEqual(read, { text: Array(3).fill('It lowered the risk.').join('\n\n') });
  });

  it('are rejected if there are too many, before one is read', async () => {
    const document = await getDocumentProxy(pdf('Again.', 20_000));
    let asked = 0;
    const counted = {
      numPages: document.numPages,
      getPage(number: number) {
        asked++;
        return document.getPage(number);
      },
    };
    assert.equal(document.numPages, 20_000);
    assert.deepEqual(await readPages(counted, 1_000), { failure: 'too_many_pages' });
    assert.equal(asked, 0);
  });

  it('are read one at a time, up to the permitted length of the text', async () => {
    let [open, most, asked] = [0, 0, 0];
    const endless = {
      numPages: pagesMax,
      async getPage() {
        asked++;
        most = Math.max(most, ++open);
        return {
          getTextContent: async () => ({ items: [{ str: 'x'.repeat(100) }, { type: 'beginMarkedContent' }] }),
          cleanup: () => --open >= 0,
        };
      },
    };
    assert.deepEqual(await readPages(endless, 1_000), { failure: 'text_too_long' });
    assert.deepEqual([most, asked], [1, 11]);
  });
});

it('explain in both languages why a file was not read', () => {
  for (const [failure, en, zh] of [
    ['too_many_pages', /more than 2,000 pages/, /超过 2,000 页/],
    ['too_slow', /took too long/, /耗时过长/],
    ['too_large', /too large/, /过大/],
    ['no_text', /scan/, /扫描件/],
    ['text_too_long', /2 MB/, /2 MB/],
    ['unreadable', /could not be read/, /无法读取/],
    ['unknown_format', /Files of this kind/, /不支持此类文件/],
    ['no_images', /this service has no model that can read them/, /未配置可识别图片的模型/],
    ['too_many_files', /At most 10 documents/, /最多附加 10 个文件/],
    ['too_many_images', /At most 4 images/, /最多附加 4 张图片/],
    ['too_long_together', /together exceed 2 MB/, /合计超过 2 MB/],
  ] as const) {
    assert.match(
      readFailureText(failure, (english) => english),
      en,
    );
    assert.match(
      readFailureText(failure, (_, chinese) => chinese),
      zh,
    );
  }
});
