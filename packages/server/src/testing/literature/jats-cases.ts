/** JATS document of a test, with what must be read from it. */
export type JatsCase = { name: string; xml: string; expected: string[] };

/** Creates an article with this body. */
export function jats(body: string, { front = '', back = '', attributes = '' } = {}): string {
  return `<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving and Interchange DTD v1.3 20210610//EN" "JATS-archivearticle1-3.dtd"><article xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:mml="http://www.w3.org/1998/Math/MathML" ${attributes}>${front}<body>${body}</body>${back}</article>`;
}

const of = (name: string, body: string, expected: string[]): JatsCase => ({
  name,
  xml: jats(body),
  expected,
});
const results = (content: string) => `<sec sec-type="results"><title>Results</title>${content}</sec>`;
const inResults = (name: string, content: string, ...expected: string[]): JatsCase =>
  of(name, results(content), ['[results] Results', ...expected]);
const table = (name: string, content: string, ...expected: string[]): JatsCase =>
  of(
    name,
    results(
      `<p>See table.</p><table-wrap><label>Table 1</label><caption><p>Outcomes.</p></caption>${content}</table-wrap>`,
    ),
    ['[results] Results', 'See table.', ...expected],
  );
const bibr = (number: number) => `<xref ref-type="bibr" rid="r${number}">${number}</xref>`;

