import type { Language } from '@citewell/sdk';

/** The words, in Markdown, that stand before a quotation from a record that does not hold the subjects `names`. */
export function lacksLabel(names: readonly string[], language: Language): string {
  return language === 'zh'
    ? `*未涉及${names.map((name) => `“${name}”`).join('、')}：*`
    : `*Not on ${names.map((name) => `“${name}”`).join(' or ')}:*`;
}
