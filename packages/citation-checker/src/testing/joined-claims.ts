import { type ClaimRow, toClaims } from './claim-rows.ts';

/** Abstracts invented for these tests, whose sentences join statements, list figures or leave something open. */
export const joinedAbstracts = {
  'joined-arcs':
    'RESULTS: Cells given CX12 formed broad actin bundles, and bundle growth was arrested by an inhibitor of myosin.',
  'joined-stimulation':
    'RESULTS: Stimulation of AB7 increases, whereas stimulation of CD9 reduces, exhaustion of lymphocytes.',
  'joined-metals':
    'RESULTS: Serum zinc rose in the fasting group, whereas plasma copper remained below the normal range. In adults with gout, uric acid fell, and weight was unchanged.',
  'joined-metals-zh': '结果：禁食组血清锌升高；血浆铜仍低于正常范围。',
  'joined-curve': 'RESULTS: At 20 mg zilpol the curve was sigmoidal, while at 2 mg zilpol it was hyperbolic.',
  'joined-rand':
    'RESULTS: The district programme cost the least (R3799 per patient cured), compared with R98307 for the programme before 1991, R9940 for the national programme, and R11145 for sanatorium care.',
  'joined-relapse':
    'RESULTS: Relapse was recorded in 12% of tenants in rented flats, 9% of tenants in council flats, and 4% of owners in rented offices. There were 2 falls in the zilpol group, 6 falls in the norin group and 0 falls in the domaril group.',
  'joined-doses':
    'RESULTS: Risk was reduced by 76% for two doses, 96% for four doses, and 99% for seven doses.',
  'joined-pending':
    'CONCLUSIONS: The use of breath assays for diagnosing gastric cancer still needs further validation by large prospective studies. The mechanism of tolerance to zilpol remains unclear. Norin lowered fever, but its safety should be evaluated in children.',
  'joined-pending-zh': '结论：呼气检测用于胃癌诊断仍有待大规模前瞻性研究验证。',
  'joined-aim':
    'OBJECTIVE: The role of zilpol in gout and rickets remains to be defined.\nRESULTS: The family of gout drugs comprises zilpol and norin.',
  'joined-commonest':
    'RESULTS: MRSA has now become the most prevalent organism isolated from abscesses of children in our region. Most of the abscesses were drained.',
  'joined-share': 'RESULTS: Neck pain was present in 37% of the tenants. Of the owners, 47% smoked.',
  'joined-design':
    'BACKGROUND: Zilpol is found in cough remedies. To study its risks, we designed a case-control study.\nRESULTS: Zilpol was associated with stroke.',
  'joined-survey':
    'METHODS: We performed a cross-sectional study of residents of Alta.\nRESULTS: Obesity was associated with reflux.',
  'joined-short':
    'BACKGROUND: Bladder cancer (BCa) is common.\nRESULTS: The pooled sensitivity of the assay for BCa was 0.75.',
} as const;

/** Titles of these abstracts. */
export const joinedTitles: Partial<Record<string, string>> = {
  'joined-aim': 'Zilpol, gout and rickets: a role?',
};

