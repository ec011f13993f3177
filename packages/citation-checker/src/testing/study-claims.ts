import { type ClaimRow, toClaims } from './claim-rows.ts';

/**
 * Abstracts invented for these tests: claims that say more of the study than it does, or name parts of it that another
 * sentence than their finding's states.
 */
export const studyAbstracts = {
  'study-bones':
    'METHODS: We randomised 120 women aged 60 to 75 years at one hospital in Denmark to vitamin K or placebo. RESULTS: Bone density of the hip was similar in the two groups. CONCLUSIONS: These results suggest a possible role of vitamin K in the repair of small fractures.',
  'study-unit':
    'METHODS: We studied the intensive care unit of one hospital. RESULTS: Bronchoscopy was not associated with a longer time to antibiotics.',
  'study-iron':
    'METHODS: A ferroportin mutation that disrupts the regulation of iron was bred into mice. RESULTS: The mutation increased the iron of the lungs.',
  'study-neurons':
    'METHODS: The oxidized state of cytochrome c was followed in extracts of neurons. RESULTS: In healthy neurons and in cancer cells, cytochrome c is reduced and held inactive by intracellular glutathione.',
  'study-ulcers':
    'RESULTS: In the clinic, warfarin was given to smokers with leg ulcers before grafting. Healing took six weeks.',
  'study-heart':
    'METHODS: Hypertensive patients were examined. RESULTS: Metabolic syndrome (MetS) and left ventricular dimensions were assessed in all hypertensive patients. Left ventricular dimensions were not influenced by MetS.',
  'study-rain':
    'RESULTS: Anopheles gambiae s.l. and An. funestus densities in Kwale were not significantly influenced by rainfall.',
  'study-glue':
    'METHODS: Anastomoses of the bowel in rats were made with glue or sutures. RESULTS: Bursting pressures did not differ on days 2 and 6.',
  'study-ablation':
    'RESULTS: Ganglionated plexus ablation was added to the Maze operation in all 40 patients with long drainage. Drainage, ventilation and antibiotics were not reduced.',
  'study-score':
    'RESULTS: The MPV score was an independent prognostic factor for overall survival (hazard ratio (HR) 0.378, 95% confidence interval (CI) 0.241 to 0.593) and relapse (HR 0.341, 95% CI 0.218 to 0.534) in multivariate analyses.',
  'study-stopped':
    'RESULTS: Of 818 registered trials, 395 met the inclusion criteria. Of these, 21% (81/395) were discontinued early, most commonly owing to poor recruitment (44%, 36/81). CONCLUSIONS: One in five surgical randomised controlled trials are discontinued early, one in three completed trials remain unpublished.',
} as const;

/** Titles of these abstracts. */
export const studyTitles: Partial<Record<string, string>> = {
  'study-bones': 'Vitamin K for bones: a randomised trial',
  'study-unit': 'Bronchoscopy for pneumonia in the intensive care unit',
  'study-iron': 'A mutation of ferroportin',
  'study-neurons': 'Cytochrome c and glutathione in neurons',
  'study-heart': 'Metabolic syndrome and the heart',
  'study-glue': 'Glue or sutures for anastomosis of the bowel in rats',
  'study-ablation': 'Ganglionated plexus ablation with the Maze operation',
  'study-score': 'Mean platelet volume in squamous cell carcinoma of the oesophagus',
  'study-stopped': 'Discontinuation of surgical randomised controlled trials: an observational study',
};

