import { splitSentences } from '@citewell/core/text/sentences.ts';
import { lieInReview, type ReviewLie } from './llm-review-lies.ts';
import type { ReviewRole } from './llm-review-role.ts';

type Parts = {
  /** Content of a block of the prompt. */
  block(name: string): string;
  language: 'zh' | 'en';
  /** Instructions of the prompt. */
  system: string;
  concepts(topic: string): { term: string; synonyms: string[] }[];
  /** Way in which the reply is false; undefined if it is not. */
  lie?: ReviewLie | undefined;
};

/**
 * Builds the reply of a model to a review prompt from the prompt's own blocks alone: obedient, or false in one respect.
 */
export function reviewReply(role: ReviewRole, parts: Parts): string {
  const honest = obedientReview(role, parts);
  const { lie, block, system, language } = parts;
  return lie
    ? lieInReview(lie, role, honest, { evidence: evidenceOf(block('EVIDENCE')), system, language })
    : honest;
}

function obedientReview(role: ReviewRole, { block, language, system, concepts }: Parts): string {
  const evidence = evidenceOf(block('EVIDENCE'));
  const topic = block('TOPIC');
  switch (role) {
    case 'scope': {
      const terms = concepts(topic);
      return JSON.stringify({
        ...{ type: 'therapy', population: '', intervention: '', comparison: '', outcome: '' },
        ...{ broad: false, concepts: terms.slice(0, 4) },
        questions: terms.slice(1, 3).map((term) => ({
          question: language === 'zh' ? `${term.term} 如何？` : `What of ${term.term}?`,
          concepts: [terms[0] ?? term, term],
        })),
      });
    }
    case 'outline': {
      const byTheme = Map.groupBy(evidence, ({ text }) => themes.find(({ words }) => words.test(text)));
      return JSON.stringify({
        title: topic,
        themes: themes.flatMap((theme) => {
          const ids = byTheme.get(theme)?.map(({ id }) => id);
          return ids ? [{ heading: theme[language], ids }] : [];
        }),
      });
    }
    case 'studies':
      return JSON.stringify({
        studies: block('STUDIES')
          .split('\n\n')
          .flatMap((record) => {
            const [, pmid, title = ''] = /^PMID (\d+)\n(.*)$/m.exec(record) ?? [];
            return pmid
              ? [
                  {
                    pmid,
                    population: '',
                    intervention: title.split(/ (?:and|on|in|for|versus) |[:：]|治疗|对/)[0] ?? '',
                    outcome: 'nowhere in it',
                  },
                ]
              : [];
          }),
      });
    case 'frame': {
      const concluding = evidence.filter(({ label }) => label === 'CONCLUSIONS');
      const others = evidence.filter((each) => !concluding.includes(each));
      return JSON.stringify({
        background: written(others.slice(0, 1), language),
        results: written((others.length > 1 ? others.slice(1) : evidence).slice(0, 4), language),
        conclusion: written((concluding.length > 0 ? concluding : evidence).slice(0, 2), language),
        transitions: block('OUTLINE')
          .split('\n')
          .map((heading) =>
            language === 'zh'
              ? `以下讨论${heading}。`
              : `The studies of ${heading.toLowerCase()} are considered next.`,
          ),
      });
    }
    case 'section': {
      const findings = block('FINDINGS');
      const restated = splitSentences(findings)
        .slice(0, 3)
        .map(({ text }) => text)
        .join(' ');
      return evidence.length === 0 ? restated : written(withinLength(evidence, system), language);
    }
  }
}

const themes = [
  { en: 'Mortality and survival', zh: '死亡与生存', words: /mortality|survival|death|死亡|生存/i },
  { en: 'Adverse events', zh: '不良反应', words: /adverse|safety|complication|nausea|不良|安全/i },
  {
    en: 'Quality of life and symptoms',
    zh: '生活质量与症状',
    words: /quality of life|pain|symptom|生活质量|疼痛/i,
  },
  { en: 'Use of hospital care', zh: '住院情况', words: /hospital|readmission|length of stay|住院/i },
  { en: 'Recurrence', zh: '复发', words: /recur|relapse|复发/i },
  { en: 'Other outcomes', zh: '其他结局', words: /./ },
];

/**
 * Selects as much evidence as fills a section of the length that its prompt asks for: "300 words at most", "不超过 500 字".
 */
function withinLength(evidence: readonly Evidence[], system: string): Evidence[] {
  const [, words, han] = /(\d+) words at most|不超过 (\d+) 字/.exec(system) ?? [];
  const longest = Number(words ?? 0) || Number(han ?? 500) / 1.7;
  let length = 0;
  return evidence.filter(({ text }, at) => {
    length += text.split(/\s+/).length;
    return at === 0 || length <= longest;
  });
}

type Evidence = { id: string; label: string | undefined; text: string };

function evidenceOf(block: string): Evidence[] {
  return [
    ...block.matchAll(/^\[(E\d+)\] (?:([A-Z /&-]+|\p{Script=Han}{1,8})(?:, [^:\n]{1,200})?: )?(.+)$/gmu),
  ].map(([, id = '', label, text = '']) => ({
    ...{ id, label, text },
  }));
}

/**
 * Writes sentences with their evidence ids; in English some are rephrased as a writer would, the others are verbatim.
 */
function written(evidence: readonly Evidence[], language: 'zh' | 'en'): string {
  return evidence
    .map(({ id, text }, at) => {
      const sentence = text.trim().replace(/[.。]$/, '');
      if (language === 'zh') return `${sentence} [${id}]。`;
      return `${at % 4 === 3 ? `In one study, ${sentence.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}` : sentence} [${id}].`;
    })
    .join(language === 'zh' ? '' : ' ');
}
