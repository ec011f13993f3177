import type { Language } from '@citewell/sdk';

/**
 * Returns the Markdown label before a quotation from a record that lacks the subjects `names`; empty if there are none.
 */
export function missingSubjectsLabel(names: readonly string[], language: Language): string {
  if (names.length === 0) return '';
  return language === 'zh'
    ? `*未涉及${names.map((name) => `“${name}”`).join('、')}：*`
    : `*Not on ${names.map((name) => `“${name}”`).join(' or ')}:*`;
}
