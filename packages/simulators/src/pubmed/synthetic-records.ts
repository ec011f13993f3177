import { type SimulatedRecord, simulatedRecord } from './record.ts';
import type { RecordFields } from './record-fields.ts';

/**
 * Invented records, so that tests need no external data: no drug, journal, author or figure in them exists (DOIs use
 * the test prefix 10.5555). Together they contain every oddity of real PubMed records that a reader must handle.
 */
export function syntheticRecords(): SimulatedRecord[] {
  return fields.map(simulatedRecord);
}

/** PMIDs of the records with one oddity each. */
export const syntheticPmids = {
  trial: '990000001',
  noAuthors: '990000002',
  noAbstract: '990000003',
  collectiveAuthor: '990000004',
  medlineDate: '990000005',
  doiInELocationOnly: '990000006',
  doiInArticleIdOnly: '990000007',
  book: '990000008',
  retracted: '990000009',
  retractionNotice: '990000010',
  concern: '990000011',
  concernNotice: '990000012',
  corrected: '990000013',
  erratumNotice: '990000014',
  preprint: '990000015',
  preprintPublished: '990000016',
  vernacularTitle: '990000017',
  inlineMarkup: '990000018',
  chinese: '990000019',
  season: '990000020',
  retractedByLinkOnly: '990000036',
  retractedByTypeOnly: '990000037',
  titleNotAvailable: '990000038',
  shortPmid: '7',
} as const;

const simulated = {
  title: 'Journal of simulated medicine',
  abbreviation: 'J Simul Med',
  issn: '0000-0019',
  nlmId: '9900001',
};
const cardiology = {
  title: 'Simulated cardiology',
  abbreviation: 'Simul Cardiol',
  issn: '0000-0027',
  nlmId: '9900002',
};
const oncology = {
  title: 'Simulated oncology (Nowhere)',
  abbreviation: 'Simul Oncol',
  issn: '0000-0035',
  nlmId: '9900003',
};
const neurology = {
  title: 'Annals of simulated neurology',
  abbreviation: 'Ann Simul Neurol',
  issn: '0000-0043',
  nlmId: '9900004',
};
const pediatrics = {
  title: 'Simulated paediatrics',
  abbreviation: 'Simul Paediatr',
  issn: '0000-0051',
  nlmId: '9900005',
};

const doe = { lastName: 'Doe', foreName: 'Jana', initials: 'J' };
const muster = { lastName: 'Mustermann', foreName: 'Erik Paul', initials: 'EP' };
const lind = { lastName: 'Lindqvist', foreName: 'Åsa', initials: 'Å' };
const junior = { lastName: 'Placeholder', foreName: 'Robin', initials: 'R', suffix: 'Jr' };
const trialGroup = { collectiveName: 'ZELPRA Trial Investigators' };

function sections(...texts: [label: string, text: string][]): { label: string; text: string }[] {
  return texts.map(([label, text]) => ({ label, text }));
}

