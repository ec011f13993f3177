import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Block,
  type Inline,
  parseBlocks,
  parseInlines,
  plainText,
  safeHref,
  splitBlocks,
} from './parse.ts';
import { claimsWithoutSource, sentencesOf, textWithoutCitations } from './sentences.ts';

describe('the Markdown of answers', () => {
  it('shows the words of a quotation whose marks are escaped', () => {
    for (const [escaped, text] of [
      ['“\\*1\\*1 than \\*2\\*2 homozygotes” [1]', '“*1*1 than *2*2 homozygotes”[1]'],
      ['“\\_all\\_ with \\`wild\\` alleles, \\[HR](1.2)”', '“_all_ with `wild` alleles, [HR](1.2)”'],
      ['“携带\\*1和\\`野生\\`等位基因者\\_全部\\_”[1]', '“携带*1和`野生`等位基因者_全部_”[1]'],
    ] as const)
      assert.equal(plainText(parseInlines(escaped)), text);
  });

  it('contains headings, lists, tables, quotations and code', () => {
    const blocks = parseBlocks(
      '# One\n\nText\nmore\n\n- a\n- b\n  - c\n\n1. x\n2. y\n\n> said\n\n| h | i |\n|---|---|\n| 1 | 2 |\n\n```\n**raw**\n```\n\n---',
    );
    assert.deepEqual(
      blocks.map(({ kind }) => kind),
      ['heading', 'paragraph', 'list', 'list', 'quote', 'table', 'code', 'rule'],
    );
    const [, , list] = blocks as [Block, Block, Extract<Block, { kind: 'list' }>];
    assert.equal(list.items.length, 2);
    assert.equal(list.items[1]?.blocks[0]?.kind, 'list');
  });

  it('closes emphasis next to Chinese punctuation', () => {
    assert.deepEqual(parseInlines('**结论（明确）。**阿司匹林'), [
      { kind: 'strong', inlines: [{ kind: 'text', text: '结论（明确）。' }] },
      { kind: 'text', text: '阿司匹林' },
    ]);
  });

  it('reads every number of a citation marker, including lists and ranges', () => {
    const ordinals = (text: string) =>
      parseInlines(text).flatMap((inline) => (inline.kind === 'citation' ? [inline.ordinal] : []));
    assert.deepEqual(ordinals('so [1], so [2, 4] and so [6-8].'), [1, 2, 4, 6, 7, 8]);
    assert.deepEqual(ordinals('not [a] nor [1](http://x.y)'), []);
  });

  it('omits link definitions, so that no citation becomes a link', () => {
    const blocks = parseBlocks('As shown [1].\n\n[1]: http://evil.example/');
    assert.deepEqual(
      blocks.map(({ kind }) => kind),
      ['paragraph'],
    );
  });

  it('links only to the web', () => {
    assert.equal(safeHref('https://example.org/a?b=c'), 'https://example.org/a?b=c');
    for (const bad of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//host/x',
      '/path',
      ' javascript:1',
      'http://a:b@c/',
      'http://',
    ])
      assert.equal(safeHref(bad), undefined, bad);
  });

  it('keeps every letter of plain text, and splits into the blocks it parses', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '。', '<', '>', '&', '"', '1', '\n') }),
        (text) => {
          const words = (blocks: Block[]): string =>
            blocks
              .map((block) =>
                'inlines' in block
                  ? plainText(block.inlines as Inline[])
                  : block.kind === 'quote'
                    ? words(block.blocks)
                    : '',
              )
              .join('');
          const bare = (value: string) => value.replace(/[\s>]/g, '');
          assert.equal(bare(words(parseBlocks(text))), bare(text));
          assert.equal(splitBlocks(text).flatMap(parseBlocks).length, parseBlocks(text).length);
        },
      ),
    );
  });
});

describe('the sentences of an answer', () => {
  const read = (text: string) =>
    sentencesOf(text, 'en').map(({ start, end, ordinals }) => [text.slice(start, end).trim(), ordinals]);

  it('include the citation markers before and after their full stop', () => {
    assert.deepEqual(read('Statins help [1]. They cost little.[2] Nothing follows from it.'), [
      ['Statins help [1].', [1]],
      ['They cost little.[2]', [2]],
      ['Nothing follows from it.', []],
    ]);
    assert.deepEqual(read('他汀有效[1]。费用低。[2]'), [
      ['他汀有效[1]。', [1]],
      ['费用低。[2]', [2]],
    ]);
  });

  it('do not end at an abbreviation', () => {
    assert.deepEqual(read('As Smith et al. Showed, it works [3].'), [
      ['As Smith et al. Showed, it works [3].', [3]],
    ]);
  });

  it('are marked if they make a claim without a citation', () => {
    const text =
      'Short lead. Aspirin lowers the risk of stroke in most people. It does so [1]. In these trials we saw the following:';
    assert.deepEqual(
      sentencesOf(text, 'en').map((sentence) => claimsWithoutSource(text, sentence)),
      [false, true, false, false],
    );
    assert.equal(textWithoutCitations('It does so [1] [2].'), 'It does so.');
  });
});
