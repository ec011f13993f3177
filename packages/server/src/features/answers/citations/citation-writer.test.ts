import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import fc from 'fast-check';
import { type Passage, toCitable } from '../../../literature/ranking/passage.ts';
import { CitationWriter } from './citation-writer.ts';

const anyBracket = /[[［【〔〖⟦❲]([^[［【〔〖⟦❲\]］】〕〗⟧❳\n]{0,100})[\]］】〕〗⟧❳]/gu;

/** E1 and E4 come from one paper, E2 and E3 from two others. */
const passages: Passage[] = ['101', '102', '103', '101'].map((pmid, index) => ({
  id: `E${index + 1}`,
  article: toCitable(anArticle(pmid)),
  text: '',
  start: 0,
  end: 0,
  score: 1,
}));

function run(chunks: readonly string[]): { text: string; pmids: string[] } {
  const writer = new CitationWriter(passages);
  const text = chunks.map((chunk) => writer.write(chunk)).join('') + writer.end();
  return { text, pmids: writer.references.map(({ pmid }) => pmid) };
}

const cases: [name: string, input: string, output: string, pmids: string[]][] = [
  [
    'numbers evidence in order of first use',
    'A [E3]. B [E1]. C [E3].',
    'A [1]. B [2]. C [1].',
    ['103', '101'],
  ],
  ['gives two passages of one paper the same ordinal', 'A [E1][E4], B [E4].', 'A [1], B [1].', ['101']],
  ['expands lists and ranges', 'A [E1, E2]; B [E1-E3]。', 'A [1][2]; B [1][2][3]。', ['101', '102', '103']],
  ['reads full-width and lenticular brackets', '结论［E2］成立【E1】。', '结论[1]成立[2]。', ['102', '101']],
  ['drops unknown markers', 'A [E9]. B [7]. C [1-3], D [1,2].', 'A. B. C, D.', []],
  ['drops the unknown part of a list', 'A [E2, E77].', 'A [1].', ['102']],
  ['drops markers in code', '`x[1]` and `[E1]`', '`x` and `[1]`', ['101']],
  [
    'drops numbers of any length and spacing',
    'A [12345678]. B [1 2]. C [1/2]. D [7.]. E [–7].',
    'A. B. C. D. E.',
    [],
  ],
  ['drops disguised numbers', 'A [\u200b7]. B [7\u00ad]. C [¹]. D [①]. E [１２].', 'A. B. C. D. E.', []],
  ['drops other and mixed kinds of brackets', 'A [7】. B 【7]. C 〖7〗. D ⟦7⟧. E ❲7❳.', 'A. B. C. D. E.', []],
  [
    'drops numbers with words of citations',
    'A [ref 7]. B [PMID 12345678]. C [见文献3]. D [1 or 2].',
    'A. B. C. D.',
    [],
  ],
  [
    'reads known markers among words',
    'A [E1 and E2]. B [E3, see E1].',
    'A [1][2]. B [3][1].',
    ['101', '102', '103'],
  ],
  [
    'drops a link target with a bare host or nested brackets',
    '[y](evil.com/a) [x](javascript:alert(1)) z',
    'y x z',
    [],
  ],
  [
    'keeps a parenthesis after a bracket',
    '[95% CI 0.7-0.9](P = .03) and [18F](see Fig. 2)',
    '[95% CI 0.7-0.9](P = .03) and [18F](see Fig. 2)',
    [],
  ],
  [
    'removes link definitions',
    'A [E1].\n[1]: https://invented.example\n[x]: https://b.example\nB',
    'A [1].\n: https://invented.example\nB',
    ['101'],
  ],
  [
    'keeps the words of a link and drops its target',
    'See [the trial](https://invented.example/x) now',
    'See the trial now',
    [],
  ],
  [
    'keeps brackets that are not citations',
    'HR 0.8 [95% CI 0.7-0.9], [18F]FDG, [0.5, 0.9]',
    'HR 0.8 [95% CI 0.7-0.9], [18F]FDG, [0.5, 0.9]',
    [],
  ],
  ['forms no marker from the rest of a dropped one', '[[9]1] and [[E9]2]', '[1 and [2', []],
  ['keeps a bracket that never closes', 'interval [0, 1) and [E', 'interval [0, 1) and [E', []],
  ['keeps decimals that follow a space', 'P < .05 and x .5', 'P < .05 and x .5', []],
  [
    'drops numbers across lines and in long lists, footnotes and formulas',
    `A [7\n]. B [${Array.from({ length: 60 }, (_, n) => n).join(', ')}]. C [^1]. D [$7$]. E [1~3].`,
    'A. B. C. D. E.',
    [],
  ],
  ['reads a marker across a line break', 'A [E1,\nE2].', 'A [1][2].', ['101', '102']],
  [
    'reads brackets written as character references',
    'A &#91;E1&#93;. B &#91;7&#93;. C &lbrack;7&rbrack;. D &lsqb;8&rsqb;. E &#x5B;&#x0037;&#93. F &#12304;7&#12305;',
    'A [1]. B. C. D. E. F',
    ['101'],
  ],
  [
    'reads numbers in links and superscripts',
    'A<sup>7</sup>. B<sup class="r">[7]</sup>. C<sup><a href="#7">7</a></sup>. D <a href="#r">1</a>. E<SUP>1,2</SUP >. F<ref name="x">4</ref>.',
    'A. B. C. D. E. F.',
    [],
  ],
  [
    'drops them inside an open bracket too',
    'interval [0, 1) has more deaths<sup>7</sup>. And [see <a href="#7">7</a>].',
    'interval [0, 1) has more deaths. And [see].',
    [],
  ],
  [
    'cites evidence ids in links and superscripts',
    'A<sup>E2</sup>, B [<a href="#E1">E1</a>].',
    'A[1], B [2].',
    ['102', '101'],
  ],
  [
    'drops superscript digits after a full stop',
    'It fell.² It rose.&sup1;&#8304; 是。¹,²',
    'It fell. It rose. 是。',
    [],
  ],
  [
    'ignores tags, comments and invisible references inside a bracket',
    'A [<b>7</b>]. B [<!-- x -->7]. C [&shy;7]. D [&nbsp;7&nbsp;]. E [<span style="color: red">7</span>]. F [1&ndash;3].',
    'A. B. C. D. E. F.',
    [],
  ],
  [
    'keeps exponents, units, ions and nuclides as text',
    '10<sup>9</sup>/L, 24 kg/m<sup>2</sup>, min<sup>-1</sup>, CD4<sup>+</sup>, <sup>18</sup>F-FDG, H<sub>2</sub>O, R<sup>2</sup>, 5 m², ¹⁸F.',
    '10⁹/L, 24 kg/m2, min-1, CD4+, 18F-FDG, H2O, R2, 5 m², ¹⁸F.',
    [],
  ],
  [
    'keeps characters that only look like HTML',
    'R&D, AT&T; a<b, p <LOD, x <b and c> d; <br> 3 < 4 > 2 & 5; &amp;#91;7&amp;#93; &alpha;',
    'R&D, AT&T; a<b, p <LOD, x < b and c> d; <br> 3 < 4 > 2 & 5; &amp;#91;7&amp;#93; &alpha;',
    [],
  ],
  [
    'forms no tag or reference from the rest of dropped text',
    '&[7]#91;8&#93; <s[7]up>8</sup> &[#](x.example/)91;8&#93; &<b>#91;8&#93;.[7]²',
    '& #91;8] < sup>8 & #91;8] & #91;8].',
    [],
  ],
];

