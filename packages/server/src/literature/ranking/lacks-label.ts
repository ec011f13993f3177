import type { Language } from '@citewell/sdk';

/** The words, in Markdown, that stand before a quotation from a record that does not hold the subjects `names`; none without them. */
export function lacksLabel(names: readonly string[], language: Language): string {
  if (names.length === 0) return '';
  return language === 'zh'
    ? `*未涉及${names.map((name) => `“${name}”`).join('、')}：*`
    : `*Not on ${names.map((name) => `“${name}”`).join(' or ')}:*`;
}
