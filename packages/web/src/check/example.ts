import type { Text } from '../lib/language.tsx';

/** Example that fills in the form. */
export type Example = { sentence: string; pmid: string; abstract: string };

/** Returns an invented abstract and a sentence with a different number; PubMed does not use the PMID. */
export function deviatingExample(t: Text): Example {
  return {
    sentence: t(
      'Compared with placebo, the treatment reduced exacerbations by 52%.',
      '与安慰剂相比，该治疗使急性发作减少52%。',
    ),
    pmid: '9999999999',
    abstract: t(
      'BACKGROUND: We studied an inhaled treatment in 412 adults with asthma.\nRESULTS: Compared with placebo, the treatment reduced exacerbations by 32% (95% CI 18 to 44).\nCONCLUSIONS: The treatment reduced exacerbations over 12 months.',
      '背景：在412例成人哮喘患者中研究一种吸入治疗。\n结果：与安慰剂相比，该治疗使急性发作减少32%（95% CI 18～44）。\n结论：该治疗在12个月内减少了急性发作。',
    ),
  };
}
