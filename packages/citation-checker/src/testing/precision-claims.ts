import type { Verdict } from '../check.ts';

/** Made up; each holds what misled the checker once. */
export const precisionAbstracts = {
  'nasal-spray':
    'OBJECTIVE: To study oxaline nasal spray in pollen allergy. METHODS: Adults with pollen allergy were followed for one season. RESULTS: Oxaline lowered nasal congestion without affecting sleep latency. Itching was associated with wind speed. CONCLUSIONS: These data indicate that oxaline may shorten the pollen season.',
  'night-shift':
    'BACKGROUND: Ward falls are costly. METHODS: We recorded falls in eight geriatric wards of Finnish hospitals in January and July. RESULTS: Falls were more frequent at night. In July, wandering was common among residents with delirium. Midazolam lowered systolic blood pressure during induction. On awakening, pressure did not change.',
  'gout-diet':
    'RESULTS: Cherry juice lowered serum urate, whereas drinkers of beer had tophi. Flares did not change with cherry juice. Flares increased with beer.',
  dapsil:
    'METHODS: We assigned 240 adults to dapsil or placebo for 26 weeks. RESULTS: Body weight fell by 1.9 kg with dapsil and by 0.6 kg with placebo. Waist fell by 2.4 cm with dapsil and by 0.8 cm with placebo. CONCLUSIONS: Dapsil lowered body weight and waist.',
  'fibre-zh':
    '方法：将120名便秘成人随机分为纤维组和对照组。结果：纤维组的排便次数多于对照组，而不影响体重。纤维组病程比对照组短。腹胀与纤维摄入相关。',
} as const;

/** A sentence about one of the abstracts above, with the verdicts that it may have. */
export type PrecisionClaim = {
  abstract: keyof typeof precisionAbstracts;
  sentence: string;
  /** `not supported` and `not accused` leave the other two open. */
  verdict: Verdict | 'not supported' | 'not accused';
};

const rows: readonly [keyof typeof precisionAbstracts, string, PrecisionClaim['verdict']][] = [
  // What one of the two has behind "without".
  ['nasal-spray', 'Oxaline lowered nasal congestion without affecting sleep latency.', 'supported'],
  ['nasal-spray', 'Oxaline lowered nasal congestion and sleep latency.', 'not supported'],
  ['fibre-zh', '纤维组的排便次数和体重均多于对照组。', 'not supported'],
  // Each of several hedges counts, not the first alone.
  ['nasal-spray', 'Oxaline shortens the pollen season.', 'not supported'],
  // A cause beside an association.
  ['nasal-spray', 'Itching was associated with wind speed.', 'supported'],
  ['nasal-spray', 'Itching was causally associated with wind speed.', 'not supported'],
  ['fibre-zh', '腹胀与纤维摄入存在因果相关。', 'not supported'],
  // A comparison of what it names with what another sentence does.
  ['night-shift', 'Falls were more frequent at night.', 'supported'],
  ['night-shift', 'Falls were more frequent at night in July.', 'not supported'],
  // No change, said of the same words by a sentence beside the one that tells of a change.
  ['night-shift', 'On awakening, midazolam did not change systolic blood pressure.', 'not accused'],
  ['gout-diet', 'Flares did not change with cherry juice.', 'supported'],
  // What a contrasting clause says of something else.
  ['gout-diet', 'Cherry juice lowered serum urate.', 'supported'],
  ['gout-diet', 'Cherry juice lowered tophi.', 'not supported'],
  // Numbers with the group behind them; another group's number is not the conclusion's.
  ['dapsil', 'Body weight fell by 1.9 kg with dapsil and by 0.6 kg with placebo.', 'supported'],
  ['dapsil', 'Body weight fell by 0.6 kg with dapsil and by 1.9 kg with placebo.', 'deviates'],
  ['dapsil', 'In 240 adults, dapsil lowered body weight.', 'supported'],
  ['dapsil', 'Dapsil lowered body weight by 0.6 kg.', 'not supported'],
  ['dapsil', 'Dapsil lowered body weight by 2.4 kg.', 'not supported'],
  ['dapsil', '达普西使体重下降0.6 kg。', 'not supported'],
  // Comparisons by an adjective.
  ['fibre-zh', '对照组病程比纤维组短。', 'not supported'],
];

export const precisionClaims: readonly PrecisionClaim[] = rows.map(([abstract, sentence, verdict]) => ({
  abstract,
  sentence,
  verdict,
}));
