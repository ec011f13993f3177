import type { Language, RunRecord } from '@citewell/sdk';
import type { AnswerRequest } from '../../pipeline/context.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { version } from '../../platform/version.ts';
import type { Evidence } from '../../retrieval/gather-evidence.ts';
import { toRunShortfall } from '../../retrieval/shortfall.ts';
import { runArticles, runEvidence } from '../../retrieval/trust/run-record.ts';

export type RunInputs = {
  requestId: string;
  language: Language;
  startedAt: number;
  finishedAt: number;
  /** Name of the writer. */
  engine: string;
  cited: number;
  answerSha256: string;
};

/** Records everything needed to tell how an answer came about and to write it again. */
export function makeRunRecord(
  { question, maxReferences, category, fileContent, images, history }: AnswerRequest,
  {
    query,
    corrections,
    planned,
    searched,
    unavailable,
    notAsked,
    shortfalls,
    busy,
    passages,
    counts,
    hashes,
  }: Omit<Evidence, 'bibliography' | 'checkable' | 'verdict' | 'retractedOnly' | 'readings'>,
  { requestId, language, startedAt, finishedAt, engine, cited, answerSha256 }: RunInputs,
): RunRecord {
  const articles = runArticles(passages, hashes);
  return {
    version: 1,
    request_id: requestId,
    service: { name: 'citewell', version },
    started_at: isoTime(startedAt),
    finished_at: isoTime(finishedAt),
    question,
    language,
    inputs: { attachment: fileContent !== undefined, images: images.length, history: history.length },
    query: {
      language: query.language,
      concepts: query.concepts,
      terms: query.hanConcepts,
      facets: query.facets,
      date_from: query.years.from === undefined ? null : String(query.years.from),
      date_to: query.years.to === undefined ? null : String(query.years.to),
      study_types: query.studyTypes,
      populations: query.populations,
      ...(corrections.length > 0 && { corrections }),
      pmids: query.pmids,
      dois: query.dois,
      category_id: category?.id ?? null,
      category_filter: query.pubmedFilter ?? null,
      include_retracted: query.includeRetracted,
      max_refs: maxReferences,
      planned,
    },
    searches: searched.map(({ source, query: sent, total, translation, step, at }) => ({
      source,
      query: sent,
      total,
      ...(translation && { translation }),
      ...(step && { step }),
      at: isoTime(at),
    })),
    // A source that returned fewer records than it announced also failed: readers of this list must not mistake the gap
    // for an empty result.
    unavailable: [...new Set([...unavailable, ...shortfalls.map(({ source }) => source)])],
    not_asked: notAsked,
    busy,
    shortfalls: shortfalls.map(toRunShortfall),
    counts: {
      found: counts.candidates,
      retracted_excluded: counts.retracted,
      articles: articles.length,
      passages: passages.length,
      cited,
    },
    evidence: runEvidence(passages),
    articles,
    engine,
    answer_sha256: answerSha256,
  };
}
