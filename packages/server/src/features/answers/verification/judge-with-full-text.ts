import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import type { Span } from '@citewell/citation-checker/locate.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Statement } from '../../../literature/sources/full-text/statements.ts';
import { contradictsAbstract } from '../../../retrieval/full-text/contradicts-abstract.ts';
import { searchStatements } from '../../../retrieval/full-text/search-statements.ts';
import { type CitationJudgement, isQuotedFrom } from './judge-citations.ts';
import { type ClaimSources, judgeSentence } from './uncited-claim-filter.ts';

/** Statements of a full text that a sentence may rest on, beside the abstract. */
type CheckableFullText = {
  /** Statements that a writer was given. */
  passages: readonly GivenStatement[];
  /** Statements of the article's own results. */
  statements?: readonly Statement[];
};
type GivenStatement = Statement & { isRow: boolean };
export type CheckableFullTexts = ReadonlyMap<Pmid, CheckableFullText>;

/** Sentences of one abstract beside which statements of a full text are put: far more than there are. */
const passagesMax = 20;

/**
 * Judges a sentence by the abstracts alone (`judgeSentence`), and where they do not decide it by the full texts of the records it
 * cites: it holds where it quotes what the writer was given of them, where it holds beside their abstracts and those passages
 * together, or where a sentence or cell of their results states all of it. A full text contradicts nothing, a sentence that an
 * abstract contradicts is not saved by one, and the figures of a row are never taken without a cell that states them.
 */
export function judgeWithFullText(
  statement: string,
  cited: readonly Pmid[],
  sources: ClaimSources,
  fullTexts: CheckableFullTexts,
): CitationJudgement | undefined {
  const judgement = judgeSentence(statement, cited, sources);
  if (!judgement || judgement.verdict === 'supported') return judgement;
  const read = cited.filter((pmid) => fullTexts.has(pmid));
  const { articles } = sources;
  const isContradicted = () =>
    cited.some((pmid) => {
      const article = articles.get(pmid);
      return article !== undefined && contradictsAbstract(statement, article);
    });
  if (read.length === 0 || isContradicted()) return judgement;
  for (const pmid of read) {
    const stated = statesAll(statement, pmid, sources, fullTexts);
    if (stated) return stated;
  }
  return besideGiven(statement, cited, sources, fullTexts) ?? judgement;
}

/** The judgement by one statement of the full text that says all of the sentence, by itself. */
function statesAll(
  statement: string,
  pmid: Pmid,
  sources: ClaimSources,
  fullTexts: CheckableFullTexts,
): CitationJudgement | undefined {
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
  const judgement = judgeSentence(statement, [pmid], {
    ...sources,
    articles: new Map([[pmid, extended.article]]),
  });
  // Neither advice nor what no rule reads leaves, whoever states it.
  if (judgement?.outcome !== 'kept' || !(quoted || judgement.verdict === 'supported')) return undefined;
  return {
    ...{ outcome: 'kept', pmids: [pmid], verdict: 'supported', supporting: new Set([pmid]), evidence: [] },
    fullText: [{ pmid, statement: found }],
  };
}

const isSentence = ({ isRow }: GivenStatement): boolean => !isRow;

/** The judgement beside the abstracts with the sentences that the writer was given of the full texts; undefined where none counts. */
function besideGiven(
  statement: string,
  cited: readonly Pmid[],
  sources: ClaimSources,
  fullTexts: CheckableFullTexts,
): CitationJudgement | undefined {
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
  const judgement = judgeSentence(statement, cited, { ...sources, articles });
  if (judgement?.outcome !== 'kept') return undefined;
  const fullText = judgement.evidence.flatMap(({ pmid, span }) => {
    const found = extended.get(pmid)?.statementAt(span);
    return found ? [{ pmid, statement: found }] : [];
  });
  if (fullText.length === 0) return undefined;
  const evidence = judgement.evidence.filter(({ pmid, span }) => !extended.get(pmid)?.statementAt(span));
  return { ...judgement, evidence, fullText };
}

/** An article whose abstract has further results, and which of them a place in it belongs to. */
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

/** A row of a table has no stop at its end, by which the next line would be of its sentence. */
function endedText(text: string): string {
  return splitSentences(`${text}\nA`).length > 1 ? text : `${text}.`;
}
