import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { claimsIn, insertCitations } from './claims.ts';
import { highestMarkerNumber } from './has-citation.ts';
import { segmentMax, splitSegments } from './segments.ts';

const kinds = (text: string) => splitSegments(text).map(({ kind, body }) => [kind, body]);

describe('the segments of a text', () => {
  it('concatenate to the text, and prose stays within the segment length', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...[
          '\n',
          '\n\n',
          ' ',
          '# T',
          '| a | b |',
          '|---|',
          '```',
          '~~~',
          '$$',
          '\\[',
          '\\]',
          '\\begin{table}',
          '\\end{table}',
        ],
        ...[
          'References',
          '参考文献：',
          '[1] Doe J.',
          '<table>',
          'A sentence. ',
          '一句话。',
          '😀'.repeat(700),
          'x'.repeat(1_300),
          '\t',
          '- i',
        ],
      ),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const segments = splitSegments(text);
        assert.equal(segments.map(({ lead, body, tail }) => lead + body + tail).join(''), text);
        for (const { kind, body } of segments) {
          assert.ok(kind === 'kept' || (body.length > 0 && body.length <= segmentMax));
          assert.ok(body.isWellFormed() || !text.isWellFormed());
        }
      }),
    );
  });

  it('separate tables, code, equations, HTML and reference lists from prose', () => {
    assert.deepEqual(
      kinds(
        'One.\n\n| a |\n|---|\n\n```\nx\n```\nTwo.\n\n$$\ny\n$$\n\n## 参考文献\n\n[1] Doe J. T. 2020.\nAppendix.\n',
      ),
      [
        ['prose', 'One.'],
        ['kept', '| a |\n|---|\n\n```\nx\n```'],
        ['prose', 'Two.'],
        ['kept', '$$\ny\n$$\n\n## 参考文献\n\n[1] Doe J. T. 2020.\nAppendix.'],
      ],
    );
    assert.deepEqual(kinds('\\begin{table}\na & b\n\\end{table}\nOne.'), [
      ['kept', '\\begin{table}\na & b\n\\end{table}'],
      ['prose', 'One.'],
    ]);
    // A heading without entries ends an article that has none yet.
    assert.deepEqual(kinds('One.\nReferences'), [['prose', 'One.\nReferences']]);
  });

  it('end at sentence ends', () => {
    for (const sentence of ['It was seen in many adults. ', '在许多成人中可以见到这种情况。'])
      for (const { body } of splitSegments(sentence.repeat(200))) assert.match(body, /[.。]$/);
  });
});

describe('citation markers', () => {
  it('are counted in every form, excluding years', () => {
    for (const [text, highest] of [
      ['none', 0],
      ['a [1], b [2, 7] c [3–5]', 7],
      ['【12】和［13］', 13],
      ['in [2020] and [95% CI 1.2] and [4](https://example.org)', 0],
    ] as const)
      assert.equal(highestMarkerNumber(text), highest, text);
  });

  it('are inserted before the full stop, in the style of the language', () => {
    const at = (text: string, mark: string) => insertCitations(text, [{ end: text.length, mark }]);
    assert.equal(at('It works.', '[1]'), 'It works [1].');
    assert.equal(at('“It works.”', '[1]'), '“It works [1].”');
    assert.equal(at('有效。', '[1]'), '有效[1]。');
  });
});

describe('sentences that need a reference', () => {
  for (const [text, wants] of [
    ['Studies have shown that statins reduce mortality in adults.', true],
    ['Diabetes is a leading cause of blindness and affects 400 million people.', true],
    ['据统计，我国糖尿病患病率为11.2%。', true],
    ['研究表明，他汀类药物可降低死亡率。', true],
    ['In this study, statins reduced mortality in 40 adults.', false],
    ['本研究表明，他汀类药物可降低死亡率。', false],
    ['Patients were randomised to statins or placebo for 12 weeks.', false],
    ['Do statins reduce mortality in adults with diabetes?', false],
    ['The weather was fine on that day in the city.', false],
    ['Statins reduce mortality in adults with diabetes [4].', false],
    ['Further research is needed to confirm reduced mortality in adults.', false],
    ['# Statins reduce mortality in adults with type 2 diabetes', false],
  ] as const)
    it(`${wants ? 'include' : 'exclude'}: ${text}`, () => assert.equal(claimsIn(text).length > 0, wants));
});

describe('kept segments', () => {
  const kept = [
    'Arm | Dose | Response\n--- | --- | ---\nA | 5mg | the the\nB | 10mg | of of',
    '| a | the the |\n|:--|--:|',
    '+-----+-----+\n| the the | b |\n+-----+-----+',
    'Arm      Dose     Response\nA        5mg      the the',
    'arm\tdose\tresponse\nA\t5mg\tthe the',
    '    if dose<=5mg: print("the the")\n    x = 1',
    '\tthe the <- c(1,2);',
    '~~~r\nthe the <- 5mg\n~~~',
    '<pre>\nthe the 5mg\n</pre>',
    '<table class="a">\n<tr><td>the the</td>\n</tr></table>',
    '<!-- the the\n5mg -->',
    '\\begin{minted}{r}\nthe the\n\\end{minted}',
    '% a remark of the the author',
  ];
  for (const text of kept)
    it(`include ${JSON.stringify(text)}`, () => {
      assert.deepEqual(kinds(`Before.\n\n${text}\n\nBehind.`), [
        ['prose', 'Before.'],
        ['kept', text.trim()],
        ['prose', 'Behind.'],
      ]);
    });

  it('exclude paragraphs with an indent', () => {
    for (const text of [
      '    Patients with diabetes who were treated at home, were older than the others.',
      '    糖尿病患者的年龄高于对照组。',
      '\t- a point of a list that is nested',
    ])
      assert.deepEqual(kinds(`Before.\n\n${text}`).length, 1, text);
  });
});

describe('sentences with another citation style', () => {
  for (const text of [
    'Statins reduce mortality in adults with diabetes (Smith et al., 2019).',
    'Smith et al. (2019) found that statins reduce mortality in adults.',
    'Smith and Doe (2020a) reported that statins reduce mortality in adults.',
    'Statins reduce mortality (Doe, 2018; Li & Wang, 2020) in adults with diabetes.',
    'Statins reduce mortality in adults with diabetes [@smith2019].',
    'Statins reduce mortality in adults with diabetes \\citep{smith}.',
    'Statins reduce mortality in adults with diabetes.¹²',
    'Statins reduce mortality in adults with diabetes<sup>3,4</sup>.',
    '他汀类药物可降低糖尿病患者的死亡率（张伟等，2019）。',
    '王芳等（2020）报道，他汀类药物可降低死亡率。',
    '他汀类药物可降低糖尿病患者的死亡率³。',
  ])
    it(`need no further reference: ${text}`, () => assert.deepEqual(claimsIn(text), []));

  it('are distinguished from those with a year or unit', () => {
    for (const text of [
      'Studies have shown that statins reduced mortality in adults (in 2019).',
      'Studies have shown that a body mass index above 30 kg/m² increases mortality.',
      '研究表明，他汀类药物可降低死亡率（2019年）。',
    ])
      assert.equal(claimsIn(text).length, 1, text);
  });

  it('reserve the numbers they use', () => {
    assert.equal(highestMarkerNumber('Known.¹² So it is.³'), 12);
    assert.equal(highestMarkerNumber('Known<sup>7</sup>.'), 7);
    assert.equal(highestMarkerNumber('10⁹ cells of 5 m² at 3 cm⁻¹ and Ca²⁺'), 0);
  });
});
