import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toBibtex } from './bibtex.ts';
import { coinsOf } from './coins.ts';
import { toCslJson } from './csl-json.ts';
import type { CiteRecord } from './fields.ts';
import { exportFormats } from './formats.ts';
import { authorsOf } from './names.ts';
import { toNbib } from './nbib.ts';
import { toRis } from './ris.ts';
import { citationStyles, formatReferences, toAma, toApa, toGbt7714, toVancouver } from './styles.ts';

/** Records that reference lists get wrong: each is one thing that is missing, long, or of another kind. */
const ordinary: CiteRecord = {
  pmid: '30000001',
  title: 'Effect of aspirin on falls: a randomised trial.',
  authors: 'Okoro A',
  journal: 'Age Ageing',
  year: '2021',
  doi: '10.1000/age_2021.7',
};
const unsigned: CiteRecord = { ...ordinary, authors: '' };
const asked: CiteRecord = { ...ordinary, title: 'Should statins be stopped after 80?' };
const byGroup: CiteRecord = { ...ordinary, authors: 'Okoro A, STOP-FALL Study Group' };
const seven: CiteRecord = { ...ordinary, authors: 'Ames B, Bok C, Cole D, Dunn E, Eck F, Ford G, Gray H' };
const many: CiteRecord = {
  ...ordinary,
  authors: Array.from({ length: 22 }, (_, index) => `Name${'abcdefghijklmnopqrstuv'[index]} B`).join(', '),
};
const junior: CiteRecord = { ...ordinary, authors: 'Moss RS Jr, Bok C 3rd' };
const chinese: CiteRecord = {
  pmid: '30000002',
  title: '血压控制与老年人认知功能的关系。',
  authors: '陈静, 赵磊',
  journal: '中华老年医学杂志',
  year: '2020',
};

