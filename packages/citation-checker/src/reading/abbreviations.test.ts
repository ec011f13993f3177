import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkByRules } from '../check.ts';
import { compare } from '../comparison.ts';
import { readAbbreviations } from './abbreviations.ts';

const longForms = (text: string) => readAbbreviations(text, 'same').map(({ long }) => long);

describe('abbreviations', () => {
  it('are read with their long forms where the text defines them', () => {
    assert.deepEqual(
      longForms(
        'We compared progression-free survival (PFS) in patients with high-grade gliomas (HGGs). Care was usual (two visits) [QoL].',
      ),
      ['progression-free survival', 'high-grade gliomas'],
    );
  });

  it('in a Chinese text are matched with the name that the text repeats', () => {
    assert.deepEqual(longForms('比较两组的无进展生存期（PFS）。试验组无进展生存期更长。'), ['无进展生存期']);
  });

  it('in common use are known without a definition', () => {
    assert.deepEqual(longForms('BMI was measured.'), ['body mass index']);
  });

  it('are limited to 40 per text', () => {
    assert.ok(
      longForms(Array.from({ length: 500 }, (_, index) => `Alpha ${index} (A${index})`).join(' ')).length <=
        40,
    );
  });
});

describe('a sentence with long forms for an abstract with abbreviations', () => {
  const abstract =
    'PURPOSE: To compare neoadjuvant chemotherapy (NAC) followed by chemoradiation (CRT) with CRT alone in locally advanced cervical cancer (LACC). RESULTS: NAC was associated with an inferior progression-free survival (PFS) and a lower overall survival (OS). Toxicities were similar in both arms. CONCLUSION: NAC is inferior to CRT alone for LACC.';
  const article = { title: '', abstract, publicationTypes: undefined };

  for (const sentence of [
    'Overall survival was lower with neoadjuvant chemotherapy.',
    '新辅助化疗的总生存期较低。',
  ])
    it(`is matched with the sentence of the abbreviations: ${sentence}`, () => {
      const [best] = compare(sentence, article).ranked;
      assert.match(best?.sentence.text ?? '', /lower overall survival \(OS\)/);
      assert.ok((best?.coverage ?? 0) > 0.7, String(best?.coverage));
    });

  it('is not supported if it reverses a finding', () => {
    for (const sentence of [
      'Neoadjuvant chemotherapy improved progression-free survival in locally advanced cervical cancer.',
      'Neoadjuvant chemotherapy prolonged overall survival.',
      '新辅助化疗延长了局部晚期宫颈癌患者的总生存期。',
    ])
      assert.notEqual(checkByRules({ sentence, article }).verdict, 'supported', sentence);
  });
});
