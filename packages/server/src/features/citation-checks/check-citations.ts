import { ServiceError } from '@citewell/core/errors.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { CitationCheckResponse } from '@citewell/sdk';
import type { Meter } from '../../accounting/meter.ts';
import type { LanguageWork } from '../../language-work/language-work.ts';
import { mapWithConcurrency } from '../../platform/concurrency/map-with-concurrency.ts';
import { concurrently } from '../../platform/concurrently.ts';
import { type CitationCheck, checkAgainst } from './check-citation.ts';
import { type FindArticle, findArticles, type LookUpContext, type NotFound } from './find-article.ts';
import type { Verifiers } from './verifier/verifier.ts';

/** Each check is a call of its own: admitted before it begins and settled when it ends. */
export type CheckCall = { meter: Meter; end(error?: unknown): Promise<void> };

export type BatchContext = LookUpContext & {
  requestId: string;
  work: LanguageWork;
  /** @throws ServiceError if the call is not admitted. */
  openCall(index: number): Promise<CheckCall>;
};

/** Result of one check: the reply, or its error. */
export type Checked = CitationCheckResponse | ServiceError;

/** Number of sentences that wait for a model at the same time; providers' own limits are far higher. */
const atOnce = 4;

/**
 * Checks many citations and passes each result to `take`, in order. All records are looked up first. The error of one
 * check is its own result; only errors that concern no single check, such as an abort, are thrown.
 */
export async function checkCitations(
  checks: readonly CitationCheck[],
  dependencies: FindArticle & Verifiers,
  { requestId, caller, signal, work, openCall }: BatchContext,
  take: (checked: Checked, index: number) => Promise<void> | undefined,
): Promise<void> {
  const articles = await findCitedArticles(checks, dependencies, { caller, signal });
  let refused: ServiceError | undefined;
  await mapWithConcurrency(
    checks,
    { limit: atOnce, signal },
    async (check, inTime, index) => {
      if (refused) return refused;
      let call: CheckCall;
      try {
        call = await openCall(index);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        // Quota or balance is used up, or the key is closed, which affects all that follow.
        refused = error;
        return error;
      }
      try {
        const article = articles.get(check.pmid);
        if (check.abstract === undefined && typeof article !== 'object')
          throw new ServiceError(article ?? 'article_not_found');
        const context = { requestId, caller, signal: inTime, meter: call.meter, work };
        const record = typeof article === 'object' ? article : undefined;
        const reply = await checkAgainst(check, record, dependencies, context);
        await call.end();
        return reply;
      } catch (error) {
        await call.end(error);
        inTime.throwIfAborted();
        if (error instanceof ServiceError) return error;
        throw error;
      }
    },
    take,
  );
}

/**
 * Looks up the records of all checks; for one that came with its abstract only the library is asked, free of charge.
 */
async function findCitedArticles(
  checks: readonly CitationCheck[],
  dependencies: FindArticle,
  { signal, caller }: LookUpContext,
): Promise<Map<Pmid, Article | NotFound>> {
  const pmids = (given: boolean) =>
    checks.filter(({ abstract }) => (abstract !== undefined) === given).map(({ pmid }) => pmid);
  const { literature } = dependencies;
  const inLibrary = { ...dependencies, literature: { ...literature, remote: [] } };
  const [given, wanted] = await concurrently(signal, [
    (inner) => findArticles(pmids(true), inLibrary, { signal: inner, caller }),
    (inner) => findArticles(pmids(false), dependencies, { signal: inner, caller }),
  ]);
  return new Map([...given, ...wanted]);
}
