/** Words before a noun that Chinese does not format. */
export const determiners = /^(?:the|an?)$/;

/** Participles before a noun that state a change of it: "reduced mortality". */
export const changes: Record<string, string> = {
  ...{ increased: '升高', elevated: '升高', raised: '升高', increasing: '升高', enhanced: '增强' },
  ...{ reduced: '降低', decreased: '降低', decreasing: '降低', diminished: '减弱', lowered: '降低' },
  ...{
    improved: '改善',
    impaired: '受损',
    prolonged: '延长',
    delayed: '延迟',
    higher: '较高',
    lower: '较低',
  },
  ...{ greater: '较高', better: '较好', worse: '较差', poorer: '较差', shorter: '较短', longer: '较长' },
};

/** Chinese of a measured quantity, which is joined with another quantity rather than with what is measured. */
export const isQuantity = /(?:率|风险|时间|水平|评分|程度|浓度|量|压|指数|体重|费用|质量)$/;

export const isMarked = (word: string) => determiners.test(word) || changes[word] !== undefined;

/** Measures of what follows "of" or "in", which Chinese puts last without 的. */
export const ofMeasure: Record<string, string> = {
  ...{
    risk: '风险',
    odds: '发生几率',
    incidence: '发生率',
    'cumulative incidence': '累积发生率',
    rate: '发生率',
  },
  ...{ 'relative risk': '相对风险', likelihood: '可能性', probability: '概率', prevalence: '患病率' },
  ...{
    occurrence: '的发生',
    frequency: '发生频率',
    severity: '严重程度',
    duration: '持续时间',
    level: '水平',
  },
  ...{ concentration: '浓度', onset: '发病', use: '使用', treatment: '治疗', prevention: '预防' },
  ...{
    management: '管理',
    diagnosis: '诊断',
    screening: '筛查',
    'early detection': '早期检出',
    detection: '检出',
  },
  ...{ recurrence: '复发', expression: '表达', activation: '活化', inhibition: '抑制', reduction: '降低' },
  ...{ decrease: '降低', increase: '升高', improvement: '改善', decline: '下降', change: '变化' },
  ...{ presence: '存在', history: '病史', absence: '缺乏', lack: '缺乏', progression: '进展' },
  ...{ development: '发生', quality: '质量', cost: '费用', number: '数量', amount: '量' },
  ...{
    'lifetime risk': '终生风险',
    'family history': '家族史',
    consumption: '摄入',
    intake: '摄入',
    administration: '给药',
  },
  ...{ sensitivity: '敏感度', specificity: '特异度', accuracy: '准确性', efficacy: '疗效', safety: '安全性' },
  ...{ survival: '生存', 'significant reduction': '显著降低', 'significant increase': '显著升高' },
  ...{
    'significant improvement': '显著改善',
    'significant decrease': '显著降低',
    'significant decline': '显著下降',
  },
  ...{ 'nonsignificant reduction': '不显著降低' },
  ...{ 'significant change': '显著变化', 'increased risk': '风险升高', 'increased incidence': '发生率升高' },
};

/** Nouns of a relation, with its prepositions: "association between A and B". */
export const relations: Record<string, string> = {
  ...{ association: '关联', relationship: '关系', correlation: '相关性', relation: '关系', link: '联系' },
  ...{ interaction: '相互作用', agreement: '一致性' },
};

export const relationAdjectives: Record<string, string> = {
  ...{
    significant: '显著',
    'statistically significant': '显著',
    strong: '强',
    positive: '正向',
    negative: '负向',
  },
  ...{ inverse: '负向', close: '密切', causal: '因果', independent: '独立', clear: '明确', direct: '直接' },
  ...{
    'significant positive': '显著的正向',
    'significant negative': '显著的负向',
    'significant inverse': '显著的负向',
  },
};

export const differences: Record<string, string> = {
  ...{
    difference: '差异',
    'significant difference': '显著差异',
    'statistically significant difference': '显著差异',
  },
};

export const effects: Record<string, string> = {
  ...{ effect: '影响', impact: '影响', influence: '影响', 'beneficial effect': '有益影响' },
  ...{ 'significant effect': '显著影响', 'significant impact': '显著影响', 'positive effect': '积极影响' },
  ...{ 'positive impact': '积极影响', 'negative impact': '负面影响', 'negative effect': '负面影响' },
  ...{ 'protective effect': '保护作用', 'major impact': '重大影响', 'inhibitory effect': '抑制作用' },
  ...{ 'adverse effect': '不利影响', 'independent effect': '独立影响', 'significant influence': '显著影响' },
};

/** Nouns of people, and what they have, get or are in the middle of. */
export const isPeople =
  /(?:患者|者|人|人群|女性|男性|儿童|婴儿|新生儿|早产儿|青少年|成人|孕妇|女孩|男孩|病例|病人|母亲|小鼠|大鼠|个体|队列|员|医生|护士|学生|例|妇女|老年|子代|胎儿|家庭|幸存者|受者)$/;

/** Chinese of what people get rather than have. */
export const isTreatment = /(?:药|药物|抗生素|疗法|剂|疫苗|手术|敏感度|特异度|准确性|成功率|费用|发生率)$/;
