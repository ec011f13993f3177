import { crc32, deflateRawSync } from 'node:zlib';

/** Creates a ZIP archive of these files, deflated as by Word. */
export function makeZip(files: Record<string, string | Buffer>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), head, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002', 'latin1'),
        Buffer.from([20, 0]),
        head,
        place,
        Buffer.from(name),
      ]),
    );
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const run = (text: string, properties = '') =>
  text === ''
    ? ''
    : `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;

/** Converts Markdown to a Word file: citation numbers as superscripts, the reference list numbered by Word itself. */
export function makeDocx(markdown: string): Buffer {
  let inList = false;
  const paragraphs = markdown.split('\n').flatMap((line) => {
    if (/^#+ /.test(line)) inList = /References/.test(line);
    if (inList && /^ {3}/.test(line)) return [];
    const item = inList ? /^\d+\. (.*)$/.exec(line) : null;
    const properties = item
      ? '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>'
      : '';
    const text = (item?.[1] ?? line.replace(/^#+ |^- /, '')).replace(/\*\*/g, '');
    const runs = text.split(/( ?\[[\d,–]+\])/).map((part, index) =>
      index % 2 === 1 && !item
        ? run(part.replace(/[ [\]]/g, ''), '<w:vertAlign w:val="superscript"/>')
        : // Word splits runs wherever somebody stopped typing.
          run(part.slice(0, 7)) + run(part.slice(7)),
    );
    return `<w:p>${properties}${runs.join('')}</w:p>`;
  });
  const body = `<w:body>${paragraphs.join('')}<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p></w:body>`;
  return makeZip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${body}</w:document>`,
  });
}
