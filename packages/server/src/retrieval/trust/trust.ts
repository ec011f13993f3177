import { type Article, abstractText, type Notice } from '@citewell/core/records/article.ts';
import { retractedType } from '@citewell/core/records/publication-types.ts';
import type { TrustCard } from '@citewell/sdk';
import { participantsOf } from '../../literature/studies/read-study.ts';
import { designOf, subjectsOf } from '../../literature/studies/study-design.ts';

type Design = NonNullable<TrustCard['design']>;

/** Builds the trust card of a record from its metadata and abstract; nothing is guessed. */
export function trustCard(article: Article): TrustCard {
  const text = `${article.title}\n${abstractText(article)}`;
  const subjects = subjectsOf(article, text);
  const { design, from } = designOf(article, text, subjects);
  const types = new Set(article.publicationTypes.map((type) => type.toLowerCase()));
  return {
    pmid: article.pmid,
    retracted: article.retracted || types.has(retractedType.toLowerCase()),
    expression_of_concern: article.concerns.length > 0,
    erratum: article.errata.length > 0 || types.has('corrected and republished article'),
    preprint: types.has('preprint') || preprintServers.test(article.journal),
    notices: [
      ...article.retractions.map((notice) => toNotice('retraction', notice)),
      ...article.concerns.map((notice) => toNotice('concern', notice)),
      ...article.errata.map((notice) => toNotice('erratum', notice)),
    ],
    design,
    design_from: from,
    evidence_level: design ? levels[design] : null,
    sample_size: sampleSizeOf(article),
    subjects,
    read: article.abstract.length > 0 ? 'abstract' : 'title',
  };
}

function sampleSizeOf(article: Article): TrustCard['sample_size'] {
  const size = participantsOf(article);
  return size ? { n: size.n, text: size.text, start: size.start, end: size.end } : null;
}

function toNotice(
  kind: TrustCard['notices'][number]['kind'],
  { pmid, citation }: Notice,
): TrustCard['notices'][number] {
  return { kind, pmid: pmid ?? null, citation };
}

const preprintServers =
  /^(?:medrxiv|biorxiv|chemrxiv|arxiv)\b|^(?:research square|ssrn|preprints(?:\.org)?)\b/i;

/**
 * The levels of the Oxford Centre for Evidence-Based Medicine (2011) for questions of benefit, by design alone:
 * the quality of a study may raise or lower its level, but cannot be judged from an abstract.
 */
const levels: Record<Design, TrustCard['evidence_level']> = {
  meta_analysis: 1,
  systematic_review: 1,
  guideline: null,
  randomized_trial: 2,
  clinical_trial: 3,
  cohort: 3,
  observational: 3,
  case_control: 4,
  cross_sectional: 4,
  case_report: 4,
  review: 5,
  protocol: null,
  opinion: 5,
  animal: 5,
  in_vitro: 5,
};
