import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { splitSentences } from './sentences.ts';

const texts = (text: string) => splitSentences(text).map((sentence) => sentence.text);

describe('splitting sentences', () => {
  it('ignores full stops of decimals, abbreviations, initials and species', () => {
    assert.deepEqual(
      texts(
        'The OR was 0.45 (95% CI 0.33-0.63; P < .05). Smith et al. agreed, e.g. in E. coli. Fig. 2 shows it.',
      ),
      [
        'The OR was 0.45 (95% CI 0.33-0.63; P < .05).',
        'Smith et al. agreed, e.g. in E. coli.',
        'Fig. 2 shows it.',
      ],
    );
    assert.deepEqual(texts('All patients took vitamin D. None fell.'), [
      'All patients took vitamin D.',
      'None fell.',
    ]);
    assert.deepEqual(texts('All had myopia of -0.5 D. It was missed at 3 T. At 1.5 T, 12 E. coli grew.'), [
      'All had myopia of -0.5 D.',
      'It was missed at 3 T.',
      'At 1.5 T, 12 E. coli grew.',
    ]);
    assert.deepEqual(texts('采用3 T。采用1.5 T。'), ['采用3 T。', '采用1.5 T。']);
  });

  it('starts a sentence at a lower-case name and after a section heading without a space', () => {
    assert.deepEqual(texts('Fewer relapsed (28% v. 59%) than before. It was old.'), [
      'Fewer relapsed (28% v. 59%) than before.',
      'It was old.',
    ]);
    assert.deepEqual(
      texts('Autophagy rose 2-fold. mTOR was inhibited. p53 was not, vs. controls. It was 0.5 mg.'),
      ['Autophagy rose 2-fold.', 'mTOR was inhibited.', 'p53 was not, vs. controls.', 'It was 0.5 mg.'],
    );
    assert.deepEqual(texts('Surveys were mailed in June 2001.Main Outcome Measures Policies of programs.'), [
      'Surveys were mailed in June 2001.',
      'Main Outcome Measures Policies of programs.',
    ]);
    assert.deepEqual(texts('Carriers of p.Val600Glu (J.Smith, 2001) in the U.S.A were treated.'), [
      'Carriers of p.Val600Glu (J.Smith, 2001) in the U.S.A were treated.',
    ]);
    assert.deepEqual(texts('The rate fell (p < 0.05). The drug, i.v., was safe (p = .03). Dr. Lee agreed.'), [
      'The rate fell (p < 0.05).',
      'The drug, i.v., was safe (p = .03).',
      'Dr. Lee agreed.',
    ]);
  });

  it('ends a sentence behind the numbers of references, and not within decimals and figures', () => {
    assert.deepEqual(
      texts('It rose from 1992.1 Such change has no past (P = 0.01).2,3 We modelled it in Fig.2 The end.'),
      ['It rose from 1992.1', 'Such change has no past (P = 0.01).2,3', 'We modelled it in Fig.2 The end.'],
    );
    assert.deepEqual(texts('It weighed 1.5 Kg. Version 2.1 Devices were used.'), [
      'It weighed 1.5 Kg.',
      'Version 2.1 Devices were used.',
    ]);
  });

  it('splits Chinese at semicolons and question marks and keeps quotes and decimals whole', () => {
    assert.deepEqual(
      texts('治疗组有效率为92.5%；对照组为80.0%（P<0.05）。是否安全？作者称“未见严重不良反应。”'),
      ['治疗组有效率为92.5%；', '对照组为80.0%（P<0.05）。', '是否安全？', '作者称“未见严重不良反应。”'],
    );
    assert.deepEqual(texts('复发率较低（44%；相对危险度 0.56；P<0.05）。安全性良好。'), [
      '复发率较低（44%；相对危险度 0.56；P<0.05）。',
      '安全性良好。',
    ]);
    assert.deepEqual(texts('（见表1；有效率为92.5%；'), ['（见表1；', '有效率为92.5%；']);
  });

  it('splits Chinese at its full stops, including closing quotes', () => {
    assert.deepEqual(texts('二甲双胍降低HbA1c 1.2%（P<0.05）。“安全性良好。”结论：可作为一线用药！'), [
      '二甲双胍降低HbA1c 1.2%（P<0.05）。',
      '“安全性良好。”',
      '结论：可作为一线用药！',
    ]);
  });

  it('returns trimmed sentences with offsets, in order, without losing text', () => {
    const piece = fc.constantFrom(
      'Metformin fell. ',
      'P = 0.05',
      ' vs. ',
      '。',
      '二甲双胍',
      '\n',
      '! ',
      '“',
      '”',
      'E. coli ',
      '.',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = pieces.join('');
        let end = 0;
        let kept = '';
        for (const sentence of splitSentences(source)) {
          assert.equal(source.slice(sentence.start, sentence.end), sentence.text);
          assert.ok(sentence.start >= end && sentence.text.trim() === sentence.text && sentence.text !== '');
          end = sentence.end;
          kept += sentence.text;
        }
        assert.equal(kept.replace(/\s/g, ''), source.replace(/\s/g, ''));
      }),
    );
  });
});
