import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { maskInjectedInstructions } from '@citewell/citation-checker/instructions.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import {
  citedEvidence,
  leadingBracketsLength,
  removeCitations,
  renderEvidenceMarker,
} from '@citewell/sdk/citation-markers';
import { unlessTooLong } from '../../../language-work/task-timeout.ts';
import type { PipelineContext } from '../../../pipeline/context.ts';
import { maskArticleInstructions, toCheckedArticle } from '../../../retrieval/checked-article.ts';
import { checkableFullTexts, fullTextsOf } from '../../answers/verification/checkable-full-texts.ts';
import type { CheckableArticles, CitationJudgment } from '../../answers/verification/judge-citations.ts';
import {
  type CheckableFullTexts,
  judgeWithFullText,
} from '../../answers/verification/judge-with-full-text.ts';
import { judgeSentence } from '../../answers/verification/uncited-claim-filter.ts';
import { type OwnFindings, relationTo } from '../discussion/compare-findings.ts';
import type { EvidenceBase } from '../gathering/evidence-base.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import type { TopicParts } from '../sections/names-topic.ts';
import { mentionsOwnFindings, readRelation } from './read-relation.ts';

/** The caller's findings with the parts of the topic that they are on. */
type ComparedWith = OwnFindings & { parts: TopicParts };

/** Checked text, with the numbers of sentences kept and dropped. */
export type CheckedText = { text: string; kept: number; dropped: number };

/** Addresses and elements beyond formatting, which no sentence of an abstract contains. */
const foreign =
  /https?:|\bwww\.|<\/?(?:script|style|iframe|object|embed|svg|math|form|input|button|link|meta|base|video|audio|template|html|head|body)\b/i;

/** Every sentence of a review needs a marker, so none is merely framing. */
const noTopic = { stems: new Set<string>(), han: new Set<string>() };
/** Minimum share of a sentence's longer words and figures in a record that states it. */
const wordsHeldMin = 0.9;

/** Matches "In one study, …", which the marker makes precise. */
const leadIn = /^In (?:one|another|a|this) [^,]{1,60}, /i;

/**
 * Finds the record that states a sentence if its own markers leave it undecided: a sentence of one study with the
 * marker of another.
 */
function judgeByOtherRecords(
  claim: string,
  cited: readonly Pmid[],
  articles: CheckableArticles,
): CitationJudgment | undefined {
  const bare = claim.replace(leadIn, '');
  const words = [...new Set(bare.toLowerCase().match(/\p{Script=Latin}{5,}|\d[\d.]*|\p{Script=Han}{2}/gu))];
  for (const [pmid, article] of articles) {
    if (cited.includes(pmid)) continue;
    const text = `${article.title} ${article.abstract}`.toLowerCase();
    if (words.filter((word) => text.includes(word)).length < wordsHeldMin * words.length) continue;
    const judgment = judgeSentence(bare, [pmid], { articles, given: [], topic: noTopic });
    if (judgment?.outcome === 'kept' && judgment.verdict === 'supported') return judgment;
  }
  return undefined;
}

/**
 * Keeps the sentences of a writer's text whose markers are supported (`judgeWithFullText`). An unsupported marker is
 * dropped or replaced; a sentence without a supporting record or a marker, or with an address, is omitted. A sentence
 * gains nothing but markers, and loses nothing but words that relate it to another one (`readRelation`), which
 * `contrasts` keeps. Relations to the caller's `findings` in a discussion are kept only if the outcomes and directions
 * of both confirm them.
 */
export function checkText({
  text,
  units,
  articles,
  fullTexts = new Map(),
  contrasts = false,
  findings,
}: {
  text: string;
  units: readonly EvidenceUnit[];
  articles: CheckableArticles;
  fullTexts?: CheckableFullTexts;
  contrasts?: boolean;
  findings?: ComparedWith;
}): CheckedText {
  const known = new Map(units.map((unit) => [unit.id, unit]));
  const checkable = new Map(
    Array.from(articles, ([pmid, article]) => [pmid, maskArticleInstructions(article)]),
  );
  let kept = 0;
  let dropped = 0;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const [, lead = '', body = ''] = /^(\s*(?:[-*•]|\d+[.)、])\s+(?!\s)|)(.*)$/.exec(line) ?? [];
    // Headings, rules and tables are the review's own.
    if (/^\s*(?:#|\||---|===|```)/.test(line)) continue;
    if (body.trim() === '') {
      if (lines.at(-1) !== '') lines.push('');
      continue;
    }
    const supported: string[] = [];
    for (const sentence of sentencesOf(body)) {
      const claim = contrasts ? sentence : withRelation(sentence, findings);
      const checked =
        claim === undefined
          ? undefined
          : checkSentence(claim, known, units, { articles: checkable, fullTexts });
      if (checked === undefined) dropped++;
      else {
        supported.push(checked);
        kept++;
      }
    }
    const joined = joinSentences(supported);
    if (joined !== '') lines.push(`${lead ? '- ' : ''}${joined}`);
  }
  return {
    text: lines
      .join('\n')
      .trim()
      .replace(/\n{3,}/g, '\n\n'),
    kept,
    dropped,
  };
}

