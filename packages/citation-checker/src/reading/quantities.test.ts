import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { matchQuantity } from '../numbers/match-quantity.ts';
import { readQuantities } from './quantities.ts';

const read = (text: string) =>
  readQuantities(text).map(
    ({ value, percent, unit }) =>
      `${Number(value.toPrecision(8))}${percent ? '%' : ''}${unit ? ` ${unit.name}` : ''}`,
  );

const readings: [text: string, quantities: string[]][] = [
  ['a total of 32,441 samples', ['32441']],
  ['by 25% and 25 percent and 25 per cent', ['25%', '25%', '25%']],
  ['survival was 5·1 months', ['5.1 month']],
  ['０．８５（９５％ CI）', ['0.85', '95%']],
  ['2.5 × 10⁶ cells, 10(6) and 2 x 10^3', ['2500000', '1000000', '2000']],
  ['1.2 million deaths', ['1200000']],
  ['between 10 and 15 mg/kg', ['10 mg/kg', '15 mg/kg']],
  ['5−10 mg twice daily', ['5 mg', '10 mg', '2 fold']],
  ['95% CI 0.18-0.51; P=.03', ['95%', '0.18', '0.51', '0.03']],
  ['two hundred and fifty patients', ['250']],
  ['twenty-one of them', ['21']],
  ['one third, two-thirds and half', ['0.33333333', '0.66666667', '0.5']],
  ['doubled, 3-fold and twofold', ['2 fold', '3 fold', '2 fold']],
  ['in Asia(PR0.91[95%CI1.08-1.15]) and AUC=0.85', ['0.91', '95%', '1.08', '1.15', '0.85']],
  ['（OR0.73，95%CI0.68-0.80）', ['0.73', '95%', '0.68', '0.8']],
  ['PPR1.5, OR51E2 and CI1 of A三例', ['3 people']],
  ['IL-6, CD4+, p53, COVID-19, H1N1, miR-142-5p, 5-HT, 18F and 3D', []],
  ['白细胞介素-6和CD8', []],
  ['纳入1.2万例，死亡3亿人', ['12000 people', '300000000 people']],
  ['下降三成五', ['35%']],
  ['百分之四十和百分之12.5', ['40%', '12.5%']],
  ['三分之一的患者', ['0.33333333']],
  ['三万二千名女性，一百二十三例', ['32000 people', '123 people']],
  ['增加两倍，随访12周', ['2 fold', '12 week']],
  ['一种新的方法，第一次，三氧化二砷', []],
  ['12成三例', ['123%']],
  ['one to two weeks later, and within seven to 10 days', ['1 week', '2 week', '7 day', '10 day']],
  ['two drugs and 10 mg, one or two drugs', ['2', '10 mg', '2']],
  ['2到3周后', ['2 week', '3 week']],
  ['2010至2015年间，2015年起随访12年', ['2010', '2015', '2015', '12 year']],
];

describe('readQuantities', () => {
  for (const [text, quantities] of readings)
    it(`reads ${quantities.join(', ') || 'none'} in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(read(text), quantities);
    });

  it('returns ordered offsets in any text', () => {
    const piece = fc.constantFrom(
      '12',
      '３',
      '%',
      ' mg',
      '万',
      '三',
      '成',
      '百',
      '.',
      ',',
      '-',
      ' two',
      'hundred ',
      'p<',
      '0.05',
      ' x 10',
      '(6)',
      'IL-',
      '例',
      'é',
      '𠮷',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        let last = 0;
        for (const { start, end, text: written, value } of readQuantities(text)) {
          assert.ok(start >= last && end > start);
          assert.equal(text.slice(start, end), written);
          assert.ok(Number.isFinite(value));
          last = end;
        }
      }),
    );
  });
});

const pairs: [stated: string, found: string, how: string | undefined][] = [
  ['25%', '0.25', 'share'],
  ['0.25', '25%', 'share'],
  ['one third', '33%', 'share'],
  ['63%', '62.7%', 'rounded'],
  ['62%', '62.7%', undefined],
  ['62.7%', '63%', undefined],
  ['about 60%', '62.7%', 'rounded'],
  ['60%', '62.7%', undefined],
  ['1 g', '1000 mg', 'converted'],
  ['12 months', '1 year', 'converted'],
  ['12 months', '12 weeks', undefined],
  ['5 mg', '5 µg', undefined],
  ['5', '5 mg', 'same'],
  ['1.2万例', '12,000 patients', 'same'],
  ['三成', '30%', 'same'],
  ['24个月', '24 months', 'same'],
  ['2年', '24 months', 'converted'],
  ['40%', '40 mg', undefined],
  ['40%', '40 mg/m2', undefined],
  ['40%', '40例', undefined],
  ['12%', '12周', undefined],
  ['12 weeks', '12%', undefined],
];

describe('matchQuantity', () => {
  for (const [stated, found, how] of pairs)
    it(`finds that ${stated} ${how ? `is ${how} in` : 'is not in'} ${found}`, () => {
      const [one] = readQuantities(stated);
      const [other] = readQuantities(found);
      assert.ok(one && other);
      assert.equal(matchQuantity(one, other), how);
    });
});
