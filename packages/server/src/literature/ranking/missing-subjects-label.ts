import type { Language } from '@citewell/sdk';

/**
 * Returns the Markdown label before a quotation from a record that lacks the subjects `names`. Without names it lacks none that rules
 * know, and still does not clearly answer.
 */
export function missingSubjectsLabel(names: readonly string[], language: Language): string {
  if (names.length === 0) return language === 'zh' ? '*未明确回答：*' : '*No clear answer:*';
  return language === 'zh' ? `*未涉及${listed(names, language)}：*` : `*Not on ${listed(names, language)}:*`;
}

/** Returns the Markdown label before a quotation that answers although its record does not contain everyday words of the question. */
export function unmentionedLabel(names: readonly string[], language: Language): string {
  return language === 'zh'
    ? `*未提及${listed(names, language)}：*`
    : `*Does not mention ${listed(names, language)}:*`;
}

function listed(names: readonly string[], language: Language): string {
  return names.map((name) => `“${name}”`).join(language === 'zh' ? '、' : ' or ');
}
