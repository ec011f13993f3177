/** Wordings of a listed outcome in records: its synonyms, its instruments and its components. */
type OutcomeWordings = {
  /** Words that show a record is on the outcome, in addition to its own name. */
  words: RegExp;
  /** Names used for searching. */
  searched?: readonly string[];
  /** Indicates that it has a name of several words and consists of other outcomes: renal outcomes. */
  isGroup?: true;
};

/** Wordings by the outcome's name in the list. An outcome not listed here is recognised by its name alone. */
export const outcomeWordings: ReadonlyMap<string, OutcomeWordings> = new Map<string, OutcomeWordings>([
  ['mortality', { words: /\bsurviv\w*|\blife expectancy\b|\blethal\w*|生存|存活/i }],
  [
    'survival',
    { words: /\b(?:mortality|deaths?|died|fatal\w*|prognos\w*|clinical outcomes?)\b|死亡|病死|预后/i },
  ],
  [
    'quality of life',
    {
      words:
        /\bquality[- ]of[- ]life\b|\b(?:HR)?QoL\b|\bHRQ(?:OL|L)\b|\b(?:self|patient)[- ](?:reported|rated|perceived) (?:[a-z]+ )?(?:health|outcomes?)\b|\bhealth status\b|\bwell-?being\b|\bSF-?(?:12|36)\b|\bEQ-?5D|\bEuroQol\b|\bKCCQ\b|\bMLHFQ?\b|\bMinnesota Living\b|\bQLQ-?C30\b|\bFACT-[A-Z]\b|\bSGRQ\b|\bWHOQOL\b|\bDLQI\b|\bNottingham Health Profile\b|\bSickness Impact Profile\b|生(?:活|存|命)质量/i,
      searched: ['health-related quality of life', 'HRQoL', 'patient-reported health status', 'well-being'],
    },
  ],
  [
    'prevalence',
    { words: /\bfrequenc(?:y|ies) of\b|\bhow (?:often|frequent\w*|common\w*|many)\b|(?:检出|发生)率/i },
  ],
  [
    'cardiovascular events',
    {
      words:
        /\b(?:cardio-?(?:vascular|metabolic)|coronary|cardiac|cerebrovascular|CVD?|CHD|vascular|major)\b(?:[\w,/-]* (?:and |or )?){0,3}(?:events?|outcomes?|mortality|morbidity|deaths?|died|diseases?|risks?|end-?points?|complications?|protection|prevention|damage|syndromes?)\b|\b(?:mortality|deaths?|died|MACE|infarctions?|angina|revasculari[sz]ation|heart (?:failure|attacks?|disease)|atheroscl\w+)\b|\bstrokes?\b(?! (?:patients?|survivors|units?|rehab\w*))|心血管|冠心病|心肌梗死|卒中(?!患者)|死亡|心力衰竭/i,
      searched: [
        'cardiovascular events',
        'cardiovascular mortality',
        'myocardial infarction',
        'coronary events',
        'stroke',
      ],
    },
  ],
  [
    'cardiovascular risk factors',
    {
      isGroup: true,
      words:
        /\b(?:blood pressure|hypertensi\w+|\w*lipid\w*|\w*cholesterol\w*|LDL\w*|HDL\w*|triglycerides?|insulin (?:resistance|sensitivity)|glyca?emi\w+|glucose|HbA1c|diabetes|metabolic syndrome|overweight|obes\w+|BMI|body mass|waist|C-reactive protein|arterial stiffness)\b|血压|血脂|胆固醇|甘油三酯|血糖|胰岛素|代谢综合征|肥胖|体重/i,
      searched: [
        'blood pressure',
        'cholesterol',
        'lipids',
        'insulin resistance',
        'metabolic syndrome',
        'obesity',
      ],
    },
  ],
  [
    'kidney outcomes',
    {
      isGroup: true,
      words:
        /\b(?:renal|kidney) (?:[a-z-]{1,20} ){0,2}(?:outcomes?|events?|function|failure|injury|disease|replacement|damage|impairment|insufficiency)\b|\b(?:e?GFR|glomerular filtration|creatinine|albuminuria|proteinuria|micro-?albuminuria|dialysis|nephropath\w+|ESRD|ESKD|AKI)\b|肾(?:功能|衰竭|小球|损伤|病)|肌酐|蛋白尿|透析/i,
      searched: [
        'renal function',
        'glomerular filtration rate',
        'albuminuria',
        'creatinine',
        'kidney failure',
      ],
    },
  ],
  [
    'acute kidney injury',
    {
      words:
        /\b(?:renal|kidney) (?:[a-z-]{1,20} ){0,2}(?:failure|injury|replacement|damage|impairment|insufficiency|dysfunction|function)\b|\b(?:AKI|dialysis|creatinine|nephrotoxic\w*)\b|肾(?:功能|衰竭|损[伤害])|肌酐|透析/i,
      searched: ['acute kidney injury', 'AKI', 'renal failure', 'renal replacement therapy'],
    },
  ],
  [
    'myocardial infarction',
    { words: /\b(?:heart attacks?|(?:acute )?coronary (?:events?|syndromes?|heart disease))\b|心梗|冠心病/i },
  ],
  ['stroke', { words: /\b(?:cerebrovascular|cerebral infarct\w*|transient isch\w+)\b|脑血管|脑梗死/i }],
  [
    'adverse events',
    {
      words:
        /\b(?:adverse|safety|safe|harms?|complications?|withdraw(?:al|n|als)?|discontinu\w+)\b|安全|不良|并发症/i,
      searched: ['adverse effects', 'side effects', 'safety', 'tolerability'],
    },
  ],
  ['pain', { words: /\b(?:pain\w*|analges\w+|headaches?|\w{3,20}algias?|opioids?)\b|镇痛|止痛|疼/i }],
  ['bleeding', { words: /\b(?:ha?emorrhag\w+|ha?ematomas?|blood loss|transfus\w+)\b|失血|输血|血肿/i }],
  ['infection', { words: /\b(?:infect\w+|sepsis|septic|bacter[ai]?emia|pneumonia|SSIs?)\b|脓毒|肺炎/i }],
  [
    'recurrence',
    { words: /\b(?:recur\w*|relaps\w+|(?:disease|progression|relapse)-free|rebleed\w*)\b|再发/i },
  ],
  ['remission', { words: /\b(?:remit\w*|responders?|response rates?)\b|缓解/i }],
  ['readmission', { words: /\b(?:re-?admi\w+|re-?hospitali[sz]\w+)\b|再(?:次)?(?:入院|住院)/i }],
  ['hospitalization', { words: /\b(?:hospitali[sz]\w+|admissions?|admitted|readmi\w+)\b|住院|入院/i }],
  [
    'length of stay',
    { words: /\b(?:(?:length|duration) of (?:[a-z]+ )?stay|hospital (?:stays?|days)|discharged?)\b|住院/i },
  ],
  ['depression', { words: /\b(?:depress\w+|mood|PHQ-?9|antidepress\w+)\b|抑郁|情绪/i }],
  ['anxiety', { words: /\b(?:anxi\w+|worry|distress)\b|焦虑|苦恼/i }],
  [
    'fatigue',
    {
      words: /\b(?:fatigue\w*|tired\w*|exhaust\w+|asthenia|vitality)\b|疲(?:劳|乏|倦)|乏力/i,
      searched: ['tiredness', 'exhaustion'],
    },
  ],
  ['sleep', { words: /\b(?:sleep\w*|insomnia|PSQI|polysomnogra\w+)\b|睡眠|失眠/i, searched: ['insomnia'] }],
  [
    'cognition',
    {
      words:
        /\b(?:cogniti\w+|memory|neuropsycholog\w+|neurocogniti\w+|executive functions?|attention\w*|intelligence|IQ|MMSE|MoCA|dementia)\b|认知|记忆|智力|痴呆/i,
      searched: ['cognition', 'cognitive performance', 'memory', 'neuropsychological'],
    },
  ],
  ['blood pressure', { words: /\b(?:hypertensi\w+|systolic|diastolic)\b|高血压/i }],
  ['glucose', { words: /\b(?:HbA1c|A1C|glyc\w*a?emi\w*|glycated|fasting glucose)\b|血糖|糖化/i }],
  ['lipids', { words: /\b(?:LDL\w*|HDL\w*|\w*lipid\w*|lipoproteins?|cholesterol\w*)\b|血脂|胆固醇/i }],
  [
    'birth weight',
    {
      words:
        /\b(?:weight at birth|birth size|intrauterine growth|fetal growth|SGA|macrosomi\w+)\b|巨大儿|胎儿生长/i,
      searched: ['birthweight', 'size at birth'],
    },
  ],
  [
    'weight',
    {
      // Obesity for which people are operated on is not what is measured in them.
      words:
        /\b(?:weight\w*|overweight|BMI|adipos\w+|body (?:mass|fat|composition))\b|(?<!\bfor (?:(?:morbid|severe|extreme|the treatment of) ){0,2})\bobes\w+|体重|肥胖/i,
      searched: ['body weight', 'body mass index'],
    },
  ],
  ['fracture', { words: /\bfractur\w+|骨折/i }],
  ['falls', { words: /\b(?:falls?|fallers?|falling)\b|跌倒/i }],
  [
    'adherence',
    {
      words:
        /\b(?:(?:non-?)?adher\w+|(?:non-?)?complian\w+|persisten(?:ce|t) (?:with|to|use)|discontinu\w+)\b|依从/i,
      searched: ['adherence', 'compliance', 'nonadherence', 'persistence'],
    },
  ],
  [
    'costs',
    {
      words:
        /\b(?:costs?|cost-effective\w*|(?<!socio-?)economic(?:al(?:ly)?|s)?(?! (?:status|vulnerab\w+|disadvantag\w+|depriv\w+|positions?|cris\w+|growth|inequalit\w+|development|hardship|empowerment|strengthening|background|class|level))|(?<!\b(?:energy|calorie|caloric|metabolic) )expenditures?|expenses?|charges|financ(?:ial|ing)|resources? (?:needs?|needed|requirements?|required)|budget\w*|QALYs?)\b|费用|成本|经济/i,
      searched: ['costs', 'cost-effectiveness', 'economic'],
    },
  ],
]);