const rows: readonly ClaimRow<keyof typeof studyAbstracts>[] = [
  // Both ends of a range that no sentence states.
  [
    'study-bones',
    'Bone density of the hip was similar with vitamin K and placebo in women aged 40 to 55 years.',
    'deviates',
  ],
  [
    'study-bones',
    'Bone density of the hip was similar with vitamin K and placebo in women aged 60 to 75 years.',
    'not accused',
  ],
  // A proof of what is only suggested.
  [
    'study-bones',
    'The trial provides conclusive proof of a role of vitamin K in the repair of small fractures.',
    'deviates',
  ],
  ['study-bones', '该研究证实，维生素K在小骨折的修复中发挥作用。', 'deviates'],
  [
    'study-bones',
    'The trial provides no conclusive proof of a role of vitamin K in the repair of small fractures.',
    'not accused',
  ],
  ['study-bones', '该研究提示，维生素K可能在小骨折的修复中发挥作用。', 'not accused'],
  // A place beyond the study's, which its methods state.
  [
    'study-bones',
    'Vitamin K or placebo was given to women aged 60 to 75 years in all regions of Denmark.',
    'deviates',
  ],
  ['study-bones', 'Women at all hospitals of Denmark were randomised to vitamin K or placebo.', 'deviates'],
  ['study-bones', 'Women at a hospital in Denmark were randomised to vitamin K or placebo.', 'not accused'],
  [
    'study-unit',
    'In intensive care units in general, bronchoscopy was not associated with a longer time to antibiotics.',
    'not supported',
  ],
  [
    'study-unit',
    'In the intensive care unit, bronchoscopy was not associated with a longer time to antibiotics.',
    'supported',
  ],
  // An item replaced by another of its kind in a claim of other words.
  [
    'study-ulcers',
    'Smokers with ulcers received warfarin at a centre before their skin grafting in spring.',
    'not accused',
  ],
  // Words of title and methods that describe what the sentence is about.
  [
    'study-iron',
    'A ferroportin mutation that disrupts iron regulation increased the iron of the lungs.',
    'supported',
  ],
  [
    'study-iron',
    'A ferroportin mutation that disrupts iron regulation lowered the iron of the lungs.',
    'not supported',
  ],
  [
    'study-neurons',
    'In healthy neurons and in cancer cells, intracellular glutathione holds cytochrome c in an oxidized and inactive state.',
    'not supported',
  ],
  [
    'study-glue',
    'In bowel anastomoses of rats made with glue or sutures, bursting pressures did not differ on days 2 and 6.',
    'supported',
  ],
  [
    'study-glue',
    'In bowel anastomoses of rats made with glue or sutures, bursting pressures differed on days 2 and 6.',
    'not supported',
  ],
  // Another sentence has more words of a claim, but not its finding.
  [
    'study-heart',
    'Metabolic syndrome did not influence left ventricular dimensions in hypertensive patients.',
    'supported',
  ],
  [
    'study-heart',
    'Metabolic syndrome influenced left ventricular dimensions in hypertensive patients.',
    'not supported',
  ],
  [
    'study-ablation',
    'Ganglionated plexus ablation with the Maze operation did not reduce drainage, ventilation or antibiotics.',
    'supported',
  ],
  [
    'study-ablation',
    'Ganglionated plexus ablation with the Maze operation reduced drainage, ventilation and antibiotics.',
    'not supported',
  ],
  // The first of two species, and the densities of both.
  ['study-rain', 'In Kwale, Anopheles densities were not significantly affected by rainfall.', 'supported'],
  ['study-rain', 'In Kwale, Anopheles densities were significantly affected by rainfall.', 'deviates'],
  // A share computed from the counts of something else.
  [
    'study-stopped',
    'One in two surgical randomised controlled trials are discontinued early.',
    'not supported',
  ],
  // A bracket separates words from those next to it.
  [
    'study-score',
    'On multivariate analysis, the MPV score was independently prognostic for overall survival in squamous cell carcinoma (HR 0.378, 95% CI 0.241-0.593).',
    'supported',
  ],
  [
    'study-score',
    'On multivariate analysis, the MPV score was independently prognostic for overall survival in squamous cell carcinoma (HR 0.341, 95% CI 0.218-0.534).',
    'not supported',
  ],
];

/** Sentences on what a study covers and concludes. */
export const studyClaims = toClaims(rows);
