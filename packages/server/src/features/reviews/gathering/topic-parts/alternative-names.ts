import type { SearchQuery } from '@citewell/core/records/query.ts';

/** Names that records use for a subject and dictionaries do not give, by subject. */
const otherNames: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\bandrogen[- ](?:deprivation|suppression|ablation)\b|雄激素(?:剥夺|去除|阻断)/i,
    ['androgen suppression', 'androgen ablation', 'androgen deprivation', 'androgen blockade'],
  ],
  [
    /\bchemo-?radi(?:o-?therapy|ation)\b|(?:同步)?放化疗/i,
    ['chemoradiation', 'chemo-radiotherapy', 'chemo-radiation', 'radiochemotherapy', 'radio-chemotherapy'],
  ],
  [
    /\banti-?platelet\b|抗血小板/i,
    ['glycoprotein IIb', 'GP IIb', 'abciximab', 'eptifibatide', 'tirofiban', 'platelet inhibition'],
  ],
  [
    /^(?:(?:blood pressure|BP)[- ]lowering(?: (?:drugs?|treatments?|therapy))?|lowering (?:of )?blood pressure|降(?:血)?压(?:药物?|治疗)?)$/i,
    [
      'antihypertensive',
      'blood pressure lowering',
      'lowering blood pressure',
      'reducing blood pressure',
      'blood pressure reduction',
    ],
  ],
  [
    /^(?:(?:preterm|premature) (?:infants?|bab(?:y|ies)|neonates?|newborns?)|早产儿)$/i,
    [
      ...['preterm infants', 'premature infants', 'preterm neonates', 'preterm newborns', 'preterm babies'],
      ...[
        'preterm children',
        'born prematurely',
        'children born preterm',
        'infants born preterm',

        'retinopathy of prematurity',
      ],
    ],
  ],
  [/^(?:sepsis|脓毒症|败血症)$/i, ['septic patients', 'septic infants', 'septic neonates', 'severe sepsis']],
  [/\bhyperhomocyst\w+|高同型半胱氨酸/i, ['homocysteine']],
  [/\bhyperuric\w+|高尿酸/i, ['uric acid', 'urate']],
  [/\bosteoporosis\b|骨质疏松/i, ['low bone density', 'low bone mineral density', 'low bone mass']],
  [
    /^(?:blood pressure control|control of blood pressure|血压(?:的)?(?:控制|管理))$/i,
    ['blood pressure', 'BP', 'hypertension', 'hypertensive', 'antihypertensive'],
  ],
];

/** Matches the name of a species, which texts write with the initial of the genus: "Plasmodium falciparum". */
const species =
  /^(Acinetobacter|Aspergillus|Bordetella|Borrelia|Candida|Chlamydia|Clostridi(?:um|oides)|Cryptococcus|Enterococcus|Escherichia|Haemophilus|Helicobacter|Klebsiella|Legionella|Leishmania|Listeria|Mycobacterium|Neisseria|Plasmodium|Porphyromonas|Pseudomonas|Salmonella|Schistosoma|Staphylococcus|Streptococcus|Toxoplasma|Treponema|Trypanosoma) ([a-z]{4,20})$/;

/** Adds to the wordings of a subject the other names that records use for it. */
export function withAlternativeNames(query: SearchQuery): SearchQuery {
  const added = (wordings: readonly string[]) => {
    const own = wordings.slice(0, 2);
    return [
      ...otherNames.flatMap(([pattern, names]) => (own.some((name) => pattern.test(name)) ? names : [])),
      ...own.flatMap((name) => {
        const [, genus = '', kind] = species.exec(name) ?? [];
        return kind ? [`${genus.charAt(0)}. ${kind}`] : [];
      }),
    ];
  };
  const all = (wordings: readonly string[]) => [...new Set([...wordings, ...added(wordings)])];
  return {
    ...query,
    facets: query.facets.map(all),
    ...(query.subjects && {
      subjects: query.subjects.map((subject) => {
        const wordings = all(subject.wordings);
        return wordings.length > subject.wordings.length
          ? { ...subject, ...(isControl(subject.name) && { kind: 'known' as const }), wordings }
          : subject;
      }),
    }),
  };
}

/** Returns true for the control or lowering of a measure, which is asked for by the names of the measure. */
function isControl(name: string): boolean {
  return /\bcontrol\b|\blowering\b|控制|管理|降血?压/i.test(name);
}
