import { inAmericanSpelling } from '@citewell/core/text/spelling.ts';
import { findHeading } from '../../../../literature/query/mesh/descriptors.ts';
import { inPhrases } from '../asked-forms.ts';

/** People by an infection that they have: "HIV-infected patients", "HCV-positive adults". */
const infected =
  /\b(HIV(?:-1)?|HBV|HCV|HPV|SARS-CoV-2|COVID-19)[- ](?:co-?)?(?:infected|positive|seropositive) (patients|people|persons|individuals|adults|women|men|children|adolescents|infants|subjects|participants|populations?)\b/gi;

/** Chinese pattern for the same, which names the infection and the words next to it. */
const infectedHan =
  /(HIV|HBV|HCV|HPV)(?:感染者|感染患者|阳性者|阳性患者)(?:中的?|的|合并)?(?=\p{Script=Han}{2})/giu;

/** Diseases named together with the age of those who have them. */
const ofAge =
  /\b(neonatal|childhood|pa?ediatric|adolescent) (?=(?:[a-z]{1,20}(?:itis|osis|[ae]mia|oma|pathy|epsis|onia|aria|esity)|overweight|asthma|diabetes|epilepsy|cancers?|hypertension|depression|anxiety|strokes?|seizures|jaundice|autism)\b)/i;
const ages: Readonly<Record<string, string>> = {
  n: 'newborns',
  c: 'children',
  p: 'children',
  a: 'adolescents',
};
const ofAgeHan = /^(新生儿)(?=\p{Script=Han}{2,6}(?:症|病|炎|血|疸|综合征))/u;

/** Words that records write in another form: "poststroke", "artemisinin-based combination therapy", 脑卒中后抑郁, 心脏术后. */
const forms: readonly (readonly [pattern: RegExp, form: string])[] = [
  [/\bpost(?=(?:stroke|infarction|transplant|concussion)\b)/gi, 'post-'],
  [
    /\b([a-z]{4,20})-based (?=(?:combination |triple |dual )?(?:(?:chemo)?therap(?:y|ies)|treatments?|regimens?)\b)/gi,
    '$1 ',
  ],
  // A heading of MeSH that few records have.
  [
    /\b(?:post-?)?stroke rehabilitation\b|\brehabilitation (?:after|following) (?:a )?stroke\b/gi,
    'rehabilitation of patients with stroke',
  ],
  // Records call those who care for relatives caregivers.
  [/\b(?:family|informal|unpaid) (?=(?:care-?givers?|carers?)\b)/gi, ''],
  [/照料(?=者)/g, '照顾'],
  [/(?:家庭|家属|非正式)(?=照[顾护]者)/g, ''],
  // Chinese topics have many words for the epidemiology of a disease.
  [
    /(?<![与和及、的])的?(?:流行(?:病学)?(?:情况|现[状况]|状况|态势|趋势|规律|特[征点])|疾病负担)$/g,
    '的流行病学',
  ],
  // A name that two members of a list share is written once.
  [
    /((?:[甲乙丙丁戊]|[12]|[A-E]|I{1,2})型)(?=(?:[或和与及、]|以及|或者|和\/或)(?:[甲乙丙丁戊]|[12]|[A-E]|I{1,2})型(肝炎|糖尿病|流感|血友病|疱疹))/g,
    '$1$2',
  ],
  // Lists have the English names of these alone.
  [/女童/g, '女孩'],
  [/男童/g, '男孩'],
  [/脑(?=卒中后)/g, ''],
  [/(儿童|小儿|青少年)(?=(?:肥胖|超重|哮喘|糖尿病|癫痫|高血压|抑郁|焦虑)(?!症?患者))/g, '$1的'],
  [/(心脏|心血管|胸部|腹部|胃肠|骨科)手?术([前中后])(?=\p{Script=Han})(?!的)/gu, '$1手术$2的'],
];

/** Adjectives for people who have a disease, with its name. */
const diseasesOfPeople: Readonly<Record<string, string>> = {
  diabetic: 'diabetes',
  hypertensive: 'hypertension',
  obese: 'obesity',
  asthmatic: 'asthma',
  epileptic: 'epilepsy',
  cirrhotic: 'cirrhosis',
  osteoporotic: 'osteoporosis',
};
const affected = new RegExp(
  String.raw`(?<!\bnon-?\s?|\b(?:or|and|versus|vs\.?|pre-?|type [12I]{1,2}) |-)\b(${Object.keys(diseasesOfPeople).join('|')}) ((?:(?:pregnant|older|elderly|young|adult|female|male) )?(?:patients|people|persons|individuals|adults|women|men|children|adolescents|mothers|pregnant women))\b(?! with\b)`,
  'gi',
);

/** Words by which a topic asks for the safety or the harms of something, before and after its name, unless it asks for benefits as well. */
const harmsOf =
  /^(?:the )?(?:long[- ]term |short[- ]term )?(?:safety(?: profile)?|harms|harmful effects|side[- ]effects?|(?:adverse|unwanted|undesirable) (?:drug )?(?:effects?|events?|reactions?)|toxicity|tolerability) (?:of|with|from|due to) (?=\S)/i;
const harmsAfter =
  /(?<=[a-z]{4})(?<!\b(?:patient|food|road|traffic|fire|occupational|workplace|water|child|home|radiation|public|health|drug|medication|blood|sexual|laboratory|and|of|for|on)) (?:safety|side[- ]effects?|adverse (?:drug )?(?:effects?|events?|reactions?)|toxicity|tolerability)$/i;