const structure: JatsCase[] = [
  of(
    'is divided by section types',
    '<sec sec-type="intro"><title>Why</title><p>A.</p></sec><sec sec-type="materials|methods"><title>How</title><p>B.</p></sec><sec sec-type="results"><title>What</title><p>C.</p></sec><sec sec-type="discussion"><title>So</title><p>D.</p></sec><sec sec-type="conclusions"><title>End</title><p>E.</p></sec>',
    [
      '[introduction] Why',
      'A.',
      '[methods] How',
      'B.',
      '[results] What',
      'C.',
      '[discussion] So',
      'D.',
      '[conclusions] End',
      'E.',
    ],
  ),
  of(
    'is divided by section titles',
    '<sec><title>1. Introduction</title><p>A.</p></sec><sec><title>2. Patients and methods</title><p>B.</p></sec><sec><title>III. RESULTS</title><p>C.</p></sec><sec><title>4 Discussion</title><p>D.</p></sec><sec><title>Concluding remarks</title><p>E.</p></sec>',
    [
      '[introduction] 1. Introduction',
      'A.',
      '[methods] 2. Patients and methods',
      'B.',
      '[results] III. RESULTS',
      'C.',
      '[discussion] 4 Discussion',
      'D.',
      '[conclusions] Concluding remarks',
      'E.',
    ],
  ),
  of(
    'is divided by Chinese section titles',
    '<sec><title>一、前言</title><p>甲。</p></sec><sec><title>1 资料与方法</title><p>乙。</p></sec><sec><title>2 结果</title><p>丙。丁。</p></sec><sec><title>3 讨论</title><p>戊。</p></sec><sec><title>（四）结论</title><p>己。</p></sec>',
    [
      '[introduction] 一、前言',
      '甲。',
      '[methods] 1 资料与方法',
      '乙。',
      '[results] 2 结果',
      '丙。 | 丁。',
      '[discussion] 3 讨论',
      '戊。',
      '[conclusions] （四）结论',
      '己。',
    ],
  ),
  of(
    'assigns nested sections to the part of their parent',
    '<sec><title>Methods</title><p>A.</p><sec><title>Results of the pilot</title><p>B.</p><sec><title>Deeper</title><p>C.</p></sec></sec></sec>',
    [
      '[methods] Methods',
      'A.',
      '[methods] Methods > Results of the pilot',
      'B.',
      '[methods] Methods > Results of the pilot > Deeper',
      'C.',
    ],
  ),
  of(
    'recognizes a discussion below “Results and discussion”',
    '<sec><title>Results and discussion</title><p>A.</p><sec><title>Survival</title><p>B.</p></sec><sec><title>Discussion</title><p>C.</p></sec></sec>',
    [
      '[results] Results and discussion',
      'A.',
      '[results] Results and discussion > Survival',
      'B.',
      '[discussion] Results and discussion > Discussion',
      'C.',
    ],
  ),
  of(
    'ignores a title that only mentions results',
    '<sec><title>Previous results in the field</title><p>A.</p></sec><sec><title>Interpreting the findings of others</title><p>B.</p></sec>',
    ['[other] Previous results in the field', 'A.', '[other] Interpreting the findings of others', 'B.'],
  ),
  of('has text outside sections', '<p>A letter. It has no parts.</p>', [
    '[other] ',
    'A letter. | It has no parts.',
  ]),
  of('has sections without a title', '<sec sec-type="results"><p>A.</p><sec><p>B.</p></sec></sec>', [
    '[results] ',
    'A.',
    '[results] ',
    'B.',
  ]),
  of('omits empty sections', '<sec><title>Results</title><sec><title>Pain</title><p>A.</p></sec><p/></sec>', [
    '[results] Results > Pain',
    'A.',
  ]),
  of(
    'omits supplements',
    '<sec sec-type="results"><title>Results</title><p>A.<supplementary-material><p>S.</p></supplementary-material></p></sec><sec sec-type="supplementary-material"><title>Supplement</title><p>B.</p></sec>',
    ['[results] Results', 'A.'],
  ),
  {
    name: 'omits replies, translations, references and notes',
    xml: jats('<p>A.</p>', {
      back: '<back><ref-list><ref><mixed-citation>Smith. Results.</mixed-citation></ref></ref-list><fn-group><fn><p>N.</p></fn></fn-group></back><sub-article article-type="translation" xml:lang="es"><body><p>Uno.</p></body></sub-article><response><body><p>R.</p></body></response>',
    }),
    expected: ['[other] ', 'A.'],
  },
  {
    name: 'in two languages has only its own body',
    xml: jats('<sec><title>结果</title><p>疼痛减轻。</p></sec>', {
      attributes: 'xml:lang="zh"',
      front:
        '<front><article-meta><title-group><article-title>试验</article-title><trans-title-group xml:lang="en"><trans-title>A trial</trans-title></trans-title-group></title-group><abstract><p>摘要。</p></abstract><trans-abstract xml:lang="en"><p>Pain fell.</p></trans-abstract></article-meta></front>',
    }),
    expected: ['[results] 结果', '疼痛减轻。'],
  },
  {
    name: 'is read from a set of one',
    xml: `<pmc-articleset>${jats('<p>A.</p>').replace(/^<!DOCTYPE[^>]*>/, '')}</pmc-articleset>`,
    expected: ['[other] ', 'A.'],
  },
  {
    name: 'without a body is rejected',
    xml: jats('').replace(
      '<body></body>',
      '<!--The publisher of this article does not allow downloading of the full text in XML form.-->',
    ),
    expected: ['nothing'],
  },
  {
    name: 'that is not available is rejected',
    xml: '<pmc-articleset><Reply Id="7" error="The following PMCID is not available: 7"/></pmc-articleset>',
    expected: ['nothing'],
  },
  {
    name: 'that is an HTML page is rejected',
    xml: '<html><body><p>Maintenance</p></body></html>',
    expected: ['nothing'],
  },
];

