import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readManuscript } from './citations.ts';

const list =
  '\n\nReferences\n1. One. PMID: 11\n2. Two. doi:10.1/two\n3. Three, a study of three things.\n4. Four\n5. Five\n';
const cited = (text: string, references = list) =>
  readManuscript(text + references, { wraps: true }).sentences.map(({ sentence, citations }) => [
    sentence,
    citations.map(({ label }) => label).join(' '),
  ]);

describe('the citations of a manuscript', () => {
  it('are read from every form of marker, before and after the full stop', () => {
    const cases: [text: string, sentence: string, labels: string][] = [
      ['Aspirin helps [1].', 'Aspirin helps.', '[1]'],
      ['Aspirin helps.[1] ', 'Aspirin helps.', '[1]'],
      ['Aspirin helps [1,3].', 'Aspirin helps.', '[1] [3]'],
      ['Aspirin helps [1–3, 5].', 'Aspirin helps.', '[1] [2] [3] [5]'],
      ['Aspirin helps [1][2].', 'Aspirin helps.', '[1] [2]'],
      ['Aspirin [1] helps some [2].', 'Aspirin helps some.', '[1] [2]'],
      ['阿司匹林对部分患者有效【2】。', '阿司匹林对部分患者有效。', '[2]'],
      ['阿司匹林对部分患者有效。[2]其他药物无效。', '阿司匹林对部分患者有效。', '[2]'],
      ['Aspirin helps (PMID: 77, 78).', 'Aspirin helps.', 'PMID 77 PMID 78'],
      ['Aspirin helps (doi:10.1000/x(1)y).', 'Aspirin helps.', 'doi:10.1000/x(1)y'],
      ['Aspirin helps [99].', 'Aspirin helps.', '[99]'],
      ['Aspirin helps [1]-[3].', 'Aspirin helps.', '[1] [2] [3]'],
      ['Aspirin helps [1]–[3],[5].', 'Aspirin helps.', '[1] [2] [3] [5]'],
      ['Aspirin helps [1] to [3].', 'Aspirin helps.', '[1] [2] [3]'],
      ['Aspirin helps [1, 3–5].', 'Aspirin helps.', '[1] [3] [4] [5]'],
      ['Aspirin helps [5–3].', 'Aspirin helps.', '[5] [3]'],
      ['Aspirin helps (refs. 1, 4).', 'Aspirin helps.', '[1] [4]'],
      ['Aspirin helps (see ref. 1 and 4).', 'Aspirin helps.', '[1] [4]'],
      ['Aspirin helps everyone.1,2 Rest does not.', 'Aspirin helps everyone.', '[1] [2]'],
      ['阿司匹林有效（参考文献1和2）。', '阿司匹林有效。', '[1] [2]'],
      ['Aspirin helps.¹,²', 'Aspirin helps.', '[1] [2]'],
      ['Aspirin helps.¹⁻³ ', 'Aspirin helps.', '[1] [2] [3]'],
      ['Aspirin helps^1,2^.', 'Aspirin helps.', '[1] [2]'],
      ['Aspirin<sup>1</sup> helps some<sup>3, 4</sup>.', 'Aspirin helps some.', '[1] [3] [4]'],
      ['Aspirin helps \\[1\\].', 'Aspirin helps.', '[1]'],
      ['“Aspirin helps.”[2] ', '“Aspirin helps.”', '[2]'],
      ['Aspirin helps (https://pubmed.ncbi.nlm.nih.gov/78/).', 'Aspirin helps.', 'PMID 78'],
      ['Aspirin helps [Smith 2019](https://doi.org/10.1000/x).', 'Aspirin helps.', 'doi:10.1000/x'],
      ['阿司匹林对部分患者有效［１］。', '阿司匹林对部分患者有效。', '[1]'],
      ['阿司匹林对部分患者有效〔1〕。', '阿司匹林对部分患者有效。', '[1]'],
      ['阿司匹林对部分患者有效［１，３～５］。', '阿司匹林对部分患者有效。', '[1] [3] [4] [5]'],
      ['阿司匹林对部分患者有效[1]-[3]。', '阿司匹林对部分患者有效。', '[1] [2] [3]'],
      ['阿司匹林对部分患者有效¹²。', '阿司匹林对部分患者有效。', '[12]'],
      ['阿司匹林对部分患者有效^1,2^。', '阿司匹林对部分患者有效。', '[1] [2]'],
      ['文献[2]报道阿司匹林有效。', '文献报道阿司匹林有效。', '[2]'],
      ['他汀有效[1]。', '他汀有效。', '[1]'],
      ['阿司匹林有效（doi：10.1000/x）。', '阿司匹林有效。', 'doi:10.1000/x'],
      ['阿司匹林对部分患者有效<sup>[1,3]</sup>。', '阿司匹林对部分患者有效。', '[1] [3]'],
      ['Aspirin helps^[2]^.', 'Aspirin helps.', '[2]'],
      ['Aspirin helps (PMID: 77; PMID: 78).', 'Aspirin helps.', 'PMID 77 PMID 78'],
      ['Aspirin helps (PMIDs 12345, 12346 and 12347).', 'Aspirin helps.', 'PMID 12345 PMID 12346 PMID 12347'],
      ['Aspirin (PMID 77) and 25 mg of it help.', 'Aspirin and 25 mg of it help.', 'PMID 77'],
    ];
    for (const [text, ...wanted] of cases) assert.deepEqual(cited(text)[0], wanted, text);
  });

  it('are read from round brackets if nothing else cites and they cover most of the list', () => {
    const round = 'Aspirin helps people (1). Ibuprofen helps them too (2, 3).\n阿司匹林对部分患者有效（4）。';
    assert.deepEqual(cited(`${round} Of 20 patients, 5 (3) died.`), [
      ['Aspirin helps people.', '[1]'],
      ['Ibuprofen helps them too.', '[2] [3]'],
      ['阿司匹林对部分患者有效。', '[4]'],
    ]);
    assert.deepEqual(cited(`${round} Others disagree [5].`), [['Others disagree.', '[5]']]);
    assert.deepEqual(cited('Aspirin helps people (1).'), [], 'one of five');
  });

  it('belong to the sentence of their marker', () => {
    assert.deepEqual(cited('Aspirin helps some.[1] Ibuprofen does not.[2,3] Nobody knows why.'), [
      ['Aspirin helps some.', '[1]'],
      ['Ibuprofen does not.', '[2] [3]'],
    ]);
  });

  it('exclude exponents, isotopes and code', () => {
    for (const text of [
      'Platelets fell below 50 × 10⁹/L, by 10^9^ cells, at 1.73 m² and 30 kg/m<sup>2</sup>, R², χ^2^.',
      '血小板低于50×10⁹/L，体表面积1.73 m²，BMI为30 kg/m^2^。',
      'Scans with ¹⁸F-FDG and ^13^C urea were read at a Ca²⁺ of 2.',
      'Call `list[1]` on it, as `a[2]` says.',
      '```\nAspirin helps some people [1].\n```',
      '~~~ts\nconst first = aspirin[1];\n~~~',
      '<!-- Aspirin helps some people [1]. -->',
      'The interval is [2, 3] and the range was [4–9].',
      'Aspirin halved it (95% CI [12–34]; IQR [3, 5]; 95%可信区间 [1–3]).',
    ])
      assert.deepEqual(cited(text), [], text);
    assert.deepEqual(cited('It halved stroke (hazard ratio 0.62; 95% CI, 0.48 to 0.80) [1].').length, 1);
    assert.deepEqual(cited('Vitamin D² helps at 10^9^/L.³'), [['Vitamin D helps at 10^9/L.', '[2] [3]']]);
    assert.deepEqual(
      cited('```\nAspirin helps some people [1].'),
      [['Aspirin helps some people.', '[1]']],
      'open',
    );
  });

  it('are read across hard-wrapped lines and reported by line', () => {
    const text = `# A long heading that has no full stop at its end

Aspirin lowers the risk of a second stroke in many adults
[1], and in children of less than
twelve years it does not [2,
3]. Ibuprofen lowers nothing of the kind in any of the groups.[4]
- Rest helps most of the patients who can take it easily [5]
- Sleep helps them too

阿司匹林降低了许多成年患者再次发生卒中的风险，但在十二岁以下
的儿童中没有这种作用[1]。`;
    const { sentences } = readManuscript(text + list, { wraps: true });
    assert.deepEqual(
      sentences.map(({ sentence, line, citations }) => [
        line,
        sentence,
        citations.map(({ label }) => label).join(' '),
      ]),
      [
        [
          3,
          'Aspirin lowers the risk of a second stroke in many adults, and in children of less than twelve years it does not.',
          '[1] [2] [3]',
        ],
        [6, 'Ibuprofen lowers nothing of the kind in any of the groups.', '[4]'],
        [7, 'Rest helps most of the patients who can take it easily', '[5]'],
        [10, '阿司匹林降低了许多成年患者再次发生卒中的风险，但在十二岁以下的儿童中没有这种作用。', '[1]'],
      ],
    );
    const asParagraphs = readManuscript(
      `A title of a Word file that is long and has no stop\nAspirin helps [1].${list}`,
      { wraps: false },
    );
    assert.equal(asParagraphs.sentences[0]?.sentence, 'Aspirin helps.');
  });

  it('by author and year or by key are counted but not read', () => {
    const unread = (text: string) => readManuscript(text + list, { wraps: true }).unread;
    for (const text of [
      'Aspirin helps (Smith et al., 2019).',
      'Aspirin helps (Smith and Jones, 2019; Li, 2020a).',
      'Aspirin helps (Smith, 2019).',
      'Smith et al. (2019) found that aspirin helps.',
      'Aspirin helps [@smith2019; @li2020].',
      '阿司匹林有效（张三等，2019）。',
      '张三等（2019）发现阿司匹林有效。',
    ])
      assert.equal(unread(text), 1, text);
    for (const text of [
      'Aspirin helps (Smith et al., 2019) [1].',
      'Aspirin helped 12 of 30 (40%) in 2019.',
      'Patients were enrolled (January 2010 to May 2019).',
      'Write to office@example.org for more.',
    ])
      assert.equal(unread(text), 0, text);
  });

  it('exclude intervals, links and bracketed numbers without a reference list', () => {
    assert.deepEqual(cited('It fell (95% CI [0.5, 0.9]).'), []);
    assert.deepEqual(cited('See [1](https://example.org) for more.'), []);
    assert.deepEqual(cited('It fell in group [2].', ''), []);
    assert.deepEqual(cited('Aspirin helps (PMID 77).', ''), [['Aspirin helps.', 'PMID 77']]);
  });

  it('are read from Markdown footnotes', () => {
    const { sentences } = readManuscript(
      'Aspirin helps.[^1] Rest helps, too [^two].\n\n[^1]: One. PMID: 11\n[^two]: Two. 10.1000/two\n',
      { wraps: true },
    );
    assert.deepEqual(
      sentences.map(({ citations }) => citations.map(({ label, pmid, doi }) => [label, pmid ?? doi])),
      [[['[^1]', '11']], [['[^two]', '10.1000/two']]],
    );
  });

  it('are read from arbitrary text without failing', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '1',
      ',',
      '–',
      '. ',
      'References\n',
      '\n',
      'PMID 1',
      '10.1000/',
      'a',
      '（',
      '。',
      '[^1]: ',
      ...['^', '`', '```\n', '<!--', '-->', '²', '<sup>', '</sup>', '［', ' words of a line '],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const lines = text.split('\n').length;
        for (const wraps of [true, false])
          for (const { citations, line } of readManuscript(text, { wraps }).sentences)
            assert.ok(citations.length > 0 && line > 0 && line <= lines);
      }),
    );
  });
});

