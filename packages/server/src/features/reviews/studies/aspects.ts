import type { LocalizedMessage } from '@citewell/core/errors.ts';

/** Aspect of studies on any topic: a heading in both languages, and the words that identify it. */
export type Aspect = {
  heading: LocalizedMessage;
  words: RegExp;
  /** Set if it is a heading for what befalls people, under which no study of a treatment belongs, whatever ratios it reports. */
  ofUntreated?: true;
};

export const aspects: readonly Aspect[] = [
  {
    heading: { en: 'Mortality and survival', zh: '死亡与生存' },
    words: /\b(?:mortality|deaths?|survival|fatal\w*)\b|死亡|生存|存活/i,
  },
  {
    heading: { en: 'Safety and adverse events', zh: '安全性与不良反应' },
    // An adverse outcome of a pregnancy or a disease is no effect of a treatment.
    words:
      /\b(?:adverse(?! (?:(?!events?\b|effects?\b|reactions?\b)[a-z]+ ){0,3}outcomes?\b)|safety|safe|tolerab\w+|side effects?|toxicit\w+|complications?|bleeding|hypoglyc\w+)\b|不良(?!(?:妊娠|围[生产]期|新生儿|母婴)?(?:结局|预后))|安全性|毒性|并发症|出血/i,
  },
  {
    heading: { en: 'Symptoms, function and quality of life', zh: '症状、功能与生活质量' },
    words:
      /\b(?:symptoms?|pain|quality of life|function(?:al|ing)?|disability|fatigue|anxiety|depressi\w+|satisfaction)\b|症状|疼痛|生活质量|功能|疲劳|焦虑|抑郁/i,
  },
  {
    heading: { en: 'Diagnosis and prediction', zh: '诊断与预测' },
    words:
      /\b(?:sensitivity|specificity|diagnos\w+|accura\w+|predict\w+|screening|biomarkers?|AUC|cut-?off)\b|诊断|敏感|特异|预测|筛查|标志物/i,
  },
  {
    ofUntreated: true,
    heading: { en: 'Frequency and risk factors', zh: '发生率与危险因素' },
    words:
      /\b(?:prevalence|incidence|risk factors?|odds ratio|hazard ratio|relative risk|associated with|association|likelihood)\b|患病率|发病率|危险因素|风险|相关/i,
  },
  {
    heading: { en: 'Biological mechanisms', zh: '作用机制' },
    words:
      /\b(?:mechanis\w+|pathways?|express(?:ion|ed)|receptors?|signal\w*|gen(?:e|es|etic|otype)|cytokines?|inflammat\w+|oxidative|mice|rats|in vitro)\b|机制|通路|表达|受体|信号|基因|炎症|小鼠|大鼠/i,
  },
  {
    heading: { en: 'Care, adherence and costs', zh: '照护、依从性与费用' },
    words:
      /\b(?:costs?|cost-effective\w*|hospitali[sz]\w+|readmission|length of stay|adherence|compliance|self-management|knowledge|attitudes?|barriers?)\b|费用|成本|住院|依从|自我管理|认知|态度/i,
  },
  {
    heading: { en: 'Effects of treatment', zh: '治疗效果' },
    // Both: what treats, and what it does. "Effective screening" and "in treated patients" are no effects of a treatment.
    words:
      /^(?=.*(?:\b(?:(?<!\b(?:receiving|under|need for|on|before|after|without|during|indications? for|decisions? on|initiation of) )(?:treatments?|therap(?:y|ies))|treated with|drugs?|supplement\w*|surgery|interventions?)\b|治疗|疗法|药物|手术|干预))(?=.*(?:\b(?:effica\w+|effective(?:ness)?|improv\w+|reduc\w+|increas\w+|decreas\w+|lower\w*|superior|benefi\w+|prevent\w*|respon(?:se|ded)s?|no (?:effect|difference|benefit)|cure[sd]?)\b|疗效|有效|改善|降低|减少|提高|优于|获益|缓解))/is,
  },
];
