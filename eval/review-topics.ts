/**
 * Topic of a review, with the words by which a record is recognized as being on each of its parts (subject, comparison, outcome or
 * people), written by hand and independent of the product's lists.
 */
export type ReviewTopic = { question: string; parts: readonly RegExp[] };

const topic = (question: string, ...parts: RegExp[]): ReviewTopic => ({ question, parts });

const children = /\b(?:child|infan|p(?:a)?ediatric|adolesc|neonat|newborn|boys|girls|school|youth|toddler)/i;
const older =
  /\b(?:elder|older|aged|geriatric|octogenarian|nonagenarian|senior|nursing home|dement|postmenopausal)/i;
const pregnant = /\b(?:pregnan|gestation|antenatal|prenatal|maternal|obstetric|deliver|fetal|foetal)/i;

const heart = /cardio|coronary|cardiac|heart|myocardi|stroke|vascular|infarct|atheroscl|angina/i;
const death = /mortalit|death|dead|died|dying|surviv|fatal|lethal|life expectancy|life-?years/i;
const cancer =
  /cancer|carcino|tumou?r|neoplas|malignan|leuka?em|lymphom|melanom|sarcom|gliom|adenoma|metasta/i;
const breastCancer = /breast[\s-]+(?:cancer|carcino|tumou?r|neoplas|malignan)|mammary/i;
const bleeding = /bleed|ha?emorrh|ha?ematoma/i;
const screening = /screen|mammogra|detect/i;
const treatment =
  /treat|therap|drug|medicat|manage|intervention|surg|ectomy|resect|transplant|regimen|chemo|radi(?:o|ation)|trial|mg\b|inhibitor|agonist|blocker|exercise|diet|control|prescri|salt|efficacy/i;
const prognosis =
  /prognos|surviv|mortal|death|died|outcome|recurren|progress|recover|predict|disab|function/i;
const obesity = /obes|overweight|body mass|BMI|adipos/i;