const rows: readonly ClaimRow<keyof typeof joinedAbstracts>[] = [
  // The words of a claim are those of one statement.
  ['joined-arcs', 'Bundle growth was arrested by an inhibitor of myosin.', 'supported'],
  ['joined-arcs', 'Broad actin bundles formed once an inhibitor of myosin was given.', 'not supported'],
  ['joined-arcs', 'CX12 arrested bundle growth.', 'not supported'],
  ['joined-stimulation', 'Stimulation of AB7 reduces exhaustion of lymphocytes.', 'not supported'],
  ['joined-stimulation', 'Stimulation of CD9 increases exhaustion of lymphocytes.', 'not supported'],
  ['joined-stimulation', 'AB7刺激可减轻淋巴细胞耗竭。', 'not supported'],
  ['joined-metals', 'Plasma copper remained below the normal range.', 'supported'],
  ['joined-metals', 'Serum zinc remained below the normal range.', 'not supported'],
  ['joined-metals', 'Plasma copper rose in the fasting group.', 'not supported'],
  ['joined-metals', '禁食组血浆铜升高。', 'not supported'],
  ['joined-metals', 'In adults with gout, weight was unchanged.', 'not accused'],
  ['joined-metals-zh', '禁食组血清锌升高。', 'supported'],
  ['joined-metals-zh', '血清锌低于正常范围。', 'not supported'],
  ['joined-curve', 'At 20 mg zilpol the curve was sigmoidal.', 'supported'],
  ['joined-curve', 'At 20 mg zilpol the curve was hyperbolic.', 'not supported'],
  // Each figure of a list has its own owner; letters may be a currency.
  ['joined-rand', 'The national programme cost R9940 per patient cured.', 'not accused'],
  [
    'joined-rand',
    'A cure cost R3799 with the district programme as against R11145 with sanatorium care.',
    'supported',
  ],
  [
    'joined-rand',
    'A cure cost R3799 with the district programme as against R11145 with the national programme.',
    'not supported',
  ],
  ['joined-rand', '地区项目每治愈一例患者花费R3799，而国家项目花费R11145。', 'not supported'],
  ['joined-relapse', 'Relapse was recorded in 9% of tenants in council flats.', 'supported'],
  ['joined-relapse', 'Relapse was recorded in 9% of tenants in rented flats.', 'not supported'],
  ['joined-relapse', 'There were 0 falls in the norin group.', 'not supported'],
  ['joined-doses', 'Risk was reduced by 99% for seven doses.', 'not accused'],
  ['joined-doses', 'Risk was reduced by 99% for four doses.', 'not supported'],
  ['joined-doses', 'Risk was reduced by 76% for two doses and 99% for four doses.', 'not supported'],
  // What is still to be done has not been done.
  [
    'joined-pending',
    'The use of breath assays for diagnosing gastric cancer still needs validation by large prospective studies.',
    'supported',
  ],
  [
    'joined-pending',
    'Large prospective studies have by now validated breath assays for diagnosing gastric cancer.',
    'not supported',
  ],
  ['joined-pending', '大规模前瞻性研究已验证呼气检测用于胃癌诊断。', 'not supported'],
  ['joined-pending', 'The mechanism of tolerance to zilpol is known.', 'not supported'],
  ['joined-pending', 'The safety of norin was evaluated in children.', 'not supported'],
  ['joined-pending', 'Norin lowered fever.', 'supported'],
  ['joined-pending-zh', '大规模前瞻性研究已验证呼气检测用于胃癌诊断。', 'not supported'],
  ['joined-aim', 'Zilpol has a role in gout and rickets.', 'not supported'],
  // The first of all is no "all" for "most".
  [
    'joined-commonest',
    'In our region, MRSA has overtaken every other organism isolated from abscesses of children.',
    'not accused',
  ],
  [
    'joined-commonest',
    'MRSA was the commonest of all organisms isolated from abscesses of children.',
    'not accused',
  ],
  ['joined-commonest', '在该地区，MRSA超过了从儿童脓肿中分离出的所有其他病原体。', 'not accused'],
  ['joined-commonest', 'All of the abscesses were drained.', 'deviates'],
  // A share in words, with its bound, is that of one percentage.
  ['joined-share', 'Over a third of the tenants had neck pain.', 'supported'],
  ['joined-share', '超过三分之一的租户有颈痛。', 'not accused'],
  ['joined-share', 'More than half of the tenants had neck pain.', 'not supported'],
  ['joined-share', 'Over two thirds of the tenants had neck pain.', 'deviates'],
  ['joined-share', 'Less than half of the tenants had neck pain.', 'supported'],
  ['joined-share', 'Less than a third of the tenants had neck pain.', 'not supported'],
  ['joined-share', 'Less than a third of the tenants had no neck pain.', 'not supported'],
  ['joined-share', 'Over two thirds of the tenants had no neck pain.', 'not supported'],
  ['joined-share', 'Nearly two thirds of the tenants were free of neck pain.', 'not accused'],
  ['joined-share', 'Almost half of the owners smoked.', 'supported'],
  ['joined-share', 'Over half of the owners smoked.', 'not supported'],
  // A design that the background of a short abstract states, and one called by its follow-up.
  ['joined-design', 'A prospective cohort study of cough remedies linked zilpol with stroke.', 'deviates'],
  ['joined-design', '一项前瞻性队列研究显示，zilpol与卒中相关。', 'deviates'],
  ['joined-design', 'A case-control study linked zilpol with stroke.', 'not accused'],
  ['joined-survey', 'A long-term follow-up of residents of Alta tied obesity to reflux.', 'deviates'],
  ['joined-survey', 'A survey of residents of Alta tied obesity to reflux.', 'not accused'],
  // A short form is the disease it stands for.
  ['joined-short', 'The pooled sensitivity of the assay for prostate cancer was 0.75.', 'deviates'],
  ['joined-short', '该检测对前列腺癌的合并灵敏度为0.75。', 'not supported'],
  ['joined-short', 'The pooled sensitivity of the assay for bladder cancer was 0.75.', 'not accused'],
];

/** Claims about these abstracts. */
export const joinedClaims = toClaims(rows);
