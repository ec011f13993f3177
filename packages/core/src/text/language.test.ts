import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detectLanguage } from './language.ts';

const texts = {
  en: [
    'Is metformin first-line therapy?',
    'What does 糖尿病 mean in the title of this article about diabetes mellitus?',
    'What is the effect of 二甲双胍 on 非酒精性脂肪性肝病 in adults?',
    'Treatment of 高血压 in adults',
    'Zhang Wei (张伟), Wang Fang (王芳), and others agreed.',
    'Zhang Wei (张伟), Wang Fang (王芳)',
    'Dr 王 said it was fine.',
    'Does 二甲双胍 mean metformin?',
    'Patients of the Peking Union hospital (北京协和医院) were enrolled by Li Na (李娜) and Zhao Lei (赵磊).',
    'Please translate: 头痛 is a symptom of the disease.',
    '12345 ?',
    '',
  ],
  zh: [
    '二甲双胍是一线治疗吗？',
    'Can you 帮我查一下 metformin 的文献',
    'Metformin (二甲双胍)',
    'IL-6 在脓毒症中的作用',
    '在 atrial fibrillation 中 zelparin 能否预防 stroke？',
    'PD-L1 TPS ≥50% NSCLC pembrolizumab vs atezolizumab OS PFS 比较',
    'EGFR T790M C797S MET amplification HER2 osimertinib 耐药',
    'KEYNOTE-024 KEYNOTE-042 IMpower110 pembrolizumab atezolizumab cemiplimab PFS OS ORR HR 95% CI 汇总',
    '请总结 the role of IL-6 in sepsis 的研究进展',
    'quality of life in COPD 评估',
    'Head and neck cancer 放疗',
    '5-FU 200 mg/m2 d1-5 q3w + cisplatin 75 mg/m2 d1 AUC 用法',
    'TP53 p.R175H c.524G>A ClinVar gnomAD 致病',
    '请问 end of life care 指南',
    'in vitro MIC CLSI EUCAST 标准',
  ],
} as const;

describe('detectLanguage follows the function words of a text', () => {
  for (const language of ['en', 'zh'] as const)
    for (const text of texts[language])
      it(`${language}: ${text || '(nothing)'}`, () => assert.equal(detectLanguage(text), language));
});
