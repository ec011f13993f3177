import type { CitationCheckResponse, Language, Verification } from '@citewell/sdk';
import { escapeMarkdown } from '../../documents/markdown.ts';

type Texts = {
  verdicts: Record<Verification['verdict'], string>;
  evidence: string;
  analysis: string;
  suggestion: string;
};

const texts: Record<Language, Texts> = {
  en: {
    verdicts: {
      supported: 'The article supports the sentence',
      deviates: 'The sentence deviates from the article',
      undetermined: 'The article alone does not show whether the sentence is right',
    },
    evidence: 'Closest passages of the abstract:',
    analysis: 'Analysis:',
    suggestion: 'Suggested sentence:',
  },
  zh: {
    verdicts: {
      supported: '该文献支持此句',
      deviates: '此句与该文献不符',
      undetermined: '仅凭该文献无法判断此句是否正确',
    },
    evidence: '摘要中最接近的原文：',
    analysis: '分析：',
    suggestion: '建议改为：',
  },
};

/** Returns the verdict on a citation as Markdown, in which `[1]` is the article. */
export function checkReply(check: CitationCheckResponse, language: Language): string {
  const { verdicts, evidence, suggestion } = texts[language];
  const { reason, suggestion: better = '', verification } = check;
  const verdict = verification?.verdict ?? (check.consistent ? 'supported' : 'undetermined');
  const quotations = (verification?.evidence ?? []).map(({ text }) => `> ${escapeMarkdown(text)}`);
  return [
    `**${verdicts[verdict]}** [1]`,
    escapeMarkdown(reason),
    ...(quotations.length > 0 ? [`${evidence}\n\n${quotations.join('\n>\n')}`] : []),
    ...(check.deviation_analysis === ''
      ? []
      : [`**${texts[language].analysis}** ${escapeMarkdown(check.deviation_analysis)}`]),
    ...(better === '' ? [] : [`**${suggestion}** ${escapeMarkdown(better)}`]),
  ].join('\n\n');
}