describe('CitationWriter', () => {
  for (const [name, input, output, pmids] of cases) {
    it(name, () => {
      assert.deepEqual(run([input]), { text: output, pmids });
      assert.deepEqual(run([...input]), { text: output, pmids }, 'character by character');
    });
  }

  it('passes plain text through at once', () => {
    const writer = new CitationWriter(passages);
    assert.equal(writer.write('二甲双胍降低'), '二甲双胍降低');
    assert.equal(writer.write('HbA1c。'), 'HbA1c。');
  });

  it('holds back a marker until it is complete', () => {
    const writer = new CitationWriter(passages);
    assert.equal(writer.write('fell [E'), 'fell');
    assert.equal(writer.write('2'), '');
    assert.equal(writer.write('].'), ' [1].');
  });

  const token = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        '[',
        ']',
        '［',
        '］',
        '【',
        '】',
        '(',
        ')',
        'E',
        '1',
        '2',
        '3',
        '9',
        '１',
        '٣',
        '-',
        '–',
        ',',
        '，',
        ' ',
        '\n',
        ':',
        '`',
        '```',
        '^',
        '†',
        '〖',
        '〗',
        '⟦',
        '⟧',
        '/',
        '.',
        '\u200b',
        '¹',
        '①',
        'ref ',
        ' and ',
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        '[E1]',
        '[E2, E3]',
        '[E1-E3]',
        '[4]',
        '[1-3]',
        '[1,2]',
        '［1］',
        '【3†source】',
        '[^1]',
        '[E99]',
        '[a](http://x.example)',
        '[1]: http://x.example',
        '![i](x)',
        '[18F]',
        '<sup>7</sup>',
        '<sup>E1</sup>',
        '<a href="#1">1</a>',
        '&#91;7&#93;',
        '&lbrack;E3&rbrack;',
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ...[
          '&',
          '#',
          '#x',
          '91',
          '93',
          '5b',
          ';',
          '&#',
          '&#91',
          '&#93;',
          '&lsqb;',
          '&rbrack',
          '&#x5d;',
          '&#55;',
        ],
        ...[
          '<',
          '>',
          '</',
          'sup',
          '<sup>',
          '</sup>',
          '<sup ',
          '<a href="',
          '"',
          '</a>',
          '<b>',
          '<!--',
          '-->',
          '²',
        ],
        ...['&shy;', '&nbsp', '<br>', '&sup1', '\n\n'],
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom('metformin', '二甲双胍', 'P < .05', '。', '.', 'https://x.example'),
    },
  );

  it('never emits a dangling citation, for any text and chunking', () => {
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 40 }),
        fc.array(fc.nat(6), { maxLength: 60 }),
        (tokens, cuts) => {
          const input = tokens.join('');
          const whole = run([input]);
          const cited = [...whole.text.matchAll(/\[\s*(\p{Nd}+)\s*\]/gu)].map(([, n]) => Number(n));
          const expected = [...new Set(cited)];
          assert.deepEqual(
            expected,
            whole.pmids.map((_, index) => index + 1),
            `first use in order: ${JSON.stringify(whole.text)}`,
          );
          assert.equal(new Set(whole.pmids).size, whole.pmids.length, 'references are unique');
          for (const [bracket, content = ''] of whole.text.matchAll(anyBracket)) {
            // An independent oracle: digits with nothing but signs and spaces, after removing invisible characters.
            const bare = content.normalize('NFKC').replace(/\p{Cf}/gu, '');
            if (/^[\s\p{P}]*\p{Nd}[\p{Nd}\s\p{P}]*$/u.test(bare) && !/\p{Nd}\.\p{Nd}/u.test(bare))
              assert.match(bracket, /^\[[1-9]\d*\]$/, JSON.stringify(input));
          }
          assertShowsOnly(whole.text, input);
          assert.deepEqual(run(cutUp(input, cuts)), whole, 'cutting changes nothing');
        },
      ),
      { numRuns: 10_000 },
    );
  });
});

