import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { readDocxText, unpackedMaxBytes } from './docx-text.ts';

/** Builds an archive of one deflated file, as Word writes it; `flags` 1: encrypted. */
function archive(name: string, content: string | Buffer, flags = 0): ArrayBuffer {
  const packed = deflateRawSync(Buffer.from(content));
  const label = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(label.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt16LE(label.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + label.length + packed.length, 16);
  const bytes = Buffer.concat([local, label, packed, entry, label, end]);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}

const part = 'word/document.xml';
const body = (xml: string) => `<w:document><w:body>${xml}</w:body></w:document>`;

describe('a Word document as an attachment', () => {
  it('is read as the text that Word shows, one line per paragraph', async () => {
    const xml = body(
      '<w:p><w:r><w:t xml:space="preserve">HbA1c fell by </w:t></w:r><w:r><w:t>1.1&#160;% &lt; 2</w:t></w:r></w:p>' +
        '<w:p><w:del><w:r><w:delText>struck out</w:delText></w:r></w:del><w:r><w:t>二甲双胍</w:t><w:tab/><w:t>有效</w:t></w:r></w:p>',
    );
    assert.deepEqual(await readDocxText(archive(part, xml)), {
      text: 'HbA1c fell by 1.1\u00a0% < 2\n二甲双胍 有效',
    });
  });

  it('is rejected if it is damaged, encrypted or no Word document', async () => {
    const whole = archive(part, body('<w:p><w:r><w:t>x</w:t></w:r></w:p>'));
    const damaged = whole.slice(0);
    new Uint8Array(damaged).fill(0xff, 47, 60);
    for (const bytes of [
      damaged,
      archive(part, 'x', 1),
      new TextEncoder().encode('no archive at all').buffer as ArrayBuffer,
      archive('xl/workbook.xml', 'x'),
      new ArrayBuffer(0),
    ])
      assert.deepEqual(await readDocxText(bytes), { failure: 'unreadable' });
  });

  it('is rejected if a small archive unpacks to too much', async () => {
    const bytes = archive(part, Buffer.alloc(unpackedMaxBytes + 1, 0x20));
    assert.deepEqual(await readDocxText(bytes), { failure: 'text_too_long' });
  });
});
