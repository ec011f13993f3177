import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toBibtex } from './bibtex.ts';
import { coinsOf } from './coins.ts';
import { toCslJson } from './csl-json.ts';
import { toCsv } from './csv.ts';
import { toEndnoteXml } from './endnote-xml.ts';
import type { CiteRecord } from './fields.ts';
import { exportFormats } from './formats.ts';
import { authorsOf } from './names.ts';
import { toNbib } from './nbib.ts';
import { toRis } from './ris.ts';
import { citationStyles, formatReferences, toAma, toApa, toGbt7714, toVancouver } from './styles.ts';

const trial: CiteRecord = {
  pmid: '22663011',
  title: 'Improved survival with MEK inhibition in BRAF-mutated melanoma.',
  authors: 'Flaherty KT, Robert C, Hersey P, Nathan P, Garbe C, Milhem M, Demidov LV',
  journal: 'N Engl J Med',
  year: '2012',
  doi: '10.1056/NEJMoa1203421',
};
const whole: CiteRecord = {
  ...trial,
  ...{ journal: 'The New England journal of medicine', journal_abbreviation: 'N Engl J Med' },
  ...{
    author_list: ['Flaherty KT', 'Robert C', 'METRIC Study Group'],
    published: '2012-07-12',
    volume: '367',
    issue: '2',
  },
  ...{
    pages: '107-14',
    issn: '0028-4793',
    pmcid: 'PMC3549296',
    languages: ['eng'],
    mesh: ['Melanoma'],
    keywords: ['MEK'],
  },
  abstract: 'METHODS: We asked.\nRESULTS: Trametinib improved & held.',
  affiliations: ['Harvard'],
};
const chinese: CiteRecord = {
  pmid: '35599999',
  title: '二甲双胍与2型糖尿病患者心血管结局的关系',
  authors: '王伟, 李娜, 张敏, 刘洋',
  journal: '中华内科杂志',
  year: '2022',
};