/** Asserts that a text, as a browser renders it, contains only the service's own citations. */
function assertShowsOnly(text: string, input: string): void {
  assert.doesNotMatch(text, /<(sup|a|ref)\b[^>]*>[\s\d]+<\/\1>/i, JSON.stringify(input));
  const names: Record<string, string> = {
    lbrack: '[',
    lsqb: '[',
    rbrack: ']',
    rsqb: ']',
    shy: '',
    nbsp: ' ',
  };
  const shown = text
    .replace(/<!--[\s\S]*?-->|<[a-z/!?][^>]*>/gi, '')
    .replace(/&#(\d+);?/g, (_, code) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&#x([\da-f]+);?/gi, (_, code) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    )
    .replace(/&(\w+);/g, (reference, name) => names[name] ?? reference);
  const written = new Set(numberMarks(text));
  for (const mark of numberMarks(shown))
    assert.ok(written.has(mark), `${JSON.stringify(input)} shows ${mark}`);
}

function numberMarks(text: string): string[] {
  return text.match(/[[［【〔〖⟦❲]\s*[\d\s,–-]*\d[\d\s,–-]*[\]］】〕〗⟧❳]/g) ?? [];
}

function cutUp(text: string, cuts: readonly number[]): string[] {
  const chunks: string[] = [];
  let at = 0;
  for (const length of cuts) {
    chunks.push(text.slice(at, at + length));
    at += length;
  }
  return [...chunks, text.slice(at)];
}
