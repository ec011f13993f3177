import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CiteRecord } from './fields.ts';
import { fullPages, pageRange, shortPages } from './pages.ts';
import { toAma, toApa, toGbt7714, toVancouver } from './styles.ts';

/** A record for an example of a published style; its PMID does not matter. */
const record = (more: Partial<CiteRecord>): CiteRecord => ({
  ...{ pmid: '1', title: '', authors: '', journal: '', year: '' },
  ...more,
});
/** The identifier at the end is ours: the examples have none. */
const withoutPmid = (text: string) => text.replace(/ PMID: ?1\.?$/, '');

type Name = 'vancouver' | 'ama' | 'apa' | 'gbt';
type Example = [text: string, record: CiteRecord];

/** Examples that the styles print, as found in copies of these documents. */
const printed: Record<Name, Example[]> = {
  // The "Samples of Formatted References for Authors of Journal Articles" of the NLM, for the ICMJE; the month is left out as they allow.
  vancouver: [
    [
      'Halpern SD, Ubel PA, Caplan AL. Solid-organ transplantation in HIV-infected patients. N Engl J Med. 2002;347(4):284-7.',
      record({
        ...{
          authors: 'Halpern SD, Ubel PA, Caplan AL',
          title: 'Solid-organ transplantation in HIV-infected patients.',
        },
        ...{
          journal: 'The New England journal of medicine',
          journal_abbreviation: 'N Engl J Med',
          year: '2002',
        },
        ...{ published: '2002-07-25', volume: '347', issue: '4', pages: '284-7', languages: ['eng'] },
      }),
    ],
    [
      'Rose ME, Huerbin MB, Melick J, Marion DW, Palmer AM, Schiding JK, et al. Regulation of interstitial excitatory amino acid concentrations after cortical contusion injury. Brain Res. 2002;935(1-2):40-6.',
      record({
        authors: 'Rose ME, Huerbin MB, Melick J, Marion DW, Palmer AM, Schiding JK, Kochanek PM, Graham SH',
        title:
          'Regulation of interstitial excitatory amino acid concentrations after cortical contusion injury.',
        ...{ journal: 'Brain Res', year: '2002', volume: '935', issue: '1-2', pages: '40-46' },
      }),
    ],
  ],
  // Guides to the AMA Manual of Style.
  ama: [
    [
      'Rainier S, Thomas D, Tokarz D, et al. Myofibrillogenesis regulator 1 gene mutations cause paroxysmal dystonic choreoathetosis. Arch Neurol. 2004;61(7):1025-1029.',
      record({
        authors:
          'Rainier S, Thomas D, Tokarz D, Ming L, Bui M, Plein E, Zhao X, Lemons R, Albin R, Delaney C, Alvarado D, Fink JK',
        title: 'Myofibrillogenesis regulator 1 gene mutations cause paroxysmal dystonic choreoathetosis.',
        ...{ journal: 'Archives of neurology', journal_abbreviation: 'Arch Neurol', year: '2004' },
        ...{ volume: '61', issue: '7', pages: '1025-9' },
      }),
    ],
  ],
  // The APA's own pages on its style, 7th edition.
  apa: [
    [
      'Grady, J. S., Her, M., Moreno, G., Perez, C., & Yelinek, J. (2019). Emotions in storybooks: A comparison of storybooks that represent ethnic and racial groups in the United States. Psychology of Popular Media Culture, 8(3), 207–217. https://doi.org/10.1037/ppm0000185',
      record({
        authors: 'Grady JS, Her M, Moreno G, Perez C, Yelinek J',
        title:
          'Emotions in storybooks: A comparison of storybooks that represent ethnic and racial groups in the United States',
        ...{
          journal: 'Psychology of Popular Media Culture',
          year: '2019',
          volume: '8',
          issue: '3',
          pages: '207-17',
        },
        doi: '10.1037/ppm0000185',
      }),
    ],
    [
      'Jerrentrup, A., Mueller, T., Glowalla, U., Herder, M., Henrichs, N., Neubauer, A., & Schaefer, J. R. (2018). Teaching medicine with the help of “Dr. House.” PLoS ONE, 13(3), Article e0193972. https://doi.org/10.1371/journal.pone.0193972',
      record({
        authors: 'Jerrentrup A, Mueller T, Glowalla U, Herder M, Henrichs N, Neubauer A, Schaefer JR',
        ...{
          title: 'Teaching medicine with the help of “Dr. House.”',
          journal: 'PLoS ONE',
          year: '2018',
          volume: '13',
        },
        ...{ issue: '3', pages: 'e0193972', doi: '10.1371/journal.pone.0193972' },
      }),
    ],
  ],
  // GB/T 7714-2015, 4.4 and 8; its punctuation is half-width here.
  gbt: [
    [
      '袁训来, 陈哲, 肖书海, 等. 蓝田生物群：一个认识多细胞生物起源和早期演化的新窗口[J]. 科学通报, 2012, 55(34): 3219.',
      record({
        ...{
          authors: '袁训来, 陈哲, 肖书海, 万斌',
          title: '蓝田生物群：一个认识多细胞生物起源和早期演化的新窗口',
        },
        ...{
          journal: '科学通报',
          year: '2012',
          volume: '55',
          issue: '34',
          pages: '3219',
          languages: ['chi'],
        },
      }),
    ],
    [
      'KANAMORI H. Shaking without quaking[J]. Science, 1998, 279(5359): 2063.',
      record({
        ...{
          authors: 'Kanamori H',
          title: 'Shaking without quaking',
          journal: 'Science',
          year: '1998',
          volume: '279',
        },
        ...{ issue: '5359', pages: '2063' },
      }),
    ],
    [
      'DES MARAIS D J, STRAUSS H, SUMMONS R E, et al. Carbon isotope evidence for the stepwise oxidation of the Proterozoic environment[J]. Nature, 1992, 359: 605-609.',
      record({
        authors: 'Des Marais DJ, Strauss H, Summons RE, Hayes JM',
        title: 'Carbon isotope evidence for the stepwise oxidation of the Proterozoic environment.',
        ...{ journal: 'Nature', year: '1992', volume: '359', pages: '605-9' },
      }),
    ],
  ],
};

