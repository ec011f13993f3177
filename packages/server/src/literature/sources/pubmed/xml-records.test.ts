import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { XmlError, type XmlReason, xmlSentence } from '../../../platform/xml/xml-error.ts';
import { plainTree, readBySaxes } from '../../../testing/documents/saxes-records.ts';
import { createXmlRecordReader, type XmlElement, type XmlRecordOptions } from './xml-records.ts';

const options: XmlRecordOptions = {
  roots: new Set(['PubmedArticleSet', 'PubmedBookArticleSet', 'PubmedArticle']),
  records: new Set(['PubmedArticle', 'PubmedBookArticle', 'DeleteCitation']),
  skips: (name: string) => ['ReferenceList', 'AffiliationInfo'].includes(name),
};

/** Reads a document with our reader, split at these offsets; undefined if it is invalid. */
function read(bytes: Uint8Array, cuts: readonly number[] = []): XmlElement[] | undefined {
  const reader = createXmlRecordReader(options);
  try {
    const ends = [0, ...cuts, bytes.length];
    const records = ends.slice(1).flatMap((end, i) => reader.feed(bytes.subarray(ends[i], end)));
    reader.end();
    return records;
  } catch (error) {
    assert.ok(error instanceof XmlError, String(error));
    return undefined;
  }
}

/** `mayRefuse`: saxes is more lenient about text before the root, and about the name of an instruction. */
function assertSame(bytes: Uint8Array, cuts: readonly number[] = [], mayRefuse = false): void {
  const ours = read(bytes, cuts);
  if (!ours && (mayRefuse || Buffer.from(bytes).includes('<??'))) return;
  assert.deepEqual(ours?.map(plainTree), readBySaxes(bytes, options)?.map(plainTree));
}

const data = fileURLToPath(new URL('../../../../../../../shared/data/', import.meta.url));

test('real and hostile documents parse as with an independent parser', (t) => {
  if (!existsSync(data)) {
    t.skip('../shared/data is not here');
    return;
  }
  let documents = 0;
  for (const name of globSync('**/*.{xml,xml.gz}', { cwd: data })) {
    const raw = readFileSync(`${data}${name}`);
    const bytes = name.endsWith('.gz') ? gunzipSync(raw) : raw;
    try {
      assertSame(bytes);
    } catch (error) {
      throw new Error(name, { cause: error });
    }
    if (read(bytes)) documents++;
  }
  t.diagnostic(`${documents} documents`);
  assert.ok(documents > 100);
});

test('a repeated tag parses as before, whether or not its attributes were read', () => {
  for (const tag of [
    '<PMID Version="2">',
    "<PMID Version='2' b='&gt;'>",
    '<PMID Version="2>" b=">">',
    '<PMID >',
  ]) {
    const once = `<ReferenceList>${tag}7</PMID></ReferenceList>${tag}8</PMID>${tag}9</PMID>`;
    const bytes = Buffer.from(
      `<PubmedArticleSet><PubmedArticle>${once}${once}</PubmedArticle></PubmedArticleSet>`,
    );
    assertSame(bytes);
    for (let cut = 1; cut < bytes.length; cut++) assert.deepEqual(read(bytes, [cut]), read(bytes));
  }
  // Text up to a ">" may belong to the next tag.
  assertSame(
    Buffer.from('<PubmedArticle><i a="1"/><i a="1"/><i a="1>" b=""/><i a="1" a="1"/></PubmedArticle>'),
  );
});

const document = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "https://dtd.nlm.nih.gov/pubmed_250101.dtd">
<!-- a comment --><?target content?>
<PubmedArticleSet>
  <PubmedArticle a="1" b='&lt;é "'><Title>β &amp; 糖尿病 <i>x</i>&#x1D6FC; ]] &gt;</Title>
    <ReferenceList><Reference c="&#9;">y &quot;</Reference><Empty/></ReferenceList><![CDATA[<z> & ]]]>
  </PubmedArticle>
  <DeleteCitation><PMID Version="1">7</PMID></DeleteCitation>
