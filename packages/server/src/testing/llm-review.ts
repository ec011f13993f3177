import { splitSentences } from '../text/sentences.ts';

/** What a request of a review is for, told from its instructions. */
export const reviewRoles = ['scope', 'outline', 'studies', 'frame', 'section'] as const;
export type ReviewRole = (typeof reviewRoles)[number];

export function reviewRoleOf(system: string): ReviewRole | undefined {
  if (system.includes('"transitions"')) return 'frame';
  if (system.includes('"themes"')) return 'outline';
  if (system.includes('"studies"')) return 'studies';
  if (system.includes('"focus"')) return 'scope';
  return /medical review for clinicians|医学综述的一个部分/.test(system) ? 'section' : undefined;
}

type Parts = {
  /** The content of a block of the prompt. */
  block(name: string): string;
  language: 'zh' | 'en';
  concepts(topic: string): { term: string; synonyms: string[] }[];
};

/** What a model that does as it is told replies to a prompt of a review: from the prompt's own blocks, and nothing else. */
export function reviewReply(role: ReviewRole, { block, language, concepts }: Parts): string {
  const evidence = evidenceOf(block('EVIDENCE'));
  const topic = block('TOPIC');
  switch (role) {
    case 'scope': {
      const terms = concepts(topic);
      return JSON.stringify({
        ...{ type: 'therapy', population: '', intervention: '', comparison: '', outcome: '' },
        ...{ broad: false, focus: '', concepts: terms.slice(0, 4) },
        questions: terms.slice(1, 3).map((term) => ({
          question: language === 'zh' ? `${term.term} 如何？` : `What of ${term.term}?`,
          concepts: [terms[0] ?? term, term],
        })),
      });
    }
    case 'outline': {
      const third = Math.ceil(evidence.length / 3);
      const names =
        language === 'zh'
          ? ['甲组结果', '乙组结果', '丙组结果']
          : ['First findings', 'Second findings', 'Third findings'];
      const themes = names.map((heading, at) => ({
        heading,
        ids: evidence.slice(at * third, (at + 1) * third).map(({ id }) => id),
      }));
      return JSON.stringify({ title: topic, themes: themes.filter(({ ids }) => ids.length > 0) });
    }
    case 'studies':
      return JSON.stringify({
        studies: block('STUDIES')
          .split('\n\n')
          .flatMap((record) => {
            const [, pmid, title = ''] = /^PMID (\d+)\n(.*)$/m.exec(record) ?? [];
            const words = title.replace(/\.$/, '').split(' ');
            return pmid
              ? [
                  {
                    pmid,
                    population: '',
                    intervention: words.slice(0, 3).join(' '),
                    outcome: 'nowhere in it',
                  },
                ]
              : [];
          }),
      });
    case 'frame':
      return JSON.stringify({
        title: topic,
        background: written(evidence.slice(0, 1), language),
        results: written(evidence.slice(0, 3), language),
        conclusion: written(evidence.slice(0, 1), language),
        transitions: block('OUTLINE')
          .split('\n')
          .map(() => (language === 'zh' ? '以下转向这一主题。' : 'The next theme follows.')),
      });
    case 'section': {
      const findings = block('FINDINGS');
      const restated = splitSentences(findings)
        .slice(0, 3)
        .map(({ text }) => text)
        .join(' ');
      return evidence.length === 0 ? restated : written(evidence.slice(0, 8), language);
    }
  }
}

type Evidence = { id: string; text: string };

function evidenceOf(block: string): Evidence[] {
  return [...block.matchAll(/^\[(E\d+)\] (?:[A-Z /&-]+: )?(.+)$/gm)].map(([, id = '', text = '']) => ({
    id,
    text,
  }));
}

function written(evidence: readonly Evidence[], language: 'zh' | 'en'): string {
  return evidence
    .map(({ id, text }) => {
      const sentence = text.trim().replace(/[.。]$/, '');
      return language === 'zh' ? `${sentence} [${id}]。` : `${sentence} [${id}].`;
    })
    .join(language === 'zh' ? '' : ' ');
}
