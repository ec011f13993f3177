import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { type Article, parsePmcid, parsePmid } from '@citewell/core/records/article.ts';
import { foldSpace } from '@citewell/core/records/inline-text.ts';
import { isReviewType, retractedType } from '@citewell/core/records/publication-types.ts';
import { z } from 'zod';
import { keptAffiliations } from '../../literature/sources/pubmed/details.ts';
import { tryParseJson } from '../../platform/text/parse-json.ts';
import type { IngestItem, ItemReader } from './item.ts';
import { createLineReader, type Line } from './read-lines.ts';
import { type RejectReason, rejectSentence } from './reject.ts';

const text = z.string().transform(foldSpace);
const texts = z
  .array(text)
  .default([])
  .transform((list) => [...new Set(list.filter(Boolean))]);
const optionalText = text.nullish().transform((value) => value || undefined);
/** Matches a calendar date, year and month, or year: "2024-13-45" would be newer than any later version. */
const isoDay = z
  .string()
  .regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/)
  .refine((day) => new Date(day).toJSON()?.startsWith(day));

/** Maximum length of a text that is searched as a whole; OpenSearch stores no more than 32,766 bytes of one. */
const identifierMax = 2_048;

/** Line as `library export` writes it, or less: a PMID and a title suffice. Other fields are ignored. */
const recordSchema = z.object({
  pmid: z.union([z.string(), z.int()]).transform((value, context) => {
    const pmid = parsePmid(String(value));
    if (!pmid) context.addIssue('not a PMID');
    return pmid ?? z.NEVER;
  }),
  version: z.coerce.number().int().min(1).default(1),
  revised: isoDay.nullish(),
  title: text,
  vernacular_title: optionalText,
  abstract: z
    .union([
      z.array(z.object({ label: optionalText, text })),
      text.transform((whole) => [{ label: undefined, text: whole }]),
    ])
    .default([]),
  authors: z
    .array(text)
    .default([])
    .transform((list) => list.filter(Boolean)),
  journal: text.default(''),
  journal_abbreviation: optionalText,
  year: z
    .union([z.literal(''), z.string().regex(/^\d{4}$/), z.int().min(1000).max(9999).transform(String)])
    .nullish()
    .transform((value) => value ?? ''),
  published: isoDay.nullish(),
  languages: texts.refine((list) => list.every((each) => each.length <= identifierMax)),
  publication_types: texts,
  mesh: texts,
  keywords: texts,
  volume: optionalText,
  issue: optionalText,
  pages: optionalText,
  issn: optionalText,
  affiliations: texts.transform(keptAffiliations),
  doi: optionalText.refine((doi = '') => doi.length <= identifierMax),
  pmcid: optionalText.transform((value) => parsePmcid(value ?? '')),
  open_access: z.boolean().nullish(),
  license: optionalText,
  is_review: z.boolean().optional(),
  retracted: z.boolean().optional(),
  demonstration: z.boolean().optional(),
});

/** Reads records as JSON, one per line. Empty lines are skipped. */
export function createJsonlReader(): ItemReader {
  const lines = createLineReader();
  return {
    feed: (bytes) => lines.feed(bytes).flatMap(toItem),
    end: () => lines.end().flatMap(toItem),
  };
}

function toItem(line: Line): IngestItem[] {
  const reject = (reason: LocalizedMessage): IngestItem[] => [{ kind: 'reject', line: line.number, reason }];
  const because = (reason: RejectReason) => reject(rejectSentence(reason));
  if (line.text === undefined) return because(line.wrong);
  if (line.text.trim() === '') return [];
  const json = tryParseJson(line.text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return because('json');
  const parsed = recordSchema.safeParse(json);
  if (!parsed.success) {
    const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))].slice(0, 5).join(', ');
    return reject({ en: `these fields are invalid: ${fields}`, zh: `以下字段有误：${fields}` });
  }
  if (parsed.data.demonstration) return because('demonstration');
  const article = toArticle(parsed.data);
  // JSON can contain both as escapes, which no reader of records expects.
  const whole = Object.values(article).flat().map(plain).join(' ');
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(whole)) return because('control');
  if (!whole.isWellFormed()) return because('surrogate');
  const revisedAt = parsed.data.revised ?? undefined;
  return [{ kind: 'record', line: line.number, article, revisedAt, links: [] }];
}

function toArticle(record: z.output<typeof recordSchema>): Article {
  const { vernacular_title: vernacularTitle, journal_abbreviation: journalAbbreviation, doi } = record;
  const { pmcid, open_access: openAccess, license, volume, issue, pages, issn, affiliations } = record;
  const published =
    record.year && record.published?.startsWith(`${record.year}-`) ? record.published : undefined;
  const types = record.publication_types;
  return {
    pmid: record.pmid,
    version: record.version,
    title: record.title,
    ...(vernacularTitle && { vernacularTitle }),
    abstract: record.abstract
      .filter((section) => section.text)
      .map((section) => ({ ...(section.label && { label: section.label }), text: section.text })),
    authors: record.authors,
    journal: record.journal,
    ...(journalAbbreviation && { journalAbbreviation }),
    year: record.year,
    ...(published && { published }),
    languages: record.languages,
    publicationTypes: types,
    mesh: record.mesh,
    keywords: record.keywords,
    ...(volume && { volume }),
    ...(issue && { issue }),
    ...(pages && { pages }),
    ...(issn && { issn }),
    ...(affiliations.length > 0 && { affiliations }),
    ...(doi && { doi }),
    ...(pmcid && { pmcid }),
    ...(typeof openAccess === 'boolean' && { openAccess }),
    ...(license && { license }),
    isReview: record.is_review ?? types.some(isReviewType),
    retracted: record.retracted ?? types.includes(retractedType),
    retractions: [],
    concerns: [],
    errata: [],
  };
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).join(' ') : '';
}
