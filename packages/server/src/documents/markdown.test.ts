import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Node, Parser } from 'commonmark';
import { toMarkdown } from './markdown.ts';

/** Texts that would execute code or imitate our own elements if they were read as Markdown. */
const hostile = [
  ...[
    '<img src=x onerror=alert(1)>',
    '\\<img src=x>',
    '\\\\<img src=x>',
    '` <img src=x>',
    '\\` <img src=x> `',
  ],
  ...['``a` <script>alert(1)</script>', '</p>', '<!-- x -->', '<![CDATA[x]]>', 'a\n\n    <b>', '~~~\n</b>'],
  ...['![x](http://evil.example/p.png)', '[x](javascript:alert(1))', '\\![x](http://evil.example)'],
  ...['[x](<http://evil.example>)', '[x][1]\n\n[1]: http://evil.example', '[a]: http://evil.example'],
  ...['<http://evil.example>', '<a@evil.example>', '&#91;x](http://evil.example)', '&lt;img&gt;'],
  ...[
    '# head',
    'a\n# head',
    '1. x',
    '- x',
    '+ x',
    'x\n---',
    '*a* _b_ `c`',
    'a\\',
    '`',
    '慢性病 [x](http://evil.example)',
  ],
];
const reference = { pmid: '38000001', title: 'T', authors: 'A B', journal: 'J', year: '2021' };

/** The kinds of a document's elements and its link targets, according to an independent CommonMark parser. */
function elementsOf(markdown: string): string[] {
  const walker = new Parser().parse(markdown).walker();
  const found: string[] = [];
  const textual = ['document', 'paragraph', 'text', 'softbreak', 'linebreak', 'code', 'emph', 'strong'];
  for (let event = walker.next(); event; event = walker.next()) {
    const { type, destination }: Node = event.node;
    if (event.entering && !textual.includes(type)) found.push(destination ? `${type} ${destination}` : type);
  }
  return found;
}

it('renders the text of a record as plain text', () => {
  const markdown = (changes: Partial<typeof reference>) =>
    toMarkdown({
      language: 'en',
      review: '# R\n\nIt fell [1].\n',
      references: [{ ...reference, ...changes }],
    });
  const plain = elementsOf(markdown({}));
  assert.deepEqual(plain, [
    ...['heading', 'heading', 'list', 'item'],
    'link https://pubmed.ncbi.nlm.nih.gov/38000001/',
  ]);
  for (const text of hostile)
    for (const field of ['title', 'authors', 'journal', 'year'])
      assert.deepEqual(elementsOf(markdown({ [field]: text })), plain, `${field}: ${text}`);
});

it('creates no element, link or image from the text of a review, in both languages', () => {
  for (const text of hostile)
    for (const [language, before, after] of [
      ['en', 'It fell ', ' [1].'],
      ['zh', '其下降', '[1]。'],
    ] as const) {
      const review = `# R\n\n${before}${text}${after}\n`;
      const found = elementsOf(toMarkdown({ language, review, references: [] }));
      assert.deepEqual(
        found.filter((each) => /html|link|image/.test(each)),
        [],
        text,
      );
    }
});
