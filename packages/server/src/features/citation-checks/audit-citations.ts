import type { Verdict } from '@citewell/citation-checker/check.ts';
import type { ClaimPart } from '@citewell/citation-checker/demonstration/proof.ts';
import { type ErrorCode, ServiceError } from '@citewell/core/errors.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { Language } from '@citewell/sdk';
import { unlessTooLong } from '../../language-work/task-timeout.ts';
import { mapWithConcurrency } from '../../platform/concurrency/map-with-concurrency.ts';
import { toCheckedArticle } from '../../retrieval/checked-article.ts';
import { type CheckContext, checkSentence } from './check-sentence.ts';
import { type FindArticle, findArticles, type NotFound } from './find-article.ts';
import { lookUpFullText } from './look-up-full-text.ts';
import { type CitedAs, type Resolved, resolveReferences } from './resolve-references.ts';
import { hasWords, sentenceMax } from './sentence.ts';
import type { Verifiers } from './verifier/verifier.ts';

/** Sentence with its citations. */
export type AuditedSentence = { sentence: string; line: number; citations: AuditedCitation[] };
export type AuditedCitation = CitedAs & {
  label: string;
  /** Marks an entry whose PMID or DOI cannot be read. */
  unreadable?: true;
};

/** Verdict on a citation, or the reason why there is none. */
export type AuditOutcome = Verdict | NotFound | keyof typeof why;

/** Result for one citation of one sentence. */
export type AuditFinding = {
  line: number;
  sentence: string;
  label: string;
  pmid: string;
  title: string;
  outcome: AuditOutcome;
  reason: string;
  analysis: string;
  suggestion: string;
  /** Sentence of the abstract that is closest, or sentence of the full text that supports the claim. */
  evidence: string;
  /** Words of the sentence that the abstract does not state; empty unless the verdict is `undetermined`. */
  unmatched: string[];
  /** Words of the sentence that the abstract states, in the closest passage or elsewhere; empty likewise. */
  matched: string[];
  retracted: boolean;
  review: boolean;
};

/** Number of sentences whose records are looked up together. */
const lookedUpTogether = 50;

/**
 * Checks every citation of every sentence, in order, and passes the findings of each sentence to `take` together.
 * Records are looked up for many sentences at once; at most `atOnce` sentences are checked at a time. Each of several
 * markers at one sentence must support what the others do not: one that deviates alone but not together with them is
 * undetermined.
 */
export async function auditCitations(
  sentences: readonly AuditedSentence[],
  dependencies: FindArticle & Verifiers,
  { atOnce, ...context }: CheckContext & { atOnce: number },
  take: (findings: AuditFinding[], index: number) => Promise<void> | undefined,
): Promise<void> {
  const { signal, caller } = context;
  const known = new Map<string, Resolved>();
  for (let at = 0; at < sentences.length; at += lookedUpTogether) {
    const part = sentences.slice(at, at + lookedUpTogether);
    const citations = part.flatMap((each) => each.citations);
    await resolve(citations, known, dependencies, signal);
    const pmidOf = (citation: AuditedCitation) => known.get(keyOf(citation));
    const pmids = citations.flatMap((citation) => {
      const pmid = pmidOf(citation);
      return pmid === undefined || pmid === 'upstream_unavailable' ? [] : [pmid];
    });
    const articles = await findArticles(pmids, dependencies, { signal, caller });
    await mapWithConcurrency(
      part,
      { limit: atOnce, signal },
      (each, inTime) => checkOne(each, { pmidOf, articles }, dependencies, { ...context, signal: inTime }),
      (findings, index) => take(findings, at + index),
    );
  }
}

function keyOf({ pmid, doi, reference }: AuditedCitation): string {
  return pmid ?? doi ?? reference ?? '';
}

async function resolve(
  citations: readonly AuditedCitation[],
  known: Map<string, Resolved>,
  dependencies: FindArticle,
  signal: AbortSignal,
): Promise<void> {
  const open = new Map(
    citations
      .filter((each) => keyOf(each) !== '' && !known.has(keyOf(each)))
      .map((each) => [keyOf(each), each]),
  );
  const resolved = await resolveReferences([...open.values()], dependencies, signal);
  for (const [citation, pmid] of resolved) known.set(keyOf(citation), pmid);
}

/** Returns the distinct words that the abstract states, and those that it does not. */
function partWords(parts: readonly ClaimPart[]): Pick<AuditFinding, 'matched' | 'unmatched'> {
  const wordsOf = (isStated: boolean) => [
    ...new Set(parts.flatMap(({ text, at }) => ((at !== undefined) === isStated ? [text] : []))),
  ];
  return { matched: wordsOf(true), unmatched: wordsOf(false) };
}

type Records = {
  pmidOf(citation: AuditedCitation): Resolved;
  articles: ReadonlyMap<Pmid, Article | NotFound>;
};