const text: JatsCase[] = [
  inResults(
    'keeps inline markup as text',
    '<p>The <italic>p</italic> value was <bold>0.03</bold> for CO<sub>2</sub> at 10<sup>9</sup>/L &amp; 5 m<sup>2</sup>.</p>',
    'The p value was 0.03 for CO2 at 10⁹/L & 5 m2.',
  ),
  inResults('collapses white space', '<p>Pain\n   fell\tby&#160;2.</p>', 'Pain fell by 2.'),
  inResults(
    'omits reference numbers',
    `<p>Pain fell [${bibr(1)}, ${bibr(2)}–${bibr(4)}]. It rose.</p>`,
    'Pain fell. {cites} | It rose.',
  ),
  inResults(
    'omits superscript reference numbers after a full stop',
    `<p>Pain fell.<sup>${bibr(1)},${bibr(2)}</sup> It rose by 3.</p>`,
    'Pain fell. {cites} | It rose by 3.',
  ),
  inResults(
    'omits author-year citations',
    '<p>Pain fell (<xref ref-type="bibr">Smith et al., 2010</xref>; <xref ref-type="bibr">Doe, 2011</xref>) by 2.</p>',
    'Pain fell by 2. {cites}',
  ),
  inResults(
    'keeps the numbers of its tables and figures',
    '<p>Pain fell (<xref ref-type="fig">Figure 2</xref>, <xref ref-type="table">Table 1</xref>).</p>',
    'Pain fell (Figure 2, Table 1).',
  ),
  inResults('keeps exponents', '<p>It was 10<sup>−7</sup> M.<sup>a</sup></p>', 'It was 10−7 M.a'),
  inResults(
    'lists items as separate sentences',
    '<list><list-item><label>1.</label><p>Pain fell.</p></list-item><list-item><p>Sleep rose.</p></list-item></list>',
    'Pain fell. | Sleep rose.',
  ),
  inResults(
    'separates a list from its paragraph',
    '<p>We found:<list><list-item><p>less pain</p></list-item><list-item><p>more sleep</p></list-item></list></p>',
    'We found: | less pain | more sleep',
  ),
  inResults(
    'reads MathML',
    '<p>It was <inline-formula><mml:math><mml:msup><mml:mn>10</mml:mn><mml:mn>9</mml:mn></mml:msup></mml:math></inline-formula> or <mml:math><mml:mfrac><mml:mi>a</mml:mi><mml:mi>b</mml:mi></mml:mfrac></mml:math>.</p>',
    'It was 10⁹ or a/b.',
  ),
  inResults(
    'uses the readable form of a formula',
    '<p>So <inline-formula><alternatives><tex-math>\\alpha = 2</tex-math><mml:math><mml:mi>α</mml:mi><mml:mo>=</mml:mo><mml:mn>2</mml:mn></mml:math></alternatives></inline-formula> held.</p>',
    'So α=2 held.',
  ),
  inResults(
    'marks a sentence with a textless formula',
    '<p>So <inline-formula><tex-math>\\alpha</tex-math></inline-formula> held. Pain fell.</p><p>The sign <inline-graphic/> is one.</p>',
    'So held. {partial} | Pain fell.',
    'The sign is one. {partial}',
  ),
  inResults(
    'separates a displayed formula',
    '<p>It follows<disp-formula><label>(1)</label><mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>1</mml:mn></mml:math></disp-formula>where x is pain.</p>',
    'It follows | x=1 | where x is pain.',
  ),
  inResults(
    'omits figures, quotations and boxes',
    '<p>Pain fell.<fig><label>Figure 1</label><caption><p>Pain over time.</p></caption></fig></p><fig><caption><p>C.</p></caption></fig><disp-quote><p>Q.</p></disp-quote><boxed-text><p>Box.</p></boxed-text>',
    'Pain fell.',
  ),
  inResults('drops private-use characters', '<p>Pain \uE000fell\uE001.</p>', 'Pain fell.'),
  inResults(
    'reads CDATA and numeric references',
    '<p><![CDATA[p < 0.05]]> and &#x3b1;.</p>',
    'p < 0.05 and α.',
  ),
  inResults(
    'has Chinese sentences',
    `<p>疼痛减轻<sup>${bibr(3)}</sup>。睡眠改善（P&lt;0.05）。</p>`,
    '疼痛减轻。 {cites} | 睡眠改善（P<0.05）。',
  ),
];

