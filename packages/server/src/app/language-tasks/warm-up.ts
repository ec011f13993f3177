import { checkByRules } from '@citewell/citation-checker/check.ts';
import { planQuery } from '../../literature/query/plan-query.ts';

/** Abstract and sentences in both languages, whose processing loads the word lists. */
const abstract =
  'In 1,204 adults with type 2 diabetes, metformin reduced HbA1c by 1.1% (95% CI 0.9 to 1.3; P<0.001).';
const sentences = [
  'Metformin lowered HbA1c by 1.2% in adults with type 2 diabetes.',
  '二甲双胍使2型糖尿病患者的糖化血红蛋白下降1.1%。',
];

/** Reads the word lists before the first task that needs them. */
export function warmUp(): void {
  for (const sentence of sentences) {
    checkByRules({ sentence, article: { title: '', abstract, publicationTypes: undefined } });
    planQuery({ question: sentence, history: [], years: {}, category: undefined, thisYear: 2026 });
  }
}