/** A sentence with what it says of the caller's findings where that is so, else without; undefined where it says nothing apart. */
function withRelation(sentence: string, findings: ComparedWith | undefined): string | undefined {
  const { rest, relation } = readRelation(sentence);
  if (findings && relation && relationTo(findings, removeMarkers(rest), findings.parts) === relation)
    return sentence;
  return findings && mentionsOwnFindings(rest) ? undefined : rest;
}

/** Joins sentences on one line, without a space after a full-width full stop. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce(
    (line, sentence) => `${line}${line === '' || /[。！？；]$/.test(line) ? '' : ' '}${sentence}`,
    '',
  );
}

/** Splits a line into sentences; markers after a full stop belong to the sentence before it. */
export function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  for (const { text } of splitSentences(line)) {
    const leading = text.slice(0, leadingBracketsLength(text));
    const rest = text.slice(leading.length).trim();
    if (leading && sentences.length > 0) sentences.push(`${sentences.pop()} ${leading.trim()}`);
    if (leading && sentences.length === 0) sentences.push(text);
    else if (rest !== '' && /[\p{L}\p{N}]/u.test(rest)) sentences.push(rest);
  }
  return sentences;
}

function checkSentence(
  sentence: string,
  known: ReadonlyMap<string, EvidenceUnit>,
  units: readonly EvidenceUnit[],
  { articles, fullTexts }: { articles: CheckableArticles; fullTexts: CheckableFullTexts },
): string | undefined {
  const ids = citedEvidence(sentence);
  const cited = [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
  const claim = removeMarkers(sentence);
  if (cited.length === 0 || !/\p{L}/u.test(claim) || foreign.test(claim)) return undefined;
  const pmids = [...new Set(cited.map(({ article }) => article.pmid))];
  const sources = { articles, given: [], topic: noTopic };
  const masked = maskInjectedInstructions(claim);
  const written = judgeWithFullText(masked, pmids, sources, fullTexts);
  const judgment =
    written?.outcome === 'kept' && written.verdict === 'undetermined'
      ? (judgeByOtherRecords(masked, pmids, articles) ?? written)
      : written;
  if (!judgment || judgment.outcome === 'omitted' || judgment.pmids.length === 0) return undefined;
  const { pmids: kept } = judgment;
  const stated = new Map(judgment.fullText?.map(({ pmid, statement }) => [pmid, statement.text]));
  const unitOf = (pmid: Pmid) =>
    units.find(
      ({ article, fullText, text }) => fullText && article.pmid === pmid && text === stated.get(pmid),
    ) ??
    cited.find(({ article }) => article.pmid === pmid) ??
    units.find(({ article }) => article.pmid === pmid);
  const own = kept.flatMap((pmid) => unitOf(pmid) ?? []);
  return own.length > 0 ? addMarkers(claim, own) : undefined;
}

export function removeMarkers(sentence: string): string {
  return (
    removeCitations(sentence)
      // "P = .047" keeps its space.
      .replace(/(?<!\s)\s+([.,;:!?](?!\d)|[。，；：！？])/g, '$1')
      .replace(/\s{2,}/g, ' ')
      .trim()
  );
}

/** Inserts these markers before the claim's final full stop, one per record. */
function addMarkers(claim: string, units: readonly EvidenceUnit[]): string {
  const one = [...new Map(units.map((unit) => [unit.article.pmid, unit])).values()];
  const markers = one.map(({ id }) => renderEvidenceMarker(id)).join('');
  const [, body = claim, end = ''] = /^(.*?)(?<![.!?。！？])([.!?。！？]*)$/s.exec(claim) ?? [];
  return /[。！？]$/.test(end) || /\p{Script=Han}$/u.test(body)
    ? `${body}${markers}${end || '。'}`
    : `${body} ${markers}${end || '.'}`;
}

/** Returns the records of these units in the checker's form. */
export function checkableArticles(
  units: readonly EvidenceUnit[],
  articles: ReadonlyMap<string, Article>,
): Map<Pmid, CheckedArticle> {
  const pmids = [...new Set(units.map(({ article }) => article.pmid))];
  return new Map(
    pmids.flatMap((pmid) => {
      const article = articles.get(pmid);
      return article ? [[pmid, toCheckedArticle(article)] as const] : [];
    }),
  );
}

/** Checks a writer's text on behalf of its call; if that takes too long, nothing counts as supported. */
export function checkWritten(
  text: string,
  units: readonly EvidenceUnit[],
  { articles, readings }: Pick<EvidenceBase, 'articles' | 'readings'>,
  { work, signal }: Pick<PipelineContext, 'work' | 'signal'>,
  { contrasts = false, findings }: { contrasts?: boolean; findings?: ComparedWith } = {},
): Promise<CheckedText> {
  const checkable = checkableArticles(units, articles);
  const fullTexts = fullTextsOf(checkableFullTexts(units, readings), checkable.keys());
  const given = { text, units, articles: checkable, fullTexts, contrasts, ...(findings && { findings }) };
  return unlessTooLong(work('checkText', given, signal), () => ({ text: '', kept: 0, dropped: 1 }));
}