/**
 * Records of articles there are, written as the rules of the same documents say: names of groups, supplements, issues without a
 * volume, articles without pages, other languages. No copy of a document was at hand in which these very lines stand.
 */
const ruled: Record<Name, Example[]> = {
  vancouver: [
    [
      'Diabetes Prevention Program Research Group. Hypertension, insulin, and proinsulin in participants with impaired glucose tolerance. Hypertension. 2002;40(5):679-86.',
      record({
        authors: 'Diabetes Prevention Program Research Group',
        title: 'Hypertension, insulin, and proinsulin in participants with impaired glucose tolerance.',
        ...{ journal: 'Hypertension', year: '2002', volume: '40', issue: '5', pages: '679-86' },
      }),
    ],
    [
      'Vallancien G, Emberton M, Harving N, van Moorselaar RJ; Alf-One Study Group. Sexual dysfunction in 1,274 European men suffering from lower urinary tract symptoms. J Urol. 2003;169(6):2257-61.',
      record({
        authors: 'Vallancien G, Emberton M, Harving N, van Moorselaar RJ, Alf-One Study Group',
        title: 'Sexual dysfunction in 1,274 European men suffering from lower urinary tract symptoms.',
        ...{ journal: 'J Urol', year: '2003', volume: '169', issue: '6', pages: '2257-61' },
      }),
    ],
    [
      '21st century heart solution may have a sting in the tail. BMJ. 2002;325(7357):184.',
      record({
        ...{
          title: '21st century heart solution may have a sting in the tail.',
          journal: 'BMJ',
          year: '2002',
        },
        ...{ volume: '325', issue: '7357', pages: '184' },
      }),
    ],
    [
      'Geraud G, Spierings EL, Keywood C. Tolerability and safety of frovatriptan with short- and long-term use for treatment of migraine and in comparison with sumatriptan. Headache. 2002;42 Suppl 2:S93-9.',
      record({
        authors: 'Geraud G, Spierings EL, Keywood C',
        title:
          'Tolerability and safety of frovatriptan with short- and long-term use for treatment of migraine and in comparison with sumatriptan.',
        ...{ journal: 'Headache', year: '2002', volume: '42 Suppl 2', pages: 'S93-9' },
      }),
    ],
    [
      'Glauser TA. Integrating clinical trial data into clinical practice. Neurology. 2002;58(12 Suppl 7):S6-12.',
      record({
        ...{ authors: 'Glauser TA', title: 'Integrating clinical trial data into clinical practice.' },
        ...{ journal: 'Neurology', year: '2002', volume: '58', issue: '12 Suppl 7', pages: 'S6-12' },
      }),
    ],
    [
      'Banit DM, Kaufer H, Hartford JM. Intraoperative frozen section analysis in revision total joint arthroplasty. Clin Orthop Relat Res. 2002;(401):230-8.',
      record({
        authors: 'Banit DM, Kaufer H, Hartford JM',
        title: 'Intraoperative frozen section analysis in revision total joint arthroplasty.',
        ...{ journal: 'Clin Orthop Relat Res', year: '2002', issue: '401', pages: '230-8' },
      }),
    ],
    [
      'Williams JS, Brown SM, Conlin PR. Videos in clinical medicine. Blood-pressure measurement. N Engl J Med. 2009;360(5):e6.',
      record({
        authors: 'Williams JS, Brown SM, Conlin PR',
        title: 'Videos in clinical medicine. Blood-pressure measurement.',
        ...{ journal: 'N Engl J Med', year: '2009', volume: '360', issue: '5', pages: 'e6' },
      }),
    ],
    [
      'Ellingsen AE, Wilhelmsen I. Sykdomsangst blant medisin- og jusstudenter. Tidsskr Nor Laegeforen. 2002;122(8):785-7. Norwegian.',
      record({
        ...{ authors: 'Ellingsen AE, Wilhelmsen I', title: 'Sykdomsangst blant medisin- og jusstudenter.' },
        ...{
          journal: 'Tidsskr Nor Laegeforen',
          year: '2002',
          volume: '122',
          issue: '8',
          pages: '785-7',
          languages: ['nor'],
        },
      }),
    ],
  ],
  ama: [
    [
      'Towfighi A, Markovic D, Ovbiagele B. Utility of Framingham Coronary Heart Disease Risk Score for predicting cardiac risk after stroke. Stroke. 2012;43(11):2942-2947.',
      record({
        authors: 'Towfighi A, Markovic D, Ovbiagele B',
        title:
          'Utility of Framingham Coronary Heart Disease Risk Score for predicting cardiac risk after stroke.',
        ...{ journal: 'Stroke', year: '2012', volume: '43', issue: '11', pages: '2942-7' },
      }),
    ],
  ],
  apa: [],
  gbt: [
    [
      'CAPLAN P. Cataloging internet resources[J]. The Public Access Computer Systems Review, 1993, 4(2): 61-66.',
      record({
        ...{
          authors: 'Caplan P',
          title: 'Cataloging internet resources',
          year: '1993',
          volume: '4',
          issue: '2',
        },
        ...{ journal: 'The Public Access Computer Systems Review', pages: '61-6' },
      }),
    ],
  ],
};