const harmsHan =
  /(?<=\p{Script=Han}{2}|[A-Za-z\d]{2})(?<!性[和与及、]|[疗效]效?果?[和与及、])的?(?:长期|短期|用药)?(?:安全性|不良(?:反应|事件|作用)|(?:毒)?副(?:作用|反应)|毒性|耐受性)$/u;

/** The risks of what is given or done to people are its harms. */
const treatment = String.raw`(?:\w{0,20}therap(?:y|ies)|treatments?|drugs?|medications?|surgery|operations?|vaccin\w+|\w{0,20}(?:inhibitors?|blockers?)|(?:ant)?agonists?|contracepti\w+|anti(?:depressants?|psychotics?|biotics?|coagulants?|virals?)|statins?|(?:cortico)?steroids?|opioids?|NSAIDs?|transfusions?|transplantations?|supplements?|\w{3,20}(?:ectomy|plasty|oscopy))`;
const risksOf = new RegExp(
  String.raw`^(?:the )?(?:long[- ]term |health |potential )?(?:risks?|dangers|hazards) (?:of|from|with|associated with) (?=(?:[\w-]{1,30} ){0,4}${treatment}$)`,
  'i',
);
const risksHan =
  /(?<=(?:治疗|疗法|药物?|类药|手术|接种|抑制剂|拮抗剂|输血|移植|切除术|成形术|避孕))(?<!停药)的?(?:健康|潜在|长期|远期)?风险$/u;

/** Names a topic's question about harms in one way, so that all wordings find the same records. */
function withOneNameOfHarms(topic: string): string {
  if (harmsOf.test(topic)) return topic.replace(harmsOf, 'Adverse effects of ');
  if (harmsAfter.test(topic)) return `Adverse effects of ${topic.replace(harmsAfter, '')}`;
  if (risksOf.test(topic)) return topic.replace(risksOf, 'Adverse effects of ');
  return topic.replace(harmsHan, '的不良反应').replace(risksHan, '的不良反应');
}

/** Topics on people with HIV, whose antiviral drugs are antiretrovirals, and on other viruses that some of them have. */
const ofHiv = /\b(?:HIV|AIDS)\b|艾滋病|HIV/i;
const ofOtherViruses =
  /\b(?:HBV|HCV|CMV|hepatitis|herpes\w*|cytomegalovirus|influenza|COVID-19)\b|肝炎|[乙丙]肝|疱疹|巨细胞|流感|新冠/i;

/** Names antiviral treatment as records on HIV do. */
function withAntiretrovirals(topic: string): string {
  return ofHiv.test(topic) && !ofOtherViruses.test(topic)
    ? topic
        .replace(/\banti-?viral(?= (?:\w+ )?(?:therap|treat|drug|agent|medic|regimen))/gi, 'antiretroviral')
        .replace(/抗(?:HIV)?病毒(?=治疗|疗法|药)/giu, '抗逆转录病毒')
    : topic;
}

const ofRelation = /^(?:the )?(?:associations?|relationships?|links?) (?:of|between) /i;
const relatedHan = /(与[^与和及，。；]{2,20})[和及](?=[^与和及，。；]{2,20}(?:关系|关联|相关性)$)/;

/** Reads several items that a topic relates to one other as alternatives: "the association of coffee with gout and stroke". */
function withRelatedApart(topic: string): string {
  const at = topic.lastIndexOf(' and ');
  const isList = at > 0 && / (?:with|and) /.test(topic.slice(0, at)) && !/\bhead$/i.test(topic.slice(0, at));
  if (ofRelation.test(topic) && isList) return `${topic.slice(0, at)} or ${topic.slice(at + ' and '.length)}`;
  return topic.replace(relatedHan, '$1或');
}

/** Words with a hyphen that others write as one, and words with a British spelling. */
const spelled = /(?<![\p{L}\p{N}-])\p{Script=Latin}{2,14}(?:-\p{Script=Latin}{3,20})?(?![\p{L}\p{N}-])/gu;

/** Writes the names in a topic as one of their spellings, so that all find the same records: preeclampsia for "pre-eclampsia". */
function inOneSpelling(topic: string): string {
  return topic.replace(spelled, (word) => {
    const joined = word.replace('-', '');
    const isOneName =
      joined !== word &&
      findHeading(word) !== undefined &&
      findHeading(word)?.heading === findHeading(joined)?.heading;
    const own = isOneName ? joined : word;
    const american = inAmericanSpelling(own);
    if (american === own.toLowerCase()) return own;
    return /^\p{Lu}/u.test(own) ? american.charAt(0).toUpperCase() + american.slice(1) : american;
  });
}

/**
 * Normalizes a topic for searching: names the infection instead of the infected, and separates a disease from the age of
 * those who have it, since records write both in many forms, and each name in one of its spellings.
 *
 * @example
 * normalizeTopic('Tuberculosis in HIV-infected patients'); // 'Tuberculosis in patients with HIV'
 * normalizeTopic('Neonatal sepsis'); // 'sepsis among newborns'
 */
export function normalizeTopic(topic: string): string {
  const given = inOneSpelling(withAntiretrovirals(inPhrases(topic)));
  const [, age = ''] = ofAge.exec(given) ?? [];
  const people = ages[age.charAt(0).toLowerCase()];
  const apart = people ? `${given.replace(ofAge, '')} among ${people}` : given;
  const alike = withOneNameOfHarms(apart.trim())
    .replace(affected, (_, adjective: string, those: string) => {
      const disease = diseasesOfPeople[adjective.toLowerCase()];
      return `${those} with ${disease}`;
    })
    .replace(infected, '$2 with $1')
    .replace(infectedHan, '$1与')
    .replace(ofAgeHan, '$1的');
  return withRelatedApart(forms.reduce((rest, [pattern, form]) => rest.replace(pattern, form), alike));
}