describe('a pathological manuscript', () => {
  // A pattern that reads a stretch repeatedly takes minutes on these.
  const shapes = [
    '[',
    '[1',
    '[1]',
    '[1]-',
    '. ',
    ' ',
    '| ',
    '**',
    '__',
    '^1',
    '^1^',
    '`a',
    '<!--',
    '```\n',
    '10.1000/)',
    '(A et al. ',
    '[@',
    '¹',
    '1. ',
    '[1] x\n',
    'CI [',
    'References\n',
  ];
  it('is read to its end', () => {
    for (const shape of shapes)
      assert.ok(
        readManuscript(shape.repeat(60_000 / shape.length) + list, { wraps: true }).references >= 0,
        shape,
      );
  });
});

it('of megabytes of citing sentences is read completely', () => {
  const text = 'Metformin lowered glucose [1]. '.repeat(150_000);
  const { sentences } = readManuscript(`${text}\n\nReferences\n1. Smith J. Metformin. Lancet 2020.\n`, {
    wraps: false,
  });
  assert.equal(sentences.length, 150_000);
});

describe('an introductory phrase', () => {
  const list = '\n\n## References\n\n1. Haddad S. A trial. PMID: 101';
  for (const [written, read] of [
    [
      'Haddad S et al. (2020, cohort study, n = 82): “Aspirin lowered pain in adults.” [1]',
      '“Aspirin lowered pain in adults.”',
    ],
    ['Haddad S 等（2020，队列研究，n = 82）：“阿司匹林减轻了成人疼痛。”[1]', '“阿司匹林减轻了成人疼痛。”'],
    ['No difference: “Aspirin did not lower pain in adults.” [1]', '“Aspirin did not lower pain in adults.”'],
    ['无差异：“阿司匹林未减轻成人疼痛。”[1]', '“阿司匹林未减轻成人疼痛。”'],
    [
      'Aspirin lowers pain: “It lowered pain in adults.” [1]',
      'Aspirin lowers pain: “It lowered pain in adults.”',
    ],
  ] as const)
    it(`is removed if it states nothing: ${written}`, () => {
      const [first] = readManuscript(`${written}${list}`, { wraps: false }).sentences;
      assert.equal(first?.sentence.replace(/\s(?=[.。]?$)/, ''), read);
    });

  for (const name of ['Haddad S et al. 2020 [1]', 'Haddad S 等 2020 [1]', 'Haddad and Lee 2020 [1]'])
    it(`is not a sentence by itself: ${name}`, () => {
      assert.deepEqual(readManuscript(`${name}${list}`, { wraps: false }).sentences, []);
    });
});
