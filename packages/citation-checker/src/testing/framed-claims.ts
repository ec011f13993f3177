import { type ClaimRow, toClaims } from './claim-rows.ts';

/** Abstracts invented for these tests, whose statements are rejected, ascribed to others or conditional. */
export const framedAbstracts = {
  rejected:
    'RESULTS: Serum zinc rose. CONCLUSIONS: We reject the hypothesis that zinc prevents falls in old people.',
  wrong:
    'RESULTS: Serum zinc rose. CONCLUSIONS: It is wrong to conclude that zinc prevents falls in old people.',
  critics: 'RESULTS: Serum zinc rose. CONCLUSIONS: Critics claim that zinc prevents falls in old people.',
  confirmed: 'RESULTS: Serum zinc rose. CONCLUSIONS: If confirmed, zinc prevents falls in old people.',
  few: 'RESULTS: Serum zinc rose. CONCLUSIONS: Few data show that zinc prevents falls in old people.',
  shown: 'RESULTS: Serum zinc rose. CONCLUSIONS: Our data show that zinc prevents falls in old people.',
  'rejected-zh': '结果：血清锌升高。结论：我们否定了锌可预防老年人跌倒的假设。',
  'wrong-zh': '结果：血清锌升高。结论：认为锌可预防老年人跌倒的观点是错误的。',
  'earlier-zh': '结果：血清锌升高。结论：在先前的研究中，锌可预防老年人跌倒。',
  'confirmed-zh': '结果：血清锌升高。结论：如果得到证实，锌可预防老年人跌倒。',
  'shown-zh': '结果：血清锌升高。结论：我们的结果表明，锌可预防老年人跌倒。',
  contrary:
    'CONCLUSIONS: Contrary to the hypothesis that zinc prevents falls, falls were as frequent with zinc as before. Our findings challenge the view that fever is harmful, whereas zinc lowered fever.',
  earlier:
    'CONCLUSIONS: The results reject the null hypothesis that zinc and copper have the same effect. In an earlier trial, zinc reduced diarrhoea.',
  belief: 'CONCLUSIONS: The belief that zinc prevents colds was refuted. Zinc shortened colds in children.',
  unless:
    'RESULTS: Bleeding was rare, unless warfarin was given. If left untreated, quillosis progressed to blindness.',
} as const;

const rows: readonly ClaimRow<keyof typeof framedAbstracts>[] = [
  ...(['rejected', 'wrong', 'critics', 'confirmed', 'few'] as const).flatMap(
    (abstract): ClaimRow<keyof typeof framedAbstracts>[] => [
      [abstract, 'Zinc prevents falls in old people.', 'undetermined'],
      [abstract, '锌可预防老年人跌倒。', 'undetermined'],
    ],
  ),
  ...(['rejected-zh', 'wrong-zh', 'earlier-zh', 'confirmed-zh'] as const).flatMap(
    (abstract): ClaimRow<keyof typeof framedAbstracts>[] => [
      [abstract, '锌可预防老年人跌倒。', 'undetermined'],
      [abstract, 'Zinc prevents falls in old people.', 'not supported'],
    ],
  ),
  ['shown', 'Zinc prevents falls in old people.', 'supported'],
  ['shown', '锌可预防老年人跌倒。', 'supported'],
  ['shown-zh', '锌可预防老年人跌倒。', 'supported'],
  // A claim with the same frame.
  ['earlier', 'The authors reject the hypothesis that zinc and copper have the same effect.', 'supported'],
  ['earlier', 'Zinc and copper have the same effect.', 'not supported'],
  ['earlier', 'In an earlier trial, zinc reduced diarrhoea.', 'supported'],
  ['earlier', 'Zinc reduced diarrhoea.', 'not supported'],
  ['earlier', '锌减少腹泻。', 'not supported'],
  // The finding after the frame.
  ['contrary', 'Zinc prevents falls.', 'not supported'],
  ['contrary', '锌可预防跌倒。', 'not supported'],
  ['contrary', 'Fever is harmful.', 'not supported'],
  ['contrary', 'Zinc lowered fever.', 'supported'],
  ['contrary', '锌降低了发热。', 'supported'],
  ['belief', 'Zinc prevents colds.', 'not supported'],
  ['belief', 'Zinc shortened colds in children.', 'supported'],
  ['belief', '锌可预防感冒。', 'not supported'],
  // A condition that the claim drops, and one that it says in other words.
  ['unless', 'Bleeding was rare.', 'not supported'],
  ['unless', '出血罕见。', 'not supported'],
  ['unless', 'Bleeding was rare unless warfarin was given.', 'supported'],
  ['unless', 'Untreated quillosis progressed to blindness.', 'supported'],
];

export const framedClaims = toClaims(rows);