</PubmedArticleSet>
`;

const prolog = document.indexOf('<PubmedArticleSet>');

/** Tokens that change a document, or make it malformed. */
const tokens = [
  ...[
    '<',
    '>',
    '/',
    '&',
    ';',
    '"',
    "'",
    '=',
    ' ',
    '\n',
    '\r',
    '\t',
    ']',
    ']]>',
    '--',
    '-->',
    '<!--',
    '<?',
    '?>',
    '!',
  ],
  ...[
    '<![CDATA[',
    '&#0;',
    '&#xD800;',
    '&#x41;',
    '&lt;',
    '&unknown;',
    '&#',
    '<a>',
    '</a>',
    '<a/>',
    '<a b="c"/>',
  ],
  ...[
    '<PubmedArticle>',
    '</PubmedArticle>',
    '</PubmedArticleSet>',
    'xml',
    '\u0000',
    '\u001f',
    '\u0085',
    '\ufffe',
  ],
  ...[
    '\ufeff',
    'é',
    '糖',
    '𝛼',
    '<é>',
    '<!DOCTYPE x>',
    '<!ENTITY a "b">',
    '[',
    '%',
    'constructor',
    '&constructor;',
  ],
];

const edit = fc.record({
  place: fc.nat(document.length),
  removed: fc.nat(12),
  inserted: fc.oneof(fc.constant(''), fc.constantFrom(...tokens)),
});

test('randomly edited and chunked documents parse as with an independent parser', () => {
  fc.assert(
    fc.property(
      fc.array(edit, { maxLength: 3 }),
      fc.array(fc.nat(document.length), { maxLength: 4 }),
      (edits, cuts) => {
        let text = document;
        for (const { place, removed, inserted } of edits)
          text = text.slice(0, place) + inserted + text.slice(place + removed);
        const bytes = Buffer.from(text);
        assertSame(
          bytes,
          cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b),
          edits.some(({ place }) => place < prolog),
        );
      },
    ),
    { numRuns: 2_000 },
  );
});

test('randomly changed bytes parse as with an independent parser', () => {
  fc.assert(
    fc.property(
      fc.nat(Buffer.byteLength(document) - 1),
      fc.array(fc.nat(255), { maxLength: 4 }),
      fc.array(fc.nat(document.length), { maxLength: 4 }),
      (place, inserted, cuts) => {
        const bytes = Buffer.from(document);
        bytes.set(inserted.slice(0, bytes.length - place), place);
        assertSame(
          bytes,
          cuts.sort((a, b) => a - b),
          place < prolog,
        );
      },
    ),
    { numRuns: 2_000 },
  );
});

test('an error reports its line, however the document is chunked', () => {
  const lines = document.split('\n');
  for (const [line, wrong] of [
    [4, '<PubmedArticleSet a=b>'],
    [6, '    <ReferenceList></Reference>'],
    [8, '  <\u0001>'],
  ] as const) {
    const text = [...lines.slice(0, line - 1), wrong, ...lines.slice(line)].join('\n');
    for (const size of [1, 7, 100_000]) {
      const reader = createXmlRecordReader(options);
      const bytes = Buffer.from(text);
      assert.throws(
        () => {
          for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size));
          reader.end();
        },
        (error) => error instanceof XmlError && error.line === line,
        `line ${line} in pieces of ${size}`,
      );
    }
  }
});

test('an unterminated document is rejected at a memory limit, and an overlong record is skipped', () => {
  const reader = createXmlRecordReader(options);
  const piece = Buffer.alloc(1 << 18, 'x');
  reader.feed('<PubmedArticleSet><!--');
  assert.throws(() => {
    for (let i = 0; i < 100; i++) reader.feed(piece);
  }, XmlError);

  const other = createXmlRecordReader(options);
  const seen = [...other.feed('<PubmedArticleSet><PubmedArticle><A>')];
  for (let i = 0; i < 100; i++) seen.push(...other.feed(piece), ...other.feed('<B/>'));
  seen.push(
    ...other.feed('</A><C>c</C></PubmedArticle>\n<PubmedArticle><A>a</A></PubmedArticle></PubmedArticleSet>'),
  );
  other.end();
  assert.deepEqual(
    seen.map(({ isTooLong, line, children }) => [isTooLong, line, children.length]),
    [
      [true, 1, 0],
      [undefined, 2, 1],
    ],
  );
});

test('a tag with more than 256 attributes or 64 KB is rejected, in English and Chinese', () => {
  const attributes = (count: number) => Array.from({ length: count }, (_, i) => ` a${i}="b"`).join('');
  const tags: [tag: string, reason?: XmlReason][] = [
    [`<A${attributes(256)}>`],
    [`<A${attributes(257)}>`, 'attributes_many'],
    [`<A a="${'b'.repeat(65_000)}">`],
    [`<A a="${'b'.repeat(66_000)}">`, 'endless'],
    [`<A a="${'&amp;'.repeat(14_000)}">`, 'endless'],
  ];
  for (const [tag, reason] of tags)
    for (const size of [tag.length + 40, 16_384, 1_000]) {
      const bytes = Buffer.from(`<PubmedArticle>${tag}</A></PubmedArticle>`);
      const reader = createXmlRecordReader(options);
      const feed = () => {
        for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size));
        reader.end();
      };
      if (reason) assert.throws(feed, (error) => error instanceof XmlError && error.reason === reason);
      else feed();
    }
  assert.deepEqual(xmlSentence('attributes_many'), {
    en: 'a tag has too many attributes',
    zh: '标签的属性过多',
  });
  assert.deepEqual(xmlSentence('endless'), {
    en: 'a tag, comment or section does not end or is too long',
    zh: '标签、注释或区段没有结束，或过长',
  });
});