describe('an exported reference', () => {
  it('is RIS with one field per line, CRLF and one author per line', () => {
    assert.equal(
      toRis([trial]),
      [
        'TY  - JOUR',
        'AU  - Flaherty, K. T.',
        'AU  - Robert, C.',
        'AU  - Hersey, P.',
        'AU  - Nathan, P.',
        'AU  - Garbe, C.',
        'AU  - Milhem, M.',
        'AU  - Demidov, L. V.',
        'TI  - Improved survival with MEK inhibition in BRAF-mutated melanoma',
        'T2  - N Engl J Med',
        'JO  - N Engl J Med',
        'PY  - 2012',
        'DO  - 10.1056/NEJMoa1203421',
        'AN  - 22663011',
        'DB  - PubMed',
        'UR  - https://pubmed.ncbi.nlm.nih.gov/22663011/',
        'ER  - ',
        '',
      ].join('\r\n'),
    );
  });

  it('keeps Chinese names, titles and journals unchanged in every format', () => {
    for (const [name, { write }] of Object.entries(exportFormats)) {
      const text = write([chinese]);
      for (const part of ['王伟', '刘洋', '二甲双胍与2型糖尿病患者心血管结局的关系', '中华内科杂志'])
        assert.ok(text.includes(part), `${name}: ${part}`);
    }
  });

  it('is BibTeX with unique keys, protected capitals and escaped TeX characters', () => {
    const twice = toBibtex([trial, { ...trial, pmid: '2', title: '50% & more_{x}' }]);
    assert.match(twice, /@article\{flaherty2012,/);
    assert.match(twice, /@article\{flaherty2012a,/);
    assert.match(twice, /title = \{\{Improved survival with MEK inhibition in BRAF-mutated melanoma\}\}/);
    assert.match(twice, /title = \{\{50\\% \\& more\\_\\\{x\\\}\}\}/);
    assert.match(toBibtex([chinese]), /@article\{pmid35599999,\n {2}author = \{\{王伟\} and \{李娜\}/);
  });

  it('is CSL-JSON with family names, given names and the year as a number', () => {
    const [item] = JSON.parse(toCslJson([trial]));
    assert.deepEqual(item.author[0], { family: 'Flaherty', given: 'K. T.' });
    assert.deepEqual(item.issued, { 'date-parts': [[2012]] });
    assert.equal(item.DOI, '10.1056/NEJMoa1203421');
    assert.deepEqual(JSON.parse(toCslJson([chinese]))[0].author[1], { literal: '李娜' });
  });

  it('is NBIB with four-character tags', () => {
    const lines = toNbib([trial]).split('\r\n');
    assert.deepEqual(lines.slice(0, 4), [
      'PMID- 22663011',
      'DP  - 2012',
      'TI  - Improved survival with MEK inhibition in BRAF-mutated melanoma',
      'LID - 10.1056/NEJMoa1203421 [doi]',
    ]);
    assert.deepEqual(lines.slice(4, 6), ['FAU - Flaherty, K T', 'AU  - Flaherty KT']);
  });

  it('marks an invented record and does not link it to PubMed', () => {
    const invented = { ...trial, doi: '', demonstration: true as const };
    assert.match(toRis([invented]), /^TY {2}- JOUR\r\nN1 {2}- invented demonstration record\r\n/);
    for (const [name, { write }] of Object.entries(exportFormats)) {
      const text = write([invented]);
      assert.match(text, /invented demonstration record/, name);
      assert.doesNotMatch(text, /pubmed/i, name);
      assert.doesNotMatch(write([trial]), /invented/, name);
    }
    for (const style of Object.keys(citationStyles) as (keyof typeof citationStyles)[]) {
      const text = formatReferences([invented], style);
      assert.match(text, /\[invented demonstration record\]/, style);
      assert.doesNotMatch(text, /PMID|pubmed/i, style);
    }
  });

  it('contains every field of the record in every format', () => {
    for (const [name, { write }] of Object.entries(exportFormats)) {
      const text = write([whole]).replaceAll('&amp;', '&').replaceAll('\\&', '&');
      for (const part of [
        '367',
        '0028-4793',
        name === 'csl' ? '"language": "en"' : 'eng',
        'PMC3549296',
        'Melanoma',
        'MEK',
        'Trametinib improved & held.',
      ])
        assert.ok(text.includes(part), `${name}: ${part}`);
    }
    const ris = toRis([whole]);
    for (const line of [
      ...[
        'VL  - 367',
        'IS  - 2',
        'SP  - 107',
        'EP  - 114',
        'SN  - 0028-4793',
        'DA  - 2012/07/12',
        'KW  - Melanoma',
      ],
      ...[
        'JA  - N Engl J Med',
        'T2  - The New England journal of medicine',
        'C2  - PMC3549296',
        'AN  - 22663011',
      ],
      'AB  - METHODS: We asked. RESULTS: Trametinib improved & held.',
    ])
      assert.ok(ris.includes(`${line}\r\n`), line);
    assert.match(toBibtex([whole]), /pages = \{107--114\},\n.*issn/s);
    assert.match(toBibtex([whole]), /month = jul\n/);
    assert.partialDeepStrictEqual(JSON.parse(toCslJson([whole]))[0], {
      ...{
        volume: '367',
        issue: '2',
        page: '107-114',
        ISSN: '0028-4793',
        PMCID: 'PMC3549296',
        language: 'en',
      },
      issued: { 'date-parts': [[2012, 7, 12]] },
      'container-title-short': 'N Engl J Med',
    });
    const nbib = toNbib([whole]);
    for (const line of [
      'PG  - 107-14',
      'DP  - 2012 Jul 12',
      'AD  - Harvard',
      'MH  - Melanoma',
      'OT  - MEK',
      'PMC - PMC3549296',
    ])
      assert.ok(nbib.includes(`${line}\r\n`), line);
    assert.match(
      nbib,
      /FAU - Flaherty, K T\r\nAU {2}- Flaherty KT\r\nAD {2}- Harvard\r\nFAU - Robert, C\r\n/,
    );
    const xml = toEndnoteXml([whole]);
    assert.match(xml, /<pages>107-114<\/pages><volume>367<\/volume><number>2<\/number>/);
    assert.match(xml, /<abstract>METHODS: We asked\. RESULTS: Trametinib improved &amp; held\.<\/abstract>/);
    const [head = '', row = ''] = toCsv([{ ...whole, title: '=1+1', abstract: 'Says "so", twice.' }]).split(
      '\r\n',
    );
    assert.match(head, /^\ufeffpmid,title,/);
    assert.equal(head.split(',').length, 20);
    assert.match(row, /^22663011,'=1\+1,"?Flaherty KT; Robert C/);
    assert.match(row, /"Says ""so"", twice\."/);
  });

  it('lists each author once as COinS, and has no COinS if it is invented', () => {
    const fields = [...new URLSearchParams(coinsOf(whole))];
    const of = (name: string) => fields.filter(([key]) => key === name).map(([, value]) => value);
    assert.deepEqual(of('rft_id'), ['info:pmid/22663011', 'info:doi/10.1056/NEJMoa1203421']);
    assert.deepEqual([of('rft.spage'), of('rft.epage'), of('rft.volume')], [['107'], ['114'], ['367']]);
    assert.deepEqual([of('rft.aulast'), of('rft.aufirst')], [['Flaherty'], ['K. T.']]);
    assert.deepEqual(of('rft.au'), ['Robert, C.', 'METRIC Study Group']);
    assert.equal(of('rft.date')[0], '2012-07-12');
    assert.equal(coinsOf({ ...whole, demonstration: true }), undefined);
    assert.deepEqual(
      [...new URLSearchParams(coinsOf(chinese))].filter(([key]) => key === 'rft.au').length,
      4,
    );
  });

  it('cannot start a new field with the text of a record', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '\n', '\r', '\u2028', 'TY  - ', '}', '\\', '"', '王'),
    });
    fc.assert(
      fc.property(text, text, (title, authors) => {
        const record = { ...trial, title, authors };
        assert.equal(
          toRis([record])
            .split(/[\r\n\u2028]+/)
            .filter((line) => /^TY {2}- /.test(line)).length,
          1,
        );
        assert.equal(JSON.parse(toCslJson([record])).length, 1);
        const unescaped = toBibtex([record])
          .replaceAll('\\textbackslash{}', '')
          .replace(/\\[{}]/g, '');
        let depth = 0;
        for (const character of unescaped) {
          if (character === '{') depth += 1;
          if (character === '}') depth -= 1;
          assert.ok(depth >= 0);
        }
        assert.equal(depth, 0);
      }),
    );
  });
});

describe('a formatted reference', () => {
  it('follows AMA, Vancouver, APA and GB/T 7714', () => {
    assert.equal(
      toAma(trial),
      'Flaherty KT, Robert C, Hersey P, et al. Improved survival with MEK inhibition in BRAF-mutated melanoma. N Engl J Med. 2012. doi:10.1056/NEJMoa1203421',
    );
    assert.equal(
      toVancouver({ ...trial, doi: '' }),
      'Flaherty KT, Robert C, Hersey P, Nathan P, Garbe C, Milhem M, et al. Improved survival with MEK inhibition in BRAF-mutated melanoma. N Engl J Med. 2012. PMID: 22663011',
    );
    assert.equal(
      toApa({ ...trial, authors: 'Flaherty KT, Robert C' }),
      'Flaherty, K. T., & Robert, C. (2012). Improved survival with MEK inhibition in BRAF-mutated melanoma. N Engl J Med. https://doi.org/10.1056/NEJMoa1203421',
    );
    assert.equal(
      toGbt7714(trial),
      'FLAHERTY K T, ROBERT C, HERSEY P, et al. Improved survival with MEK inhibition in BRAF-mutated melanoma[J/OL]. N Engl J Med, 2012. DOI:10.1056/NEJMoa1203421.',
    );
  });

  it('uses 等 for a Chinese record and et al for an English one', () => {
    assert.equal(
      toGbt7714(chinese),
      '王伟, 李娜, 张敏, 等. 二甲双胍与2型糖尿病患者心血管结局的关系[J]. 中华内科杂志, 2022. PMID:35599999.',
    );
  });

  it('is numbered in the style of its list', () => {
    assert.match(formatReferences([trial, chinese], 'gbt7714'), /^\[1\] FLAHERTY[^\n]*\n\[2\] 王伟/);
    assert.match(formatReferences([trial, chinese], 'ama'), /^1\. Flaherty[^\n]*\n2\. 王伟/);
  });

  it('is complete in every style without authors, journal or year', () => {
    const bare = { pmid: '1', title: 'Alone', authors: '', journal: '', year: '' };
    for (const { name, write } of Object.values(citationStyles)) {
      const text = write(bare);
      assert.match(text, /Alone/, name);
      assert.doesNotMatch(text, /\.\.|, ,|undefined|^[ .,]/, name);
    }
  });
});

it('distinguishes names from initials, groups and 等', () => {
  assert.deepEqual(authorsOf({ authors: 'van der Berg JP, O’Neil A, DREAM Study Group, 王伟, et al.' }), [
    { family: 'van der Berg', initials: 'JP' },
    { family: 'O’Neil', initials: 'A' },
    { literal: 'DREAM Study Group' },
    { literal: '王伟' },
  ]);
});
