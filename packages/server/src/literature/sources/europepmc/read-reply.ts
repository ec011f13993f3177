import { z } from 'zod';
import type { SourceFailure } from '../retriever.ts';

/** Europe PMC writes a list of one item as that item. */
function oneOrMany<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item),
  );
}

const text = z.union([z.string(), z.number().transform(String)]);

const hitSchema = z.object({
  pmid: text.optional(),
  doi: text.optional(),
  pmcid: text.optional(),
  isOpenAccess: text.optional(),
  license: text.optional(),
  title: text.optional(),
  authorList: z
    .object({
      author: oneOrMany(
        z.object({
          fullName: text.optional(),
          lastName: text.optional(),
          initials: text.optional(),
          collectiveName: text.optional(),
          authorAffiliationDetailsList: z
            .object({ authorAffiliation: oneOrMany(z.object({ affiliation: text.optional() })).optional() })
            .optional(),
        }),
      ).optional(),
    })
    .optional(),
  journalInfo: z
    .object({
      volume: text.optional(),
      issue: text.optional(),
      journal: z
        .object({
          title: text.optional(),
          medlineAbbreviation: text.optional(),
          issn: text.optional(),
          essn: text.optional(),
        })
        .optional(),
    })
    .optional(),
  pageInfo: text.optional(),
  bookOrReportDetails: z.object({ comprisingTitle: text.optional(), publisher: text.optional() }).optional(),
  pubYear: text.optional(),
  abstractText: text.optional(),
  language: text.optional(),
  pubTypeList: z.object({ pubType: oneOrMany(text).optional() }).optional(),
  meshHeadingList: z
    .object({ meshHeading: oneOrMany(z.object({ descriptorName: text.optional() })).optional() })
    .optional(),
  keywordList: z.object({ keyword: oneOrMany(text).optional() }).optional(),
  commentCorrectionList: z
    .object({
      commentCorrection: oneOrMany(
        z.object({
          id: text.optional(),
          source: text.optional(),
          reference: text.optional(),
          type: text.optional(),
        }),
      ).optional(),
    })
    .optional(),
});

/** Europe PMC record, with those of its "core" fields that we use. */
export type EuropepmcHit = z.output<typeof hitSchema>;

const replySchema = z.object({
  hitCount: z.coerce.number().int().nonnegative(),
  resultList: z.object({ result: oneOrMany(hitSchema).optional() }).optional(),
});

const errorSchema = z.object({ errCode: z.coerce.number(), errMsg: z.string().optional() });

/**
 * Returns the hits of a reply, or the reason why it is unusable. Europe PMC rejects requests with HTTP 200, sometimes
 * without a message.
 */
export function readReply(
  status: number,
  body: string,
): { total: number; hits: EuropepmcHit[] } | SourceFailure {
  const failure = failureOfStatus(status);
  if (failure) return failure;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return 'bad_reply';
  }
  const error = errorSchema.safeParse(value);
  if (error.success) return failureOfCode(error.data.errCode);
  const reply = replySchema.safeParse(value);
  // {"version": "6.9"} alone is how it rejects a query, a sort order or a cursor.
  if (!reply.success) return isVersionOnly(value) ? 'rejected' : 'bad_reply';
  const { hitCount, resultList } = reply.data;
  const hits = resultList?.result ?? [];
  return hitCount > 0 && hits.length === 0 ? 'bad_reply' : { total: hitCount, hits };
}

/** Returns the reason that a status gives for a missing reply; undefined if it may have one. */
export function failureOfStatus(status: number): SourceFailure | undefined {
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'unreachable';
  if (status === 403) return 'blocked';
  return status >= 400 ? 'rejected' : undefined;
}

function failureOfCode(code: number): SourceFailure {
  if (code === 429) return 'rate_limited';
  if (code >= 500) return 'unreachable';
  return 'rejected';
}

function isVersionOnly(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).join() === 'version';
}
