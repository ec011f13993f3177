/**
 * Topic of a review, with the words by which a record on it is recognized, written by hand and independent of the product's
 * lists.
 */
export type ReviewTopic = { question: string; subject: RegExp; population?: RegExp };

const topic = (question: string, subject: RegExp, population?: RegExp): ReviewTopic => ({
  ...{ question, subject },
  ...(population && { population }),
});

const children = /\b(?:child|infan|p(?:a)?ediatric|adolesc|neonat|newborn|boys|girls|school|youth|toddler)/i;
const older =
  /\b(?:elder|older|aged|geriatric|octogenarian|nonagenarian|senior|nursing home|dement|postmenopausal)/i;
const pregnant = /\b(?:pregnan|gestation|antenatal|prenatal|maternal|obstetric|deliver|fetal|foetal)/i;

/** Topics on which ../shared/data has some real records, in both languages. */
export const reviewTopics: readonly ReviewTopic[] = [
  topic('Statins and cardiovascular outcomes', /statin|HMG-?CoA|hydroxymethylglutaryl/i),
  topic('Metformin in diabetes', /metformin|biguanide/i),
  topic('Insulin resistance and obesity', /insulin/i),
  topic('Vitamin D deficiency', /vitamin d\b|cholecalciferol|25-?\(?OH|25-hydroxy/i),
  topic('Aspirin and cancer risk', /aspirin|acetylsalicylic/i),
  topic('Hypertension treatment', /hypertensi|blood pressure/i),
  topic('Breast cancer screening', /breast|mammogra/i),
  topic('Prostate cancer treatment', /prostat/i),
  topic('Colorectal cancer surgery', /colorectal|colon|rectal/i),
  topic('Lung cancer prognosis', /lung|pulmonary|NSCLC|bronch/i),
  topic('HIV antiretroviral therapy', /\bHIV|human immunodeficiency|antiretroviral/i),
  topic('Malaria prevention', /malaria|plasmodium/i),
  topic('Tuberculosis treatment', /tubercul|\bTB\b/i),
  topic('Influenza vaccination', /influenza|flu\b/i),
  topic('Depression and antidepressants', /depress/i),
  topic('Schizophrenia', /schizophren|psychos/i),
  topic('Alzheimer disease biomarkers', /alzheimer/i),
  topic('Stroke outcomes', /stroke|cerebrovascular|cerebral infarct/i),
  topic('Heart failure', /heart failure|cardiac failure|ventricular dysfunction|cardiomyopath/i),
  topic('Kidney transplantation', /kidney|renal/i),
  topic('Asthma in children', /asthma|wheez/i, children),
  topic('Obesity in adolescents', /obes|overweight|body mass|BMI|adipos/i, children),
  topic('Surgery in elderly patients', /surg|operat|resect|repair|ectomy|plasty/i, older),
  topic('Diabetes in pregnancy', /diabet|gluc|glyc/i, pregnant),
  topic('Hip fracture in older people', /hip|femoral|fracture/i, older),
  topic('Smoking cessation', /smok|tobacco|nicotine/i),
  topic('Rheumatoid arthritis', /rheumatoid|arthritis/i),
  topic('Thyroid cancer', /thyroid/i),
  topic('Hepatitis C', /hepatitis|HCV/i),
  topic('Bone mineral density and osteoporosis', /bone|osteopor/i),
  topic('Preterm birth', /preterm|prematur/i),
  topic('他汀类药物与心血管结局', /statin|HMG-?CoA|hydroxymethylglutaryl/i),
  topic('二甲双胍治疗糖尿病', /metformin|biguanide/i),
  topic('乳腺癌筛查', /breast|mammogra/i),
  topic('前列腺癌', /prostat/i),
  topic('高血压的治疗', /hypertensi|blood pressure/i),
  topic('抑郁症', /depress/i),
  topic('脑卒中的预后', /stroke|cerebrovascular|cerebral infarct/i),
  topic('儿童哮喘', /asthma|wheez/i, children),
  topic('妊娠期糖尿病', /diabet|gluc|glyc/i, pregnant),
  topic('肺癌的预后', /lung|pulmonary|NSCLC|bronch/i),
  topic('维生素D缺乏', /vitamin d\b|cholecalciferol|25-?\(?OH|25-hydroxy/i),
  topic('肾移植', /kidney|renal/i),
  topic('老年髋部骨折', /hip|femoral|fracture/i, older),
];

/**
 * Topics on the effects of an exposure, for the effect figures: written with knowledge of the records, most of which do not
 * study the same exposure.
 */
export const effectTopics: readonly ReviewTopic[] = [
  topic('Statins and mortality', /statin|HMG-?CoA|hydroxymethylglutaryl/i),
  topic('Aspirin and colorectal cancer', /aspirin|acetylsalicylic/i),
  topic('Metformin and cancer', /metformin|biguanide/i),
  topic('Hypoglycaemia and cardiovascular events', /hypoglyc/i),
  topic('Smoking and lung cancer', /smok|tobacco|nicotine/i),
  topic('Alcohol and breast cancer', /alcohol|drink/i),
  topic('Physical activity and mortality', /physical(?:ly)? activ|exercis|fitness/i),
  topic('Vitamin D and mortality', /vitamin d\b|cholecalciferol|25-?\(?OH|25-hydroxy/i),
  topic('Depression and stroke', /depress/i),
  topic('Sleep and mortality', /sleep/i),
  topic('Blood pressure control and cardiovascular events', /blood pressure|hypertensi/i),
  topic('Warfarin and bleeding', /warfarin|anticoagula|vitamin k antag/i),
  topic('Antenatal corticosteroids', /steroid|corticoid|betamethasone|dexamethasone/i),
  topic('Folic acid and preeclampsia', /fol(?:ic|ate)/i),
  topic('Chlorhexidine and neonatal mortality', /chlorhexidine|CHX/i),
  topic('Antiretroviral therapy and tuberculosis', /antiretroviral|HAART|\bART\b/i),
  topic('Obesity and mortality', /obes|overweight|body mass|BMI|adipos/i),
  topic('Diabetes and breast cancer', /diabet/i),
  topic('他汀类药物与死亡率', /statin|HMG-?CoA|hydroxymethylglutaryl/i),
  topic('阿司匹林与结直肠癌', /aspirin|acetylsalicylic/i),
  topic('低血糖与心血管事件', /hypoglyc/i),
  topic('吸烟与肺癌', /smok|tobacco|nicotine/i),
  topic('体力活动与死亡率', /physical(?:ly)? activ|exercis|fitness/i),
  topic('肥胖与死亡率', /obes|overweight|body mass|BMI|adipos/i),
];
