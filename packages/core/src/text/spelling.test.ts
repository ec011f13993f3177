import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { americanSpelling, inAmericanSpelling, otherSpelling, withOtherSpellings } from './spelling.ts';

/** British and American spelling of one word. */
const pairs: [british: string, american: string][] = [
  ['haemorrhage', 'hemorrhage'],
  ['haemoglobin', 'hemoglobin'],
  ['anaemia', 'anemia'],
  ['ischaemic', 'ischemic'],
  ['oedema', 'edema'],
  ['oestrogen', 'estrogen'],
  ['oesophageal', 'esophageal'],
  ['paediatric', 'pediatric'],
  ['orthopaedic', 'orthopedic'],
  ['anaesthesia', 'anesthesia'],
  ['gynaecological', 'gynecological'],
  ['aetiology', 'etiology'],
  ['foetal', 'fetal'],
  ['diarrhoea', 'diarrhea'],
  ['dyspnoea', 'dyspnea'],
  ['coeliac', 'celiac'],
  ['caecum', 'cecum'],
  ['faecal', 'fecal'],
  ['caesarean', 'cesarean'],
  ['manoeuvre', 'maneuver'],
  ['leucocyte', 'leukocyte'],
  ['ageing', 'aging'],
  ['sulphate', 'sulfate'],
  ['tumours', 'tumors'],
  ['behavioural', 'behavioral'],
  ['fibre', 'fiber'],
  ['centres', 'centers'],
  ['labelled', 'labeled'],
  ['immunisation', 'immunization'],
  ['analysed', 'analyzed'],
  ['antioestrogen', 'antiestrogen'],
  ['methaemoglobin', 'methemoglobin'],
  ['leukaemic', 'leukemic'],
  ['emphasise', 'emphasize'],
  ['centred', 'centered'],
  ['manoeuvred', 'maneuvered'],
  ['oedematous', 'edematous'],
];

describe('British and American spellings', () => {
  it('are converted into each other', () => {
    for (const [british, american] of pairs) {
      assert.equal(americanSpelling(british), american);
      assert.equal(otherSpelling(british), american);
      assert.equal(otherSpelling(american), british);
    }
  });

  it('are equal for words with a single spelling', () => {
    for (const word of ['hours', 'four', 'flour', 'chemotherapy', 'course', '贫血'])
      assert.equal(americanSpelling(word), word);
    assert.equal(inAmericanSpelling('Iron-deficiency ANAEMIA'), 'iron-deficiency anemia');
    assert.equal(otherSpelling('metformin'), undefined);
    assert.equal(otherSpelling('chemotherapy'), undefined);
    assert.equal(otherSpelling('二甲双胍'), undefined);
    const single =
      'angioedema phytoestrogens racemic holoendemic humoral redemption predementia restriction fenestration erythematosus systemic epidemic endemic academic mathematical exercise';
    const others =
      'otherwise raise bruise crises precise promise revised size seized gastroesophageal programmed demise undersized';
    for (const word of `${single} ${others}`.split(' ')) assert.equal(otherSpelling(word), undefined, word);
  });

  it('are both listed among the wordings of a term, the typed one first', () => {
    assert.deepEqual(withOtherSpellings(['oedema', 'swelling', 'anasarca']), [
      'oedema',
      'edema',
      'swelling',
      'anasarca',
    ]);
    assert.deepEqual(withOtherSpellings(['cancer', 'tumour', 'growth']), [
      'cancer',
      'tumour',
      'growth',
      'tumor',
    ]);
    assert.deepEqual(withOtherSpellings(['贫血', 'anemia']), ['贫血', 'anemia', 'anaemia']);
    assert.deepEqual(withOtherSpellings([]), []);
  });
});