describe('a reference list follows', () => {
  for (const [name, write, style] of [
    ['Vancouver', toVancouver, 'vancouver'],
    ['AMA', toAma, 'ama'],
    ['APA', toApa, 'apa'],
    ['GB/T 7714', toGbt7714, 'gbt'],
  ] as const) {
    it(`the examples published for ${name}`, () => {
      for (const [text, given] of printed[style]) assert.equal(withoutPmid(write(given)), text);
    });

    it(`the rules of ${name}`, () => {
      for (const [text, given] of ruled[style]) assert.equal(withoutPmid(write(given)), text);
    });
  }

  it('GB/T 7714 with the issue after the year, and APA with the issue alone, if there is no volume', () => {
    const given = record({
      authors: '李炳穆',
      title: '韩国图书馆法',
      journal: '图书情报工作',
      year: '2008',
      issue: '6',
      pages: '6-12',
    });
    assert.equal(withoutPmid(toGbt7714(given)), '李炳穆. 韩国图书馆法[J]. 图书情报工作, 2008(6): 6-12.');
    assert.match(toApa(given), /图书情报工作, \(6\), 6–12\. /);
    assert.match(toAma({ ...given, issue: '', year: '2002' }), /图书情报工作\. 2002:6-12\. /);
  });
});

it('page ranges are written in full or abbreviated, and other page texts are unchanged', () => {
  for (const [given, full, short] of [
    ['107-14', '107-114', '107-14'],
    ['2603-2604', '2603-2604', '2603-4'],
    ['S93-9', 'S93-S99', 'S93-9'],
    ['e1002512', 'e1002512', 'e1002512'],
    ['999-1005', '999-1005', '999-1005'],
    ['1-8; discussion 9-12', '1-8; discussion 9-12', '1-8; discussion 9-12'],
    ['ix-xii', 'ix-xii', 'ix-xii'],
    ['40-1', '40-41', '40-1'],
    ['4002.e26', '4002.e26', '4002.e26'],
    ['1152-60.e1', '1152-1160.e1', '1152-60.e1'],
    ['724.e1-724.e9', '724.e1-724.e9', '724.e1-9'],
    ['724.e1-e9', '724.e1-724.e9', '724.e1-9'],
    ['724.e8-15', '724.e8-724.e15', '724.e8-15'],
    ['724.e1-725.e9', '724.e1-725.e9', '724.e1-725.e9'],
    ['S12-e15', 'S12-e15', 'S12-e15'],
  ] as const)
    assert.deepEqual([fullPages(given), shortPages(given)], [full, short], given);
  assert.deepEqual(pageRange('107-14, 120'), { first: '107', last: '114' });
  assert.deepEqual(pageRange('724.e1-9'), { first: '724.e1', last: '724.e9' });
  assert.deepEqual(pageRange('e14'), { first: 'e14' });
  assert.deepEqual(pageRange(undefined), {});
});