describe('an unusual reference', () => {
  it('starts with its title if it has no authors, followed by the year in APA', () => {
    const title = 'Effect of aspirin on falls: a randomised trial';
    assert.equal(toApa(unsigned), `${title}. (2021). Age Ageing. https://doi.org/10.1000/age_2021.7`);
    assert.equal(toAma(unsigned), `${title}. Age Ageing. 2021. doi:10.1000/age_2021.7`);
    assert.equal(toGbt7714(unsigned), `${title}[J/OL]. Age Ageing, 2021. DOI:10.1000/age_2021.7.`);
    assert.doesNotMatch(toBibtex([unsigned]), /author/);
    assert.doesNotMatch(toRis([unsigned]), /^AU/m);
    assert.equal(JSON.parse(toCslJson([unsigned]))[0].author, undefined);
  });

  it('keeps the question mark of its title without a full stop', () => {
    for (const { name, write } of Object.values(citationStyles)) {
      assert.match(write(asked), /after 80\?/, name);
      assert.doesNotMatch(write(asked), /\?\./, name);
    }
  });

  it('gives a group author’s full name where the format expects it', () => {
    assert.match(toAma(byGroup), /^Okoro A; STOP-FALL Study Group\. Effect/);
    assert.match(toApa(byGroup), /^Okoro, A\., & STOP-FALL Study Group\. \(2021\)\./);
    assert.match(toGbt7714(byGroup), /^OKORO A, STOP-FALL Study Group\. /);
    assert.match(toBibtex([byGroup]), /author = \{Okoro, A\. and \{STOP-FALL Study Group\}\}/);
    assert.match(toRis([byGroup]), /AU {2}- Okoro, A\.\r\nAU {2}- STOP-FALL Study Group\r\n/);
    assert.match(toNbib([byGroup]), /FAU - Okoro, A\r\nAU {2}- Okoro A\r\nCN {2}- STOP-FALL Study Group\r\n/);
    assert.deepEqual(JSON.parse(toCslJson([byGroup]))[0].author[1], { literal: 'STOP-FALL Study Group' });
    for (const name of ['Members of NICE', 'WHO Team', 'Committee on Falls'])
      assert.deepEqual(authorsOf({ authors: name }), [{ literal: name }]);
  });

  it('lists three of seven authors in AMA and GB/T 7714, six in Vancouver, all in APA and files', () => {
    assert.match(toAma(seven), /^Ames B, Bok C, Cole D, et al\. /);
    assert.match(toVancouver(seven), /^Ames B, Bok C, Cole D, Dunn E, Eck F, Ford G, et al\. /);
    assert.match(toGbt7714(seven), /^AMES B, BOK C, COLE D, et al\. /);
    assert.match(toApa(seven), /^Ames, B\., Bok, C\., .*, Ford, G\., & Gray, H\. \(2021\)\./);
    assert.equal(toRis([seven]).match(/^AU/gm)?.length, 7);
    assert.match(
      toVancouver({ ...seven, authors: seven.authors.replace(', Gray H', '') }),
      /^[^.]*Ford G\. /,
    );
  });

  it('lists nineteen of more than twenty authors in APA, an ellipsis and the last', () => {
    const text = toApa(many);
    assert.match(text, /Names, B\., … Namev, B\. \(2021\)/);
    assert.doesNotMatch(text, /Namet|&/);
  });

  it('keeps suffixes such as Jr', () => {
    assert.match(toAma(junior), /^Moss RS Jr, Bok C 3rd\. /);
    assert.match(toApa(junior), /^Moss, R\. S\., Jr\., & Bok, C\., 3rd\. \(2021\)/);
    assert.match(toBibtex([junior]), /author = \{Moss, Jr, R\. S\. and Bok, 3rd, C\.\}/);
    assert.match(toRis([junior]), /AU {2}- Moss, R\. S\., Jr\r\n/);
    assert.deepEqual(JSON.parse(toCslJson([junior]))[0].author[0], {
      family: 'Moss',
      given: 'R. S.',
      suffix: 'Jr',
    });
  });

  it('keeps Chinese personal names whole, with one full stop', () => {
    assert.equal(
      toGbt7714(chinese),
      '陈静, 赵磊. 血压控制与老年人认知功能的关系[J]. 中华老年医学杂志, 2020. PMID:30000002.',
    );
    assert.match(toNbib([chinese]), /FAU - 陈静\r\nAU {2}- 陈静\r\nFAU - 赵磊\r\nAU {2}- 赵磊\r\n/);
    assert.match(toApa(chinese), /^陈静, & 赵磊\. \(2020\)\. .*关系\. 中华老年医学杂志\. https:/);
  });

  it('keeps its DOI unchanged in TeX and escapes text that could end its field', () => {
    const hostile = { ...ordinary, title: 'A_b & 5% of {x} \\input{y} #1 $z$ ~ ^', journal: 'J & K' };
    const text = toBibtex([hostile]);
    assert.match(text, /doi = \{10\.1000\/age_2021\.7\}/);
    assert.match(text, /journal = \{J \\& K\}/);
    assert.match(text, /A\\_b \\& 5\\% of \\\{x\\\} \\textbackslash\{\}input\\\{y\\\} \\#1 \\\$z\\\$/);
  });

  it('balances an unmatched brace in BibTeX', () => {
    for (const title of ['An open { brace', 'A closed } brace', 'Both } the wrong { way', 'Whole {pair}']) {
      const text = toBibtex([{ ...ordinary, title }]);
      let depth = 0;
      // As BibTeX counts: a backslash does not matter.
      for (const [index, character] of [...text].entries()) {
        if (character === '{') depth++;
        if (character === '}' && --depth === 0) assert.equal(text.slice(index), '}\n', title);
      }
      assert.equal(depth, 0, title);
    }
  });

  it('mentions neither PMID nor PubMed without a PMID', () => {
    const unindexed = { ...ordinary, pmid: '', doi: '' };
    const written = [
      ...Object.values(exportFormats).map(({ name, write }) => ({ name, text: write([unindexed]) })),
      ...Object.values(citationStyles).map(({ name, write }) => ({ name, text: write(unindexed) })),
    ];
    for (const { name, text } of written)
      assert.doesNotMatch(text, /pubmed\.ncbi|PubMed|PMID-|"PMID"|pmid = |PMID:/, name);
    assert.match(coinsOf(unindexed) ?? '', /^ctx_ver=(?!.*pmid)/);
    const ids = JSON.parse(toCslJson([unindexed, unindexed])).map(({ id }: { id: string }) => id);
    assert.deepEqual(ids, ['record:1', 'record:2']);
  });

  it('stays on one line of a reference list, whatever its fields contain', () => {
    const broken = { ...ordinary, title: 'One\r\n2. Two\u2028three', journal: 'Age\nAgeing' };
    for (const style of ['ama', 'vancouver', 'apa', 'gbt7714'] as const)
      assert.match(
        formatReferences([broken], style),
        /^[^\r\n\u2028]+One 2\. Two three[^\r\n\u2028]+Age Ageing[^\r\n\u2028]+$/,
      );
  });

  it('loses brackets only around its whole title, which Vancouver keeps', () => {
    const titled = (title: string) => ({ ...ordinary, title, languages: ['nor'] });
    const translated = titled('[Disease anxiety [among students]].');
    assert.match(toAma(translated), /Okoro A\. Disease anxiety \[among students\]\. Age/);
    assert.match(
      toVancouver(translated),
      /Okoro A\. \[Disease anxiety \[among students\]\]\. Age .* Norwegian\./,
    );
    for (const title of ['[11C]PiB against [18F]', '[11C]PiB', 'PET with [18F]', '[a]b]'])
      for (const { name, write } of Object.values(citationStyles))
        assert.ok(
          write(titled(`${title}.`)).includes(`${title}${name === 'GB/T 7714' ? '[J/OL].' : '.'}`),
          name + title,
        );
  });

  it('gives the journal’s full name, in title case in APA', () => {
    for (const [journal, named, languages] of [
      ['The New England journal of medicine', 'The New England Journal of Medicine', ['eng']],
      ['Science (New York, N.Y.)', 'Science', undefined],
      ['BMJ (Clinical research ed.)', 'BMJ', ['eng']],
      ['bioRxiv : the preprint server for biology', 'bioRxiv : The Preprint Server for Biology', ['eng']],
      ['Zeitschrift für Gerontologie', 'Zeitschrift für Gerontologie', ['ger']],
      ['mBio', 'mBio', ['eng']],
      ['中华老年医学杂志', '中华老年医学杂志', ['chi']],
    ] as const) {
      const record = { ...ordinary, journal, ...(languages && { languages: [...languages] }) };
      assert.ok(toApa(record).includes(`trial. ${named}. https:`), toApa(record));
      assert.ok(
        toGbt7714(record).includes(`[J/OL]. ${journal.replace(/ \(.*/, '')}, 2021.`),
        toGbt7714(record),
      );
    }
  });

  it('omits hyphens between initials in AMA, Vancouver and GB/T 7714 and keeps them in APA and files', () => {
    const hyphenated = { ...ordinary, authors: 'Dupont J-P' };
    assert.match(toAma(hyphenated), /^Dupont JP\. /);
    assert.match(toVancouver(hyphenated), /^Dupont JP\. /);
    assert.match(toGbt7714(hyphenated), /^DUPONT J P\. /);
    assert.match(toApa(hyphenated), /^Dupont, J\.-P\. /);
    assert.equal(JSON.parse(toCslJson([hyphenated]))[0].author[0].given, 'J.-P.');
  });

  it('gets a unique key among any number of similar records', () => {
    const keys = Array.from(
      toBibtex(Array(60).fill(ordinary)).matchAll(/@article\{([^,]+),/g),
      ([, key]) => key,
    );
    assert.equal(new Set(keys).size, 60);
    for (const key of keys) assert.match(key ?? '', /^okoro2021[a-z]{0,2}$/);
  });

  it('has no stray punctuation in any style if it has little more than a title', () => {
    const bare = { pmid: '1', title: 'Alone', authors: '', journal: '', year: '' };
    for (const record of [bare, { ...bare, journal: 'J Test' }, { ...bare, year: '2020' }])
      for (const { name, write } of Object.values(citationStyles))
        assert.doesNotMatch(write(record), /\. \.|\.\.|, ,|,\s*$|undefined|^[ .,]|\(\)/, name);
  });
});