const tables: JatsCase[] = [
  table(
    'has a table with its head',
    '<table><thead><tr><th/><th>Drug</th><th>Placebo</th></tr></thead><tbody><tr><td>Deaths</td><td>12</td><td>20</td></tr></tbody></table>',
    '<Table 1> Outcomes.',
    '#  | Drug | Placebo',
    '- Deaths | 12 | 20',
  ),
  table(
    'repeats a cell in the columns it spans',
    '<table><thead><tr><th rowspan="2">Outcome</th><th colspan="2">Drug</th><th>Placebo</th></tr><tr><th>n</th><th>%</th><th>n</th></tr></thead><tbody><tr><td>Deaths</td><td>12</td><td>4.8</td><td>20</td></tr></tbody></table>',
    '<Table 1> Outcomes.',
    '# Outcome | Drug | Drug | Placebo',
    '# Outcome | n | % | n',
    '- Deaths | 12 | 4.8 | 20',
  ),
  table(
    'repeats a cell in the rows it spans',
    '<table><tbody><tr><td rowspan="2">Women</td><td>Deaths</td><td>1</td></tr><tr><td>Strokes</td><td>2</td></tr><tr><td>Men</td><td>Deaths</td><td>3</td></tr></tbody></table>',
    '<Table 1> Outcomes.',
    '- Women | Deaths | 1',
    '- Women | Strokes | 2',
    '- Men | Deaths | 3',
  ),
  table(
    'ends a span with its row group, also for a rowspan of 0',
    '<table><tbody><tr><td rowspan="9">A</td><td>1</td></tr></tbody><tbody><tr><td rowspan="0">B</td><td>2</td></tr><tr><td>3</td></tr></tbody></table>',
    '<Table 1> Outcomes.',
    '- A | 1',
    '- B | 2',
    '- B | 3',
  ),
  table(
    'uses leading rows of header cells as the head',
    '<table><tr><th>Outcome</th><th>Drug</th></tr><tr><th>Deaths</th><td>12</td></tr></table>',
    '<Table 1> Outcomes.',
    '# Outcome | Drug',
    '- Deaths | 12',
  ),
  table(
    'fills short rows',
    '<table><tbody><tr><td>A</td></tr><tr><td>B</td><td>1</td></tr></tbody></table>',
    '<Table 1> Outcomes.',
    '- A | ',
    '- B | 1',
  ),
  table(
    'ignores spans that are not numbers',
    '<table><tbody><tr><td colspan="two" rowspan="-1">A</td><td>1</td></tr></tbody></table>',
    '<Table 1> Outcomes.',
    '- A | 1',
  ),
  table(
    'reads the table beside its image',
    '<alternatives><graphic/><table><tbody><tr><td>A</td><td>1</td></tr></tbody></table></alternatives>',
    '<Table 1> Outcomes.',
    '- A | 1',
  ),
  table('has no table of an image', '<graphic/>'),
  table(
    'leaves references and notes out of cells',
    `<table><tbody><tr><td>Smith <xref ref-type="bibr">12</xref></td><td>4<sup>a</sup><fn><p>Note</p></fn></td></tr></tbody></table>`,
    '<Table 1> Outcomes.',
    '- Smith | 4a',
  ),
  of(
    'finds a table within a paragraph',
    '<sec><title>Results</title><p>See<table-wrap><table><tbody><tr><td>A</td><td>1</td></tr></tbody></table></table-wrap> below.</p></sec>',
    ['[results] Results', 'See below.', '<> ', '- A | 1'],
  ),
  {
    name: 'finds a table among the floats',
    xml: jats('<p>A.</p>').replace(
      '</article>',
      '<floats-group><table-wrap><label>Table 9</label><table><tbody><tr><td>A</td><td>1</td></tr></tbody></table></table-wrap></floats-group></article>',
    ),
    expected: ['[other] ', 'A.', '<Table 9> ', '- A | 1'],
  },
];

/** Documents written for these tests, each with one form that occurs in articles. */
export const jatsCases: readonly JatsCase[] = [...structure, ...text, ...tables];
