import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import type { Span } from '@citewell/citation-checker/locate.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Statement } from '../../../literature/sources/full-text/statements.ts';
import { contradictsAbstract } from '../../../retrieval/full-text/contradicts-abstract.ts';
import { searchStatements } from '../../../retrieval/full-text/search-statements.ts';
import { type CitationJudgment, isQuotedFrom } from './judge-citations.ts';
import { type ClaimSources, judgeSentence } from './uncited-claim-filter.ts';

/** Full-text statements that may support a sentence in addition to the abstract. */
type CheckableFullText = {
  /** Statements that a writer was given. */
  passages: readonly GivenStatement[];
  /** Statements of the article's own results. */
  statements?: readonly Statement[];
};
type GivenStatement = Statement & { isRow: boolean };
export type CheckableFullTexts = ReadonlyMap<Pmid, CheckableFullText>;

/** Number of sentences of one abstract next to which full-text statements are placed, far more than there are. */
const passagesMax = 20;

/**
 * Judges a sentence by the abstracts alone (`judgeSentence`) and, if they do not decide it, by the full texts of the
 * records it cites. It is supported if it quotes a passage the writer was given, if abstracts and those passages
 * together support it, or if one sentence or cell of the results states all of it. A full text contradicts nothing,
 * cannot save a sentence that an abstract contradicts, and figures of a row are never used without a cell that states
 * them.
 */
export function judgeWithFullText(
  statement: string,
  cited: readonly Pmid[],
  sources: ClaimSources,
  fullTexts: CheckableFullTexts,
): CitationJudgment | undefined {
  const judgment = judgeSentence(statement, cited, sources);
  if (!judgment || judgment.verdict === 'supported') return judgment;
  const read = cited.filter((pmid) => fullTexts.has(pmid));
  const { articles } = sources;
  const isContradicted = () =>
    cited.some((pmid) => {
      const article = articles.get(pmid);
      return article !== undefined && contradictsAbstract(statement, article);
    });
  if (read.length === 0 || isContradicted()) return judgment;
  for (const pmid of read) {
    const stated = statesAll(statement, pmid, sources, fullTexts);
    if (stated) return stated;
  }
  return judgeWithCited(statement, cited, sources, fullTexts) ?? judgment;
}

/** Judges by one statement of the full text that contains the whole sentence. */
function statesAll(
  statement: string,
  pmid: Pmid,
  sources: ClaimSources,
  fullTexts: CheckableFullTexts,
): CitationJudgment | undefined {
  const article = sources.articles.get(pmid);
  const { passages = [], statements = [] } = fullTexts.get(pmid) ?? {};
  if (!article) return undefined;
  const quoted = passages.find(({ text }) => isQuotedFrom(statement, { ...article, abstract: text }));
  const found =
    quoted ??
    searchStatements({
      sentence: statement,
      article,
      statements: [...passages.filter(isSentence), ...statements],
    })?.statement;
  if (!found) return undefined;
  const extended = withStatements(article, [found]);
  const judgment = judgeSentence(statement, [pmid], {
    ...sources,
    articles: new Map([[pmid, extended.article]]),
  });
  // Advice, and text that no rule can read, is never sent, whatever states it.
  if (judgment?.outcome !== 'kept' || !(quoted || judgment.verdict === 'supported')) return undefined;
  return {
    ...{ outcome: 'kept', pmids: [pmid], verdict: 'supported', supporting: new Set([pmid]), evidence: [] },
    fullText: [{ pmid, statement: found }],
  };
}

const isSentence = ({ isRow }: GivenStatement): boolean => !isRow;

/**
 * Judges by the abstract together with the full-text sentences that the writer was given; returns undefined if none
 * counts.
 */
function judgeWithCited(
  statement: string,
  cited: readonly Pmid[],
  sources: ClaimSources,
  fullTexts: CheckableFullTexts,
): CitationJudgment | undefined {
  const extended = new Map(
    cited.flatMap((pmid) => {
      const article = sources.articles.get(pmid);
      const given = fullTexts.get(pmid)?.passages.filter(isSentence) ?? [];
      return article && given.length > 0
        ? [[pmid, withStatements(article, given.slice(0, passagesMax))] as const]
        : [];
    }),
  );
  if (extended.size === 0) return undefined;
  const articles = new Map(
    Array.from(sources.articles, ([pmid, article]) => [pmid, extended.get(pmid)?.article ?? article]),
  );
  const judgment = judgeSentence(statement, cited, { ...sources, articles });
  if (judgment?.outcome !== 'kept') return undefined;
  const fullText = judgment.evidence.flatMap(({ pmid, span }) => {
    const found = extended.get(pmid)?.statementAt(span);
    return found ? [{ pmid, statement: found }] : [];
  });
  if (fullText.length === 0) return undefined;
  const evidence = judgment.evidence.filter(({ pmid, span }) => !extended.get(pmid)?.statementAt(span));
  return { ...judgment, evidence, fullText };
}

/** Article whose abstract has additional results, and the statement to which an offset in them belongs. */
function withStatements(
  article: CheckedArticle,
  statements: readonly Statement[],
): { article: CheckedArticle; statementAt(span: Span): Statement | undefined } {
  const heading = detectLanguage(article.abstract) === 'zh' ? '结果：' : 'RESULTS: ';
  let abstract = article.abstract;
  const starts = statements.map(({ text }) => {
    const start = abstract.length + 1;
    abstract += `\n${heading}${endedText(text)}`;
    return start;
  });
  return {
    article: { ...article, abstract },
    statementAt: ({ start }) => statements[starts.findLastIndex((each) => each <= start)],
  };
}

/** Ends a table row with a full stop, without which the next line would join its sentence. */
function endedText(text: string): string {
  return splitSentences(`${text}\nA`).length > 1 ? text : `${text}.`;
}
