import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { planQuery } from '../../../literature/query/plan-query.ts';
import { onAspects, onOutcomes } from './topic-aspects.ts';

const plan = (question: string) =>
  planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });

const rows: [topic: string, title: string, abstract: string, isOn: boolean][] = [
  ['Lung cancer prognosis', 'Nanog in the prognosis of lung cancer.', 'Nanog was measured.', true],
  ['肺癌的预后', 'Retinoblastoma regulatory pathway in lung cancer.', 'RB is lost in lung cancer.', false],
  [
    '肺癌的预后',
    'EML4-ALK in lung adenocarcinoma.',
    'ALK was found. Patients with it lived longer: survival was 30 months.',
    true,
  ],
  [
    'Colorectal cancer surgery',
    'Plasma microRNAs to screen for colorectal adenomas.',
    'Plasma was taken. It was tested.',
    false,
  ],
  [
    'Colorectal cancer surgery',
    'Laparoscopic colectomy for colorectal cancer.',
    'We compared two ways.',
    true,
  ],
  [
    '肺癌的预后',
    'SLC1A5 mediates glutamine transport required for lung cancer cell growth and survival.',
    'Cells were grown. They shrank.',
    false,
  ],
  ['胃癌的危险因素', 'Gene methylation in gastric cancer.', 'Genes were read. Some were methylated.', false],
  [
    '胃癌的危险因素',
    'Infection with Helicobacter pylori and risk of gastric cancer.',
    'We followed men.',
    true,
  ],
  [
    '慢性阻塞性肺疾病的治疗',
    'Neutrophils in chronic obstructive pulmonary disease.',
    'Cells were counted. They may be a target of therapy.',
    false,
  ],
  ['Sepsis in intensive care', 'TLR signalling in sepsis.', 'Mice were studied. Genes were read.', false],
  // The outcome that the topic names.
  [
    'Acute coronary syndromes and mortality',
    'Pharmacodynamics of eptifibatide in acute coronary syndromes.',
    'Blood was drawn. Levels rose.',
    false,
  ],
  [
    'Acute coronary syndromes and mortality',
    'Sex and survival after acute coronary syndromes.',
    'We followed women.',
    true,
  ],
  // A word by the way in the middle of an abstract is no aspect of the record.
  [
    'Colorectal cancer surgery',
    'Genes in colorectal cancer.',
    'Tissue was taken at surgery. Genes were read. Two were found.',
    false,
  ],
  ['二甲双胍治疗2型糖尿病', 'Metformin in type 2 diabetes.', 'HbA1c fell. It fell by 1%.', true],
  [
    'Malaria prevention',
    'Chloroquine resistance genes in malaria.',
    'Parasites were sequenced. Genes differed.',
    false,
  ],
  ['Malaria', 'Chloroquine resistance genes in malaria.', 'Parasites were sequenced. Genes differed.', true],
];

describe('the aspects of a topic', () => {
  for (const [topic, title, text, isOn] of rows)
    it(`${isOn ? 'are those' : 'are not those'} of “${title}” for “${topic}”`, () =>
      assert.equal(
        [onAspects, onOutcomes].every((test) =>
          test(plan(topic))(anArticle('1', { title, abstract: [{ text }], mesh: [] })),
        ),
        isOn,
      ));
});
