import type { Article } from '@citewell/core/records/article.ts';

/** Study design of a record, strongest first. */
export type StudyDesign = 'synthesis' | 'guideline' | 'trial' | 'observational' | 'review' | 'other';

/** PubMed's publication types by design; the first matching design counts. */
const typesByDesign: [StudyDesign, ReadonlySet<string>][] = [
  ['synthesis', new Set(['Meta-Analysis', 'Systematic Review', 'Network Meta-Analysis'])],
  ['guideline', new Set(['Practice Guideline', 'Guideline', 'Consensus Development Conference'])],
  [
    'trial',
    new Set([
      'Randomized Controlled Trial',
      'Controlled Clinical Trial',
      'Clinical Trial',
      'Clinical Trial, Phase II',
      'Clinical Trial, Phase III',
      'Clinical Trial, Phase IV',
      'Pragmatic Clinical Trial',
      'Equivalence Trial',
    ]),
  ],
  [
    'observational',
    new Set([
      'Observational Study',
      'Comparative Study',
      'Multicenter Study',
      'Evaluation Study',
      'Twin Study',
    ]),
  ],
  ['review', new Set(['Review', 'Scoping Review'])],
];

export function studyDesign(article: Pick<Article, 'publicationTypes'>): StudyDesign {
  const found = typesByDesign.find(([, types]) => article.publicationTypes.some((type) => types.has(type)));
  return found?.[0] ?? 'other';
}

/** Weight of a design, 0 to 1, when two papers fit a question equally well. */
export const designWeight: Record<StudyDesign, number> = {
  synthesis: 1,
  guideline: 0.9,
  trial: 0.8,
  observational: 0.5,
  review: 0.4,
  other: 0.2,
};
