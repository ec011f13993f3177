import type { Language } from '@citewell/sdk';

/** Returns the Markdown label before a quotation from a full text, which says where in it. */
export function fullTextLabel(
  { pmcid, section }: { pmcid: string; section: string },
  language: Language,
): string {
  const place = [pmcid, section].filter(Boolean);
  return language === 'zh' ? `*全文（${place.join('，')}）：*` : `*Full text (${place.join(', ')}):*`;
}