async function checkOne(
  { sentence, line, citations }: AuditedSentence,
  { pmidOf, articles }: Records,
  dependencies: FindArticle & Verifiers,
  context: CheckContext,
): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  const isSentence = hasWords(sentence) && [...sentence].length <= sentenceMax;
  const language = detectLanguage(sentence);
  const cited = new Map(
    citations.flatMap((citation): [AuditedCitation, Article][] => {
      const pmid = pmidOf(citation);
      const article = pmid && pmid !== 'upstream_unavailable' ? articles.get(pmid) : undefined;
      return typeof article === 'object' ? [[citation, article]] : [];
    }),
  );
  for (const citation of citations) {
    const { label } = citation;
    const article = cited.get(citation);
    const pmid = pmidOf(citation);
    const where = { line, sentence, label };
    if (!article || !isSentence) {
      const outcome = isSentence ? outcomeWithout(citation, pmid, articles) : 'no_sentence';
      findings.push({ ...where, ...withoutVerdict(outcome, pmid, language) });
      continue;
    }
    findings.push({
      ...where,
      ...(await verdictOn(sentence, article, [...cited.values()], dependencies, context)),
    });
  }
  return findings;
}

function outcomeWithout(
  { pmid: given, doi, reference, unreadable }: AuditedCitation,
  pmid: Resolved,
  articles: Records['articles'],
): Exclude<AuditOutcome, Verdict> {
  if (unreadable) return 'no_identifier';
  if (given === undefined && doi === undefined && reference === undefined) return 'not_listed';
  if (pmid === undefined) return 'unresolved';
  if (pmid === 'upstream_unavailable') return 'upstream_unavailable';
  const found = articles.get(pmid);
  return typeof found === 'string' ? found : 'article_not_found';
}

type OfRecord = Omit<AuditFinding, 'line' | 'sentence' | 'label'>;

const nothing = {
  analysis: '',
  suggestion: '',
  evidence: '',
  unmatched: [],
  matched: [],
  retracted: false,
  review: false,
};

function withoutVerdict(
  outcome: Exclude<AuditOutcome, Verdict>,
  pmid: Resolved,
  language: Language,
): OfRecord {
  const reason =
    outcome in why
      ? why[outcome as keyof typeof why][language]
      : new ServiceError(outcome as NotFound satisfies ErrorCode).body(language).error;
  return {
    ...nothing,
    title: '',
    pmid: pmid && pmid !== 'upstream_unavailable' ? pmid : '',
    outcome,
    reason,
  };
}

const why = {
  unresolved: {
    en: 'No record with this DOI or this title was found.',
    zh: '未找到与该 DOI 或标题相符的文献。',
  },
  not_listed: {
    en: 'The reference list has no entry with this number.',
    zh: '参考文献列表中没有该编号的条目。',
  },
  no_identifier: {
    en: 'This does not identify a record: give a PMID (1 to 10 digits without leading zeros) or a DOI.',
    zh: '未指明任何文献：请给出 PMID（1 到 10 位数字，首位不为 0）或 DOI。',
  },
  no_sentence: {
    en: 'There is nothing to check: a sentence must have 1 to 4,000 characters and at least one word besides citation markers and numbers.',
    zh: '没有可核查的内容：句子须为 1 到 4,000 个字符，且除引文标记和数字外含有文字。',
  },
} as const;

async function verdictOn(
  sentence: string,
  article: Article,
  together: readonly Article[],
  dependencies: FindArticle & Verifiers,
  context: CheckContext,
): Promise<OfRecord> {
  const { pmid, title, retracted, isReview: review, demonstration } = article;
  const language = detectLanguage(sentence);
  const of = { pmid, title, retracted, review };
  try {
    const byAbstract = await checkSentence(
      { sentence, article: toCheckedArticle(article) },
      dependencies,
      context,
    );
    const check = await lookUpFullText(byAbstract, { sentence, article }, dependencies, context);
    const { reason, analysis, suggestion = '', evidence } = check;
    const isShared =
      check.verdict === 'deviates' &&
      together.length > 1 &&
      !(await deviatesFromAll(sentence, together, context));
    return {
      ...of,
      outcome: isShared ? 'undetermined' : check.verdict,
      reason: `${demonstration ? demonstrationNote[language] : ''}${retracted ? retractedNote[language] : ''}${isShared ? sharedNote[language] : reason}`,
      analysis,
      suggestion: isShared ? '' : suggestion,
      evidence: check.fullText?.sentence ?? evidence[0]?.text ?? '',
      ...partWords(check.verdict === 'undetermined' ? check.parts : []),
    };
  } catch (error) {
    context.signal.throwIfAborted();
    // Two unusable replies of the model: this citation gets no verdict, and the others continue.
    if (!(error instanceof ServiceError) || error.code !== 'upstream_unavailable') throw error;
    return { ...nothing, ...of, outcome: 'upstream_unavailable', reason: error.body(language).error };
  }
}

/** A deviation keeps its verdict if describing it takes too long. */
function deviatesFromAll(
  sentence: string,
  together: readonly Article[],
  { work, signal }: CheckContext,
): Promise<boolean> {
  const articles = together.map(toCheckedArticle);
  return unlessTooLong(work('deviatesFromAll', { sentence, articles }, signal), () => true);
}

const demonstrationNote: Record<Language, string> = {
  en: 'Warning: the cited article is an invented demonstration record. ',
  zh: '警告：所引文献是虚构的演示记录。',
};
const retractedNote: Record<Language, string> = {
  en: 'Warning: the cited article has been retracted. ',
  zh: '警告：所引文献已被撤稿。',
};
const sharedNote: Record<Language, string> = {
  en: 'This record alone does not support the sentence; together with the other cited records it does not deviate.',
  zh: '该文献单独不足以支持该句；与同处引用的其他文献合并后未见偏差。',
};