const fields: RecordFields[] = [
  {
    pmid: syntheticPmids.trial,
    title: 'Zelparin for stroke prevention in atrial fibrillation: a randomized controlled trial.',
    abstract: sections(
      [
        'BACKGROUND',
        'Whether zelparin prevents stroke in older patients with atrial fibrillation is not known.',
      ],
      [
        'METHODS',
        'We randomly assigned 4120 patients with atrial fibrillation to zelparin 20 mg daily or warfarin. The primary outcome was stroke or systemic embolism.',
      ],
      [
        'RESULTS',
        'Stroke occurred in 2.1% of the zelparin group and 3.4% of the warfarin group (hazard ratio 0.62; 95% CI, 0.48 to 0.80; P<0.001). Major bleeding did not differ.',
      ],
      ['CONCLUSIONS', 'Zelparin reduced stroke compared with warfarin without more major bleeding.'],
    ),
    authors: [doe, muster, trialGroup],
    journal: { ...cardiology, volume: '12', issue: '3', pages: '201-10' },
    published: { year: '2021', month: 'Mar', day: '15' },
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial', 'Multicenter Study'],
    mesh: [
      { name: 'Atrial Fibrillation', major: true, qualifiers: ['complications', 'drug therapy'] },
      { name: 'Stroke', qualifiers: ['prevention & control'] },
      { name: 'Anticoagulants', qualifiers: ['therapeutic use'] },
      { name: 'Humans' },
      { name: 'Aged' },
    ],
    keywords: ['anticoagulation', 'elderly'],
    doi: '10.5555/simul.2021.0001',
    pmcid: 'PMC99000001',
    license: 'cc by',
  },
  {
    pmid: syntheticPmids.noAuthors,
    title: 'Safety notice on zelparin tablets.',
    abstract: [
      { text: 'The simulated agency reports three cases of liver injury in patients taking zelparin.' },
    ],
    journal: { ...simulated, volume: '40', issue: '1', pages: '5' },
    published: { year: '2022', month: 'Jan' },
    publicationTypes: ['News'],
    mesh: [{ name: 'Anticoagulants', qualifiers: ['adverse effects'] }, { name: 'Humans' }],
  },
  {
    pmid: syntheticPmids.noAbstract,
    title: 'Zelparin or warfarin after stroke?',
    authors: [lind],
    journal: { ...neurology, volume: '8', issue: '2', pages: '77-8' },
    published: { year: '2021', month: 'Nov' },
    publicationTypes: ['Editorial', 'Comment'],
    mesh: [{ name: 'Stroke' }, { name: 'Anticoagulants' }],
    doi: '10.5555/simul.2021.0003',
  },
  {
    pmid: syntheticPmids.collectiveAuthor,
    title: 'Five-year follow-up of the ZELPRA trial of zelparin in atrial fibrillation.',
    abstract: [
      {
        text: 'Of 4120 randomized patients with atrial fibrillation, 3015 were followed for five years. Mortality was 18.2% with zelparin and 19.0% with warfarin (P = 0.41).',
      },
    ],
    authors: [trialGroup],
    journal: { ...cardiology, volume: '17', issue: '1', pages: 'e14' },
    published: { year: '2024', month: 'Feb', day: '2' },
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
    mesh: [{ name: 'Atrial Fibrillation', major: true }, { name: 'Follow-Up Studies' }, { name: 'Humans' }],
    doi: '10.5555/simul.2024.0004',
  },
  {
    pmid: syntheticPmids.medlineDate,
    title: 'Dietary salt and blood pressure in island populations.',
    abstract: [
      {
        text: 'Blood pressure rose by 4 mm Hg for each additional 5 g of salt a day in 812 adults of three simulated islands. Hypertension was more frequent where salt intake was high.',
      },
    ],
    authors: [muster, junior],
    journal: { ...simulated, volume: '15', issue: '12-1', pages: '880-7' },
    published: { medlineDate: '1998 Dec-1999 Jan' },
    mesh: [
      { name: 'Hypertension', qualifiers: ['epidemiology'] },
      { name: 'Sodium Chloride, Dietary' },
      { name: 'Blood Pressure' },
      { name: 'Humans' },
    ],
  },
  {
    pmid: syntheticPmids.doiInELocationOnly,
    title: 'Cardovalin lowers blood pressure in resistant hypertension.',
    abstract: sections(
      ['AIMS', 'To study cardovalin in resistant hypertension.'],
      [
        'METHODS AND RESULTS',
        'In 240 patients with resistant hypertension, cardovalin lowered systolic blood pressure by 11 mm Hg more than placebo at 12 weeks.',
      ],
      ['CONCLUSION', 'Cardovalin may be added where three drugs fail.'],
    ),
    authors: [doe, lind],
    journal: { ...cardiology, volume: '14', pages: '1001-9' },
    published: { year: '2023', month: '06' },
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
    mesh: [
      { name: 'Hypertension', major: true, qualifiers: ['drug therapy'] },
      { name: 'Antihypertensive Agents', qualifiers: ['therapeutic use'] },
      { name: 'Humans' },
    ],
    doi: '10.5555/simul.2023.0006',
    doiIn: 'elocation',
  },
  {
    pmid: syntheticPmids.doiInArticleIdOnly,
    title: 'Cardovalin and kidney function in chronic kidney disease.',
    abstract: [
      {
        text: 'Cardovalin slowed the decline of kidney function by 1.3 ml/min a year in 95 patients with chronic kidney disease; hyperkalaemia was seen in 7%.',
      },
    ],
    authors: [lind, muster],
    journal: { ...simulated, volume: '33', issue: '4', pages: '310-6' },
    published: { year: '2015', month: 'Apr' },
    mesh: [
      { name: 'Renal Insufficiency, Chronic', major: true },
      { name: 'Glomerular Filtration Rate' },
      { name: 'Humans' },
    ],
    doi: '10.5555/simul.2015.0007',
    doiIn: 'article-id',
  },
  {
    pmid: syntheticPmids.book,
    title: 'Simulated Ataxia Type 9',
    abstract: sections(
      [
        'CLINICAL CHARACTERISTICS',
        'Simulated ataxia type 9 begins in childhood with unsteady gait and slurred speech.',
      ],
      ['DIAGNOSIS/TESTING', 'The diagnosis rests on a pathogenic variant of the invented gene SIMX9.'],
      ['MANAGEMENT', 'Treatment is supportive; physiotherapy keeps patients walking for longer.'],
    ),
    authors: [doe, lind],
    journal: { title: 'SimReviews', abbreviation: 'SimReviews' },
    published: { year: '1993' },
    publicationTypes: ['Review'],
    book: {
      title: 'SimReviews<sup>®</sup>',
      publisher: 'University of Nowhere',
      place: 'Nowhere (NW)',
      accession: 'NBK990008',
    },
  },
  {
    pmid: syntheticPmids.retracted,
    title: 'High-dose vitamin Q cures the common cold: a randomized trial.',
    abstract: [{ text: 'Vitamin Q shortened the common cold by 4.2 days in 300 adults (P < 0.001).' }],
    authors: [junior],
    journal: { ...simulated, volume: '28', issue: '2', pages: '99-104' },
    published: { year: '2010', month: 'Feb' },
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial', 'Retracted Publication'],
    mesh: [
      { name: 'Common Cold', qualifiers: ['drug therapy'] },
      { name: 'Vitamins', qualifiers: ['therapeutic use'] },
      { name: 'Humans' },
    ],
    doi: '10.5555/simul.2010.0009',
    corrections: [
      {
        refType: 'RetractionIn',
        source: 'J Simul Med. 2012 Jun;30(6):401. doi: 10.5555/simul.2012.0010.',
        pmid: syntheticPmids.retractionNotice,
      },
    ],
  },
  {
    pmid: syntheticPmids.retractionNotice,
    title: 'Retraction: High-dose vitamin Q cures the common cold: a randomized trial.',
    abstract: [
      {
        text: 'The editors retract this article on the common cold because the trial of vitamin Q never took place.',
      },
    ],
    authors: [],
    journal: { ...simulated, volume: '30', issue: '6', pages: '401' },
    published: { year: '2012', month: 'Jun' },
    publicationTypes: ['Retraction of Publication'],
    doi: '10.5555/simul.2012.0010',
    corrections: [
      {
        refType: 'RetractionOf',
        source: 'J Simul Med. 2010 Feb;28(2):99-104. doi: 10.5555/simul.2010.0009.',
        pmid: syntheticPmids.retracted,
      },
    ],
  },
  {
    pmid: syntheticPmids.concern,
    title: 'Vitamin Q and wound healing in burns.',
    abstract: [{ text: 'Burn wounds healed 3.1 days earlier with vitamin Q ointment in 64 patients.' }],
    authors: [junior, muster],
    journal: { ...simulated, volume: '29', issue: '9', pages: '611-8' },
    published: { year: '2011', month: 'Sep' },
    mesh: [{ name: 'Burns', qualifiers: ['therapy'] }, { name: 'Wound Healing' }],
    doi: '10.5555/simul.2011.0011',
    corrections: [
      {
        refType: 'ExpressionOfConcernIn',
        source: 'J Simul Med. 2012 Jul;30(7):455.',
        pmid: syntheticPmids.concernNotice,
      },
    ],
  },
  {
    pmid: syntheticPmids.concernNotice,
    title: 'Expression of concern: Vitamin Q and wound healing in burns.',
    authors: [],
    journal: { ...simulated, volume: '30', issue: '7', pages: '455' },
    published: { year: '2012', month: 'Jul' },
    publicationTypes: ['Expression of Concern'],
    corrections: [
      {
        refType: 'ExpressionOfConcernFor',
        source: 'J Simul Med. 2011 Sep;29(9):611-8.',
        pmid: syntheticPmids.concern,
      },
    ],
  },
  {
    pmid: syntheticPmids.corrected,
    title: 'Inhaled brontol in moderate asthma of adolescents.',
    abstract: sections(
      ['RATIONALE', 'Brontol is used in adults with asthma; adolescents have not been studied.'],
      ['OBJECTIVES', 'To compare inhaled brontol with budesonide in adolescents with moderate asthma.'],
      ['METHODS', 'A double-blind trial in 410 adolescents aged 12 to 17 years.'],
      [
        'MEASUREMENTS AND MAIN RESULTS',
        'Exacerbations fell by 34% with brontol (rate ratio 0.66; 95% CI 0.51-0.85). Growth did not differ.',
      ],
      ['CONCLUSIONS', 'Brontol reduced exacerbations of asthma in adolescents.'],
    ),
    authors: [lind, doe],
    journal: { ...pediatrics, volume: '6', issue: '11', pages: '720-9' },
    published: { year: '2019', month: 'Nov' },
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
    mesh: [
      { name: 'Asthma', major: true, qualifiers: ['drug therapy'] },
      { name: 'Adolescent' },
      { name: 'Administration, Inhalation' },
      { name: 'Humans' },
    ],
    doi: '10.5555/simul.2019.0013',
    corrections: [
      {
        refType: 'ErratumIn',
        source: 'Simul Paediatr. 2020 Jan;7(1):12.',
        pmid: syntheticPmids.erratumNotice,
      },
    ],
  },
  {
    pmid: syntheticPmids.erratumNotice,
    title: 'Erratum: Inhaled brontol in moderate asthma of adolescents.',
    authors: [],
    journal: { ...pediatrics, volume: '7', issue: '1', pages: '12' },
    published: { year: '2020', month: 'Jan' },
    publicationTypes: ['Published Erratum'],
    corrections: [
      {
        refType: 'ErratumFor',
        source: 'Simul Paediatr. 2019 Nov;6(11):720-9.',
        pmid: syntheticPmids.corrected,
      },
    ],
  },
  {
    pmid: syntheticPmids.preprint,
    title: 'Nasal spray of novirin and household transmission of influenza.',
    abstract: [
      {
        text: 'In 150 households, novirin nasal spray reduced transmission of influenza from 21% to 13%. This is a preprint.',
      },
    ],
    authors: [muster],
    journal: { title: 'simRxiv : the simulated preprint server', abbreviation: 'simRxiv', nlmId: '9900006' },
    published: { year: '2022', month: 'Oct', day: '4' },
    status: 'PubMed-not-MEDLINE',
    publicationTypes: ['Journal Article', 'Preprint'],
    doi: '10.5555/simrxiv.2022.10.04.0015',
    corrections: [
      {
        refType: 'UpdateIn',
        source: 'J Simul Med. 2023 May;41(5):350-8.',
        pmid: syntheticPmids.preprintPublished,
      },
    ],
  },
  {
    pmid: syntheticPmids.preprintPublished,
    title: 'Novirin nasal spray to prevent household transmission of influenza: a cluster randomized trial.',
    abstract: sections(
      ['IMPORTANCE', 'Influenza spreads within households.'],
      ['DESIGN, SETTING, AND PARTICIPANTS', 'A cluster randomized trial in 300 households.'],
      [
        'RESULTS',
        'Transmission of influenza was 12% with novirin nasal spray and 20% with saline (risk ratio 0.60; 95% CI, 0.43-0.84).',
      ],
      ['CONCLUSIONS AND RELEVANCE', 'Novirin nasal spray reduced household transmission of influenza.'],
    ),
    authors: [muster, doe, lind],
    journal: { ...simulated, volume: '41', issue: '5', pages: '350-8' },
    published: { year: '2023', month: 'May' },
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
    mesh: [
      { name: 'Influenza, Human', major: true, qualifiers: ['prevention & control', 'transmission'] },
      { name: 'Nasal Sprays' },
      { name: 'Humans' },
    ],
    doi: '10.5555/simul.2023.0016',
    corrections: [
      {
        refType: 'UpdateOf',
        source: 'simRxiv. 2022 Oct 4. doi: 10.5555/simrxiv.2022.10.04.0015.',
        pmid: syntheticPmids.preprint,
      },
    ],
  },
  {
    pmid: syntheticPmids.vernacularTitle,
    title: '[Early mobilisation after hip fracture].',
    vernacularTitle: 'Frühmobilisation nach Hüftfraktur: Ergebnisse einer erfundenen Studie.',
    abstract: sections(
      ['ZIEL', 'To test early mobilisation after hip fracture surgery.'],
      [
        'ERGEBNISSE',
        'Patients mobilised on the first day left hospital 2.4 days earlier; falls were not more frequent.',
      ],
    ),
    otherAbstracts: [
      { language: 'ger', text: 'Am ersten Tag mobilisierte Patienten wurden 2,4 Tage früher entlassen.' },
    ],
    authors: [muster],
    journal: { ...simulated, volume: '36', issue: '8', pages: '540-4' },
    published: { year: '2018', month: 'Aug' },
    languages: ['ger'],
    mesh: [
      { name: 'Hip Fractures', major: true, qualifiers: ['rehabilitation'] },
      { name: 'Early Ambulation' },
      { name: 'Aged' },
    ],
  },
  {
    pmid: syntheticPmids.inlineMarkup,
    title:
      'Filtration below 60 ml/min/1.73 m<sup>2</sup>, CO<sub>2</sub> retention and <i>Simulobacter nullius</i> in sepsis.',
    abstract: [
      {
        text: 'Patients with filtration below 60 ml/min/1.73 m<sup>2</sup> carried <i>S. nullius</i> more often (<i>P</i> &lt; 0.05). TNF-α and β-catenin were raised; Ca<sup>2+</sup> was not. “Quoted” values: 5 × 10<sup>9</sup>/L.'.replace(
          '&lt;',
          '<',
        ),
      },
    ],
    authors: [lind, { lastName: "O'Nemo", foreName: 'Kit', initials: 'K' }],
    journal: { ...simulated, volume: '38', issue: '2', pages: '101-9' },
    published: { year: '2020', month: 'Feb', day: '29' },
    mesh: [
      { name: 'Sepsis', major: true, qualifiers: ['microbiology'] },
      { name: 'Glomerular Filtration Rate' },
    ],
    keywords: ['TNF-α', '<i>Simulobacter</i>'],
    doi: '10.5555/simul.2020.0018(a)<b>',
  },
  {
    pmid: syntheticPmids.chinese,
    title: '[Acupressure for chemotherapy-induced nausea: a simulated randomized trial].',
    vernacularTitle: '穴位按压缓解化疗所致恶心：一项虚构的随机对照试验',
    abstract: sections(
      [
        'OBJECTIVE',
        'To evaluate acupressure for chemotherapy-induced nausea in patients with breast cancer.',
      ],
      ['METHODS', 'A total of 120 patients were randomized to acupressure or usual care.'],
      ['RESULTS', 'Nausea scores were lower with acupressure (3.2 vs 4.9, P = 0.01).'],
      ['CONCLUSION', 'Acupressure relieved chemotherapy-induced nausea in patients with breast cancer.'],
    ),
    otherAbstracts: [
      {
        language: 'chi',
        text: '目的：评价穴位按压对乳腺癌患者化疗所致恶心的作用。结果：按压组恶心评分较低（3.2 对 4.9，P＝0.01）。',
      },
    ],
    authors: [
      { lastName: 'Zhang', foreName: 'Moumou', initials: 'M' },
      { lastName: 'Li', foreName: 'Xu', initials: 'X' },
    ],
    journal: {
      title: 'Moni yixue zazhi [Chinese journal of simulated medicine]',
      abbreviation: 'Moni Yixue Zazhi',
      issn: '0000-006X',
      nlmId: '9900007',
      volume: '22',
      issue: '7',
      pages: '415-9',
    },
    published: { year: '2017', month: 'Jul', day: '25' },
    languages: ['chi'],
    publicationTypes: ['English Abstract', 'Journal Article', 'Randomized Controlled Trial'],
    mesh: [
      { name: 'Acupressure', major: true },
      { name: 'Breast Neoplasms', qualifiers: ['drug therapy'] },
      { name: 'Nausea', qualifiers: ['chemically induced', 'therapy'] },
      { name: 'Female' },
      { name: 'Humans' },
    ],
    doi: '10.5555/simul.zh.2017.0019',
  },
  {
    pmid: syntheticPmids.season,
    title: 'Light therapy for seasonal depression: a review.',
    abstract: [
      {
        text: 'We review eleven trials of light therapy for seasonal depression. Light of 10,000 lux in the morning was better than dim light in nine of them.',
      },
    ],
    authors: [lind],
    journal: { ...neurology, volume: '2', issue: '4', pages: '200-12' },
    published: { year: '2013', season: 'Winter' },
    publicationTypes: ['Journal Article', 'Review'],
    mesh: [
      { name: 'Seasonal Affective Disorder', major: true, qualifiers: ['therapy'] },
      { name: 'Phototherapy' },
    ],
  },
  {
    pmid: '990000021',
    title: 'Glucomin and cardiovascular mortality in type 2 diabetes: a cohort study.',
    abstract: sections(
      ['OBJECTIVE', 'To study cardiovascular mortality in adults with type 2 diabetes who take glucomin.'],
      [
        'RESEARCH DESIGN AND METHODS',
        'A cohort of 18,402 adults with type 2 diabetes followed for a median of 6.1 years.',
      ],
      [
        'RESULTS',
        'Glucomin was associated with lower cardiovascular mortality (adjusted hazard ratio 0.81, 95% CI 0.72-0.91).',
      ],
      ['CONCLUSIONS', 'Glucomin users had lower cardiovascular mortality; confounding cannot be excluded.'],
    ),
    authors: [doe, muster, lind],
    journal: { ...simulated, volume: '37', issue: '3', pages: '180-8' },
    published: { year: '2019', month: 'Mar' },
    publicationTypes: ['Journal Article', 'Observational Study'],
    mesh: [
      { name: 'Diabetes Mellitus, Type 2', major: true, qualifiers: ['drug therapy', 'mortality'] },
      { name: 'Hypoglycemic Agents' },
      { name: 'Cohort Studies' },
      { name: 'Humans' },
    ],
    doi: '10.5555/simul.2019.0021',
  },
  {
    pmid: '990000022',
    title: 'Glucomin for type 2 diabetes: systematic review and meta-analysis of randomized trials.',
    abstract: sections(
      ['PURPOSE', 'To pool randomized trials of glucomin in type 2 diabetes.'],
      ['DATA SOURCES', 'Three invented databases through March 2022.'],
      [
        'DATA SYNTHESIS',
        'Across 14 trials with 6210 patients, glucomin lowered HbA1c by 0.9 percentage points (95% CI 0.7 to 1.1). Mortality did not differ (risk ratio 0.97, 95% CI 0.80 to 1.18).',
      ],
      ['CONCLUSIONS', 'Glucomin lowers HbA1c; trials do not show an effect on mortality.'],
    ),
    authors: [lind, doe],
    journal: { ...simulated, volume: '40', issue: '9', pages: '700-15' },
    published: { year: '2022', month: 'Sep' },
    publicationTypes: ['Journal Article', 'Systematic Review', 'Meta-Analysis'],
    mesh: [
      { name: 'Diabetes Mellitus, Type 2', major: true, qualifiers: ['drug therapy'] },
      { name: 'Glycated Hemoglobin' },
      { name: 'Humans' },
    ],
    doi: '10.5555/simul.2022.0022',
  },
  {
    pmid: '990000023',
    title: 'Screening for diabetes in pregnancy: a simulated practice guideline.',
    abstract: [
      {
        text: 'We recommend an oral glucose tolerance test for all pregnant women at 24 to 28 weeks. Diabetes in pregnancy raises the risk of macrosomia and preeclampsia.',
      },
    ],
    authors: [{ collectiveName: 'Simulated College of Obstetricians' }],
    journal: { ...simulated, volume: '34', issue: '5', pages: '390-401' },
    published: { year: '2016', month: 'May' },
    publicationTypes: ['Journal Article', 'Practice Guideline'],
    mesh: [
      { name: 'Diabetes, Gestational', major: true, qualifiers: ['diagnosis'] },
      { name: 'Pregnancy' },
      { name: 'Mass Screening' },
      { name: 'Female' },
    ],
  },
  {
    pmid: '990000024',
    title: 'Sudden blindness after eating imaginary mushrooms: a case report.',
    abstract: [
      {
        text: 'A 34-year-old man lost vision in both eyes six hours after a meal of imaginary mushrooms and recovered within four days.',
      },
    ],
    authors: [junior],
    journal: { ...neurology, volume: '5', issue: '1', pages: '33-5' },
    published: { year: '2017', month: 'Jan' },
    publicationTypes: ['Case Reports', 'Journal Article'],
    mesh: [
      { name: 'Blindness', qualifiers: ['etiology'] },
      { name: 'Mushroom Poisoning' },
      { name: 'Adult' },
      { name: 'Male' },
    ],
  },
  {
    pmid: '990000025',
    title: 'Letter: bleeding with zelparin in patients with kidney disease.',
    authors: [{ lastName: 'Nemo', foreName: 'A', initials: 'A' }],
    journal: { ...cardiology, volume: '13', issue: '1', pages: '60' },
    published: { year: '2022', month: 'Jan' },
    publicationTypes: ['Letter', 'Comment'],
    mesh: [
      { name: 'Anticoagulants', qualifiers: ['adverse effects'] },
      { name: 'Hemorrhage' },
      { name: 'Renal Insufficiency, Chronic' },
    ],
    corrections: [
      {
        refType: 'CommentOn',
        source: 'Simul Cardiol. 2021 Mar 15;12(3):201-10.',
        pmid: syntheticPmids.trial,
      },
    ],
  },
  {
    pmid: '990000026',
    title: 'Oncostatib in advanced lung cancer with the SIM12 mutation.',
    abstract: sections(
      ['BACKGROUND', 'Oncostatib inhibits mutant SIM12 in lung cancer.'],
      ['METHODS', 'A single-arm phase 2 trial of oncostatib in 88 patients with advanced lung cancer.'],
      [
        'RESULTS',
        'An objective response was seen in 46% (95% CI, 35 to 57). Median progression-free survival was 8.3 months. Diarrhea was the most frequent adverse event.',
      ],
      ['CONCLUSIONS', 'Oncostatib was active in lung cancer with the SIM12 mutation.'],
    ),
    authors: [doe, lind, muster],
    journal: { ...oncology, volume: '9', issue: '6', pages: '455-66' },
    published: { year: '2022', month: 'Jun', day: '9' },
    publicationTypes: ['Journal Article', 'Clinical Trial, Phase II'],
    mesh: [
      { name: 'Lung Neoplasms', major: true, qualifiers: ['drug therapy', 'genetics'] },
      { name: 'Antineoplastic Agents' },
      { name: 'Mutation' },
      { name: 'Humans' },
    ],
    doi: '10.5555/simul.2022.0026',
  },
  {
    pmid: '990000027',
    title: 'Yearly mammography and breast cancer mortality: a registry study.',
    abstract: [
      {
        text: 'Among 250,000 women of an invented registry, yearly mammography was associated with 15% lower breast cancer mortality than no screening (95% CI 9% to 21%).',
      },
    ],
    authors: [lind],
    journal: { ...oncology, volume: '1', issue: '2', pages: '88-95' },
    published: { year: '2014', month: 'Feb' },
    publicationTypes: ['Journal Article', 'Observational Study'],
    mesh: [
      { name: 'Breast Neoplasms', major: true, qualifiers: ['mortality', 'prevention & control'] },
      { name: 'Mammography' },
      { name: 'Registries' },
      { name: 'Female' },
      { name: 'Humans' },
    ],
    doi: '10.5555/simul.2014.0027',
  },
  {
    pmid: '990000028',
    title: 'IL-6 blockade in rats with simulated arthritis.',
    abstract: [
      { text: 'Blocking IL-6 halved paw swelling in rats with arthritis. IL-6 levels fell by 70% (p<0.05).' },
    ],
    authors: [muster],
    journal: { ...simulated, volume: '31', issue: '10', pages: '802-9' },
    published: { year: '2013', month: 'Oct' },
    mesh: [
      { name: 'Arthritis, Experimental', major: true },
      { name: 'Interleukin-6', qualifiers: ['antagonists & inhibitors'] },
      { name: 'Rats' },
      { name: 'Animals' },
    ],
    keywords: ['IL-6', 'cytokine'],
  },
  {
    pmid: '990000029',
    title: 'Early physiotherapy after total knee replacement.',
    abstract: [
      {
        text: 'Physiotherapy within 24 hours of total knee replacement improved flexion by 9 degrees at six weeks in 140 patients. Pain did not differ.',
      },
    ],
    authors: [doe],
    journal: { ...simulated, volume: '39', issue: '4', pages: '266-71' },
    published: { year: '2021', month: 'Apr' },
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
    mesh: [
      { name: 'Arthroplasty, Replacement, Knee', major: true, qualifiers: ['rehabilitation'] },
      { name: 'Physical Therapy Modalities' },
      { name: 'Humans' },
    ],
  },
  {
    pmid: '990000030',
    title: 'Probiotics for antibiotic-associated diarrhea in children.',
    abstract: sections(
      ['CONTEXT', 'Diarrhea is frequent in children who take antibiotics.'],
      ['EVIDENCE ACQUISITION', 'We reviewed nine invented trials of probiotics in 1204 children.'],
      [
        'RESULTS',
        'Probiotics lowered the risk of antibiotic-associated diarrhea from 19% to 8% (risk ratio 0.43, 95% CI 0.31-0.60).',
      ],
      ['LIMITATIONS', 'Strains and doses differed.'],
    ),
    authors: [lind, doe],
    journal: { ...pediatrics, volume: '4', issue: '3', pages: '150-60' },
    published: { year: '2017' },
    publicationTypes: ['Journal Article', 'Systematic Review', 'Review'],
    mesh: [
      { name: 'Diarrhea', major: true, qualifiers: ['chemically induced', 'prevention & control'] },
      { name: 'Probiotics', qualifiers: ['therapeutic use'] },
      { name: 'Anti-Bacterial Agents', qualifiers: ['adverse effects'] },
      { name: 'Child' },
      { name: 'Humans' },
    ],
    doi: '10.5555/simul.2017.0030',
  },
  {
    pmid: '990000031',
    title: 'Cognitive training in mild cognitive impairment: three-arm trial.',
    abstract: [
      {
        text: 'Cognitive training, exercise or both were compared in 330 adults with mild cognitive impairment. After one year memory was better with both (difference 0.3 SD, P=0.02) but not with either alone.',
      },
    ],
    authors: [junior, lind],
    journal: { ...neurology, volume: '10', issue: '5', pages: '410-9' },
    published: { year: '2023', month: 'May' },
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
    mesh: [
      { name: 'Cognitive Dysfunction', major: true, qualifiers: ['therapy'] },
      { name: 'Exercise' },
      { name: 'Cognitive Training' },
      { name: 'Aged' },
      { name: 'Humans' },
    ],
  },
  {
    pmid: '990000032',
    title: 'Hepatitis B vaccination of newborns in a simulated province of China.',
    abstract: [
      {
        text: 'Coverage of the birth dose of hepatitis B vaccine rose from 61% to 97% between 2005 and 2015; the prevalence of HBsAg in children under five fell from 5.1% to 0.4%.',
      },
    ],
    authors: [
      { lastName: 'Wang', foreName: 'Jia', initials: 'J' },
      { lastName: 'Chen', foreName: 'Yi', initials: 'Y' },
    ],
    journal: { ...pediatrics, volume: '3', issue: '9', pages: '601-7' },
    published: { year: '2016', month: 'Sep' },
    mesh: [
      { name: 'Hepatitis B', major: true, qualifiers: ['prevention & control', 'epidemiology'] },
      { name: 'Hepatitis B Vaccines' },
      { name: 'Infant, Newborn' },
      { name: 'China' },
      { name: 'Humans' },
    ],
    doi: '10.5555/simul.2016.0032',
  },
  {
    pmid: '990000033',
    title: 'Nurse-led telephone calls after discharge with heart failure.',
    abstract: sections(
      ['BACKGROUND', 'Readmission is frequent in heart failure.'],
      ['INTERVENTION', 'Weekly telephone calls by a nurse for three months.'],
      [
        'RESULTS',
        'Readmission for heart failure within 90 days was 17% with calls and 24% without (P = 0.03). Mortality did not differ.',
      ],
    ),
    authors: [muster, doe],
    journal: { ...cardiology, volume: '10', issue: '7', pages: '512-9' },
    published: { year: '2019', month: 'Jul' },
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
    mesh: [
      { name: 'Heart Failure', major: true, qualifiers: ['therapy'] },
      { name: 'Patient Readmission' },
      { name: 'Telephone' },
      { name: 'Humans' },
    ],
  },
  {
    pmid: '990000034',
    title: 'Sleep duration and obesity in schoolchildren: a cross-sectional survey.',
    abstract: [
      {
        text: 'Children sleeping less than nine hours had higher odds of obesity (odds ratio 1.8, 95% CI 1.3-2.5) in a survey of 5,200 schoolchildren.',
      },
    ],
    authors: [lind],
    journal: { ...pediatrics, volume: '8', issue: '2', pages: '99-107' },
    published: { year: '2021', month: 'Feb' },
    mesh: [
      { name: 'Obesity', major: true, qualifiers: ['epidemiology'] },
      { name: 'Sleep' },
      { name: 'Child' },
      { name: 'Cross-Sectional Studies' },
      { name: 'Humans' },
    ],
  },
  {
    pmid: '990000035',
    title: 'Statins & muscle pain: <5% in blinded "n-of-1" trials?',
    abstract: [
      {
        text: 'Muscle pain was as frequent with simulastatin as with placebo (4.6% vs 4.4%) in blinded n-of-1 trials of 152 patients; LDL cholesterol fell by 38%.',
      },
    ],
    authors: [doe],
    journal: { ...cardiology, volume: '15', issue: '12', pages: '940-8' },
    published: { year: '2024', month: 'Dec' },
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
    mesh: [
      {
        name: 'Hydroxymethylglutaryl-CoA Reductase Inhibitors',
        major: true,
        qualifiers: ['adverse effects'],
      },
      { name: 'Myalgia' },
      { name: 'Humans' },
    ],
    doi: '10.5555/simul.2024.0035',
  },
  {
    pmid: syntheticPmids.retractedByLinkOnly,
    title: 'Magnet bracelets relieve migraine.',
    abstract: [{ text: 'Magnet bracelets halved the number of migraine days in 48 patients.' }],
    authors: [junior],
    journal: { ...neurology, volume: '1', issue: '1', pages: '1-6' },
    published: { year: '2012' },
    mesh: [{ name: 'Migraine Disorders', qualifiers: ['therapy'] }],
    corrections: [{ refType: 'RetractionIn', source: 'Ann Simul Neurol. 2013;2(1):2' }],
  },
  {
    pmid: syntheticPmids.retractedByTypeOnly,
    title: 'Magnet insoles and migraine: a second trial.',
    abstract: [{ text: 'Magnet insoles reduced migraine days by a third in 51 patients.' }],
    authors: [junior],
    journal: { ...neurology, volume: '1', issue: '2', pages: '50-5' },
    published: { year: '2012' },
    publicationTypes: ['Journal Article', 'Retracted Publication'],
    mesh: [{ name: 'Migraine Disorders', qualifiers: ['therapy'] }],
  },
  {
    pmid: syntheticPmids.titleNotAvailable,
    title: '[Not Available].',
    vernacularTitle: 'Un essai inventé sur la migraine.',
    abstract: [{ text: 'Rest in a dark room shortened migraine attacks by two hours in 30 patients.' }],
    journal: { ...simulated, volume: '20', pages: '12-4' },
    published: { year: '2003' },
    languages: ['fre'],
    mesh: [{ name: 'Migraine Disorders' }],
  },
  {
    pmid: syntheticPmids.shortPmid,
    title: 'On the heat of fevers.',
    abstract: [{ text: 'Fevers of forty invented patients are described from day to day.' }],
    authors: [{ lastName: 'Nemo', foreName: 'A', initials: 'A' }],
    journal: { ...simulated, volume: '1', issue: '1', pages: '1' },
    published: { year: '1975', month: 'Jun' },
    mesh: [{ name: 'Fever' }],
  },
];
