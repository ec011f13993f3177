import {
  type Article,
  type BibliographicDetails,
  type Notice,
  parsePmcid,
  parsePmid,
} from '@citewell/core/records/article.ts';
import { isReviewType, retractedType } from '@citewell/core/records/publication-types.ts';
import { keptAffiliations } from '../pubmed/details.ts';
import { flattenHtml, readSections } from './flatten-html.ts';
import type { EuropepmcHit } from './read-reply.ts';

/** Converts a hit to an article, or returns undefined if it is not in PubMed: without a PMID it cannot be cited. */
export function toArticle(hit: EuropepmcHit): Article | undefined {
  const pmid = parsePmid(hit.pmid ?? '');
  if (!pmid) return undefined;
  const publicationTypes = hit.pubTypeList?.pubType ?? [];
  const retractions = notices(hit, 'retraction in');
  const details = detailsOf(hit);
  const { pmcid } = details;
  const journal = hit.journalInfo?.journal;
  const isRetracted = (type: string) => type.toLowerCase() === retractedType.toLowerCase();
  return {
    pmid,
    version: 1,
    title: flattenHtml(hit.title ?? ''),
    abstract: readSections(hit.abstractText ?? ''),
    authors: (hit.authorList?.author ?? []).flatMap(authorName),
    journal:
      journal?.title ?? hit.bookOrReportDetails?.comprisingTitle ?? hit.bookOrReportDetails?.publisher ?? '',
    ...(journal?.medlineAbbreviation &&
      journal.medlineAbbreviation !== journal.title && {
        journalAbbreviation: journal.medlineAbbreviation,
      }),
    year: /^\d{4}$/.test(hit.pubYear ?? '') ? (hit.pubYear ?? '') : '',
    languages: hit.language ? [hit.language] : [],
    publicationTypes,
    mesh: (hit.meshHeadingList?.meshHeading ?? []).flatMap(({ descriptorName }) => descriptorName ?? []),
    keywords: hit.keywordList?.keyword ?? [],
    ...details,
    ...(pmcid && hit.isOpenAccess && { openAccess: hit.isOpenAccess === 'Y' }),
    ...(pmcid && hit.license && { license: hit.license }),
    isReview: publicationTypes.some(isReviewType),
    retracted: retractions.length > 0 || publicationTypes.some(isRetracted),
    retractions,
    concerns: notices(hit, 'expression of concern in'),
    errata: notices(hit, 'erratum in'),
  };
}

function detailsOf(hit: EuropepmcHit): BibliographicDetails {
  const { volume, issue, journal } = hit.journalInfo ?? {};
  const issn = journal?.issn ?? journal?.essn;
  const pmcid = parsePmcid(hit.pmcid ?? '');
  const [firstAuthor] = hit.authorList?.author ?? [];
  const affiliations = keptAffiliations(
    (firstAuthor?.authorAffiliationDetailsList?.authorAffiliation ?? []).map(({ affiliation }) =>
      flattenHtml(affiliation ?? ''),
    ),
  );
  return {
    ...(volume && { volume }),
    ...(issue && { issue }),
    ...(hit.pageInfo && { pages: hit.pageInfo }),
    ...(issn && { issn }),
    ...(hit.doi && { doi: hit.doi }),
    ...(pmcid && { pmcid }),
    ...(affiliations.length > 0 && { affiliations }),
  };
}

type Author = NonNullable<NonNullable<EuropepmcHit['authorList']>['author']>[number];

function authorName({ fullName, lastName, initials, collectiveName }: Author): string[] {
  const name = collectiveName ?? fullName ?? [lastName, initials].filter(Boolean).join(' ');
  return name ? [name] : [];
}

/** Links to other records of this type; Europe PMC spells PubMed's RetractionIn "Retraction in". */
function notices({ commentCorrectionList }: EuropepmcHit, wanted: string): Notice[] {
  return (commentCorrectionList?.commentCorrection ?? [])
    .filter(({ type }) => type?.trim().toLowerCase() === wanted)
    .map(({ id, source, reference }) => {
      const pmid = source === 'MED' ? parsePmid(id ?? '') : undefined;
      return { ...(pmid && { pmid }), citation: reference ?? '' };
    });
}