/** Topics on which ../shared/data has some real records, in both languages. */
export const reviewTopics: readonly ReviewTopic[] = [
  topic('Statins and cardiovascular outcomes', /statin|HMG-?CoA|hydroxymethylglutaryl/i, heart),
  topic('Metformin in diabetes', /metformin|biguanide/i, /diabet|gluc|glyc/i),
  topic('Insulin resistance and obesity', /insulin/i, obesity),
  topic(
    'Vitamin D deficiency',
    /vitamin d\b|cholecalciferol|25-?\(?OH|25-hydroxy/i,
    /deficien|insufficien|status|levels?|concentration|low/i,
  ),
  topic('Aspirin and cancer risk', /aspirin|acetylsalicylic/i, cancer),
  topic('Hypertension treatment', /hypertensi|blood pressure/i, treatment),
  topic('Breast cancer screening', /breast|mammogra/i, screening),
  topic('Prostate cancer treatment', /prostat/i, treatment),
  topic(
    'Colorectal cancer surgery',
    /colorectal|colon|rectal/i,
    /surg|resect|operat|ectomy|laparoscop|anastomo/i,
  ),
  topic('Lung cancer prognosis', /lung|pulmonary|NSCLC|bronch/i, prognosis),
  topic(
    'HIV antiretroviral therapy',
    /\bHIV|human immunodeficiency|antiretroviral/i,
    /antiretroviral|HAART|\bART\b|zidovudine|tenofovir|nevirapine|protease inhibitor|treatment/i,
  ),
  topic(
    'Malaria prevention',
    /malaria|plasmodium/i,
    /prevent|prophyla|vaccin|\bnets?\b|repellent|control|protect|chemopro|immun|spray|eliminat/i,
  ),
  topic('Tuberculosis treatment', /tubercul|\bTB\b/i, treatment),
  topic('Influenza vaccination', /influenza|flu\b/i, /vaccin|immuni[sz]|inoculat/i),
  topic(
    'Depression and antidepressants',
    /depress/i,
    /antidepress|SSRI|serotonin|tricyclic|fluoxetine|sertraline|paroxetine|citalopram|bupropion|drug/i,
  ),
  topic('Schizophrenia', /schizophren|psychos/i),
  topic(
    'Alzheimer disease biomarkers',
    /alzheimer/i,
    /marker|CSF|cerebrospinal|imaging|PET|MRI|plasma|serum|amyloid|\btau\b|gene|allele/i,
  ),
  topic('Stroke outcomes', /stroke|cerebrovascular|cerebral infarct/i, prognosis),
  topic('Heart failure', /heart failure|cardiac failure|ventricular dysfunction|cardiomyopath/i),
  topic('Kidney transplantation', /kidney|renal/i, /transplant|graft|donor|recipient/i),
  topic('Asthma in children', /asthma|wheez/i, children),
  topic('Obesity in adolescents', /obes|overweight|body mass|BMI|adipos/i, children),
  topic('Surgery in elderly patients', /surg|operat|resect|repair|ectomy|plasty/i, older),
  topic('Diabetes in pregnancy', /diabet|gluc|glyc/i, pregnant),
  topic('Hip fracture in older people', /hip|femoral|fracture/i, older),
  topic('Smoking cessation', /smok|tobacco|nicotine/i, /cessation|quit|abstin|stop/i),
  topic('Rheumatoid arthritis', /rheumatoid|arthritis/i),
  topic('Thyroid cancer', /thyroid/i),
  topic('Hepatitis C', /hepatitis|HCV/i),
  topic(
    'Bone mineral density and osteoporosis',
    /bone|osteopor/i,
    /osteopor|osteopen|fractur|bone loss|skeletal (?:deteriorat|fragil)/i,
  ),
  topic('Preterm birth', /preterm|prematur/i),
  topic('他汀类药物与心血管结局', /statin|HMG-?CoA|hydroxymethylglutaryl/i, heart),
  topic('二甲双胍治疗糖尿病', /metformin|biguanide/i, /diabet|gluc|glyc/i),
  topic('乳腺癌筛查', /breast|mammogra/i, screening),
  topic('前列腺癌', /prostat/i),
  topic('高血压的治疗', /hypertensi|blood pressure/i, treatment),
  topic('抑郁症', /depress/i),
  topic('脑卒中的预后', /stroke|cerebrovascular|cerebral infarct/i, prognosis),
  topic('儿童哮喘', /asthma|wheez/i, children),
  topic('妊娠期糖尿病', /diabet|gluc|glyc/i, pregnant),
  topic('肺癌的预后', /lung|pulmonary|NSCLC|bronch/i, prognosis),
  topic(
    '维生素D缺乏',
    /vitamin d\b|cholecalciferol|25-?\(?OH|25-hydroxy/i,
    /deficien|insufficien|status|levels?|concentration|low/i,
  ),
  topic('肾移植', /kidney|renal/i, /transplant|graft|donor|recipient/i),
  topic('老年髋部骨折', /hip|femoral|fracture/i, older),
];

/**
 * Topics on the effects of an exposure, for the effect figures: written with knowledge of the records, most of which do not
 * study the same exposure.
 */
export const effectTopics: readonly ReviewTopic[] = [
  topic('Statins and mortality', /statin|HMG-?CoA|hydroxymethylglutaryl/i, death),
  topic(
    'Aspirin and colorectal cancer',
    /aspirin|acetylsalicylic/i,
    /colorectal|colon|rectal|adenoma|bowel/i,
  ),
  topic('Metformin and cancer', /metformin|biguanide/i, cancer),
  topic('Hypoglycaemia and cardiovascular events', /hypoglyc/i, heart),
  topic('Smoking and lung cancer', /smok|tobacco|nicotine/i, /lung|pulmonary|NSCLC|bronch/i),
  topic('Alcohol and breast cancer', /alcohol|drink/i, breastCancer),
  topic('Physical activity and mortality', /physical(?:ly)? activ|exercis|fitness/i, death),
  topic('Vitamin D and mortality', /vitamin d\b|cholecalciferol|25-?\(?OH|25-hydroxy/i, death),
  topic('Depression and stroke', /depress/i, /stroke|cerebrovascular|cerebral infarct/i),
  topic('Sleep and mortality', /sleep/i, death),
  topic('Blood pressure control and cardiovascular events', /blood pressure|hypertensi/i, heart),
  topic('Warfarin and bleeding', /warfarin|anticoagula|vitamin k antag/i, bleeding),
  topic(
    'Antenatal corticosteroids',
    /steroid|corticoid|betamethasone|dexamethasone/i,
    /antenatal|prenatal|preterm|pregnan|fetal|foetal|premature|maternal|neonat/i,
  ),
  topic('Folic acid and preeclampsia', /fol(?:ic|ate)/i, /pre-?eclampsia|hypertensi/i),
  topic('Chlorhexidine and neonatal mortality', /chlorhexidine|CHX/i, death, /neonat|newborn|infant/i),
  topic('Antiretroviral therapy and tuberculosis', /antiretroviral|HAART|\bART\b/i, /tubercul|\bTB\b/i),
  topic('Obesity and mortality', /obes|overweight|body mass|BMI|adipos/i, death),
  topic('Diabetes and breast cancer', /diabet/i, breastCancer),
  topic('他汀类药物与死亡率', /statin|HMG-?CoA|hydroxymethylglutaryl/i, death),
  topic('阿司匹林与结直肠癌', /aspirin|acetylsalicylic/i, /colorectal|colon|rectal|adenoma|bowel/i),
  topic('低血糖与心血管事件', /hypoglyc/i, heart),
  topic('吸烟与肺癌', /smok|tobacco|nicotine/i, /lung|pulmonary|NSCLC|bronch/i),
  topic('体力活动与死亡率', /physical(?:ly)? activ|exercis|fitness/i, death),
  topic('肥胖与死亡率', /obes|overweight|body mass|BMI|adipos/i, death),
];

/** Topics with many records in either language, for the pauses of streamed reviews. */
export const streamedTopics: readonly ReviewTopic[] = reviewTopics.filter(({ question }) =>
  ['Heart failure', 'Breast cancer screening', 'Hepatitis C', '高血压的治疗', '抑郁症'].includes(question),
);
