import type { AnswerSentence, AnswerVerification, Language } from '@citewell/sdk';
import { type AnswerUnit, mayComplete, splitAnswer } from '../evidence/answer-units.ts';
import type { CheckedArticle } from '../evidence/check/comparison.ts';
import { withoutOrders } from '../evidence/check/instructions.ts';
import { CitationWriter } from '../evidence/citation-writer.ts';
import { readTopic } from '../evidence/framing.ts';
import type { CitableArticle, Passage } from '../evidence/passage.ts';
import type { Pmid } from '../literature/article.ts';
import { withoutItsOrders } from './checked-article.ts';
import { type GateSources, isIn, judgeSentence } from './claim-gate.ts';
import { verifiedSentence } from './verified-sentence.ts';
import type { MarkJudgement } from './verify-answer-marks.ts';
import { type GivenSources, opensQuotation, withoutOtherSources } from './verify-answer-sources.ts';
import {
  listMarkerOf,
  marksIn,
  statementOf,
  withMarks,
  withMarksAtEnd,
  withoutForeignClosers,
  withoutLinks,
} from './verify-answer-text.ts';

/** What a writer's text goes through before it leaves. */
export interface CitationSink {
  /** The articles cited so far, in order of first use: `references[n - 1]` is `[n]`. */
  readonly references: readonly CitableArticle[];
  /** Sentences so far that no record bore. */
  readonly leftOut: number;
  /** Takes a piece of text; gives what may leave now. */
  write(text: string): string;
  /** The rest, when the text has ended. */
  end(): string;
}

/** What an answer may rest on beside its records. */
export type CitationOptions = {
  /** Keeps what became of every sentence, for `verification`. */
  keep: boolean;
  /** The question that is answered: a sentence that only names its topic states nothing. */
  question?: string | undefined;
  /** Texts of the caller: of an attachment, of what an image shows. Sentences may say what they say, without a mark. */
  given?: readonly string[] | undefined;
  /** Sentences in another language do not leave; undefined: any that the rules read may. */
  language?: Language | undefined;
};

/** A text without an end of a sentence is judged at this length, so that nothing is held for ever. */
const heldMax = 2_000;

/**
 * Turns evidence marks into ordinals while a text streams through, as the citation writer does, and lets no sentence leave
 * that no record bears, marked or not: it keeps each sentence until it is complete, checks it against the abstracts, by rules
 * and at no cost, and lets it go as `judgeSentence` says. Ordinals are given to what is left, so every one has its reference.
 */
export class VerifiedCitations implements CitationSink {
  readonly #writer: CitationWriter;
  readonly #sources: GateSources;
  readonly #language: Language | undefined;
  readonly #citable: ReadonlyMap<Pmid, CitableArticle>;
  readonly #given: GivenSources;
  readonly #sentences: AnswerSentence[] | undefined;
  readonly #ordinals = new Map<Pmid, number>();
  readonly #references: CitableArticle[] = [];
  #held = '';
  #leftOut = 0;
  /** What stood before sentences that were left out, where the next one has not come yet. */
  #gap: string | undefined;
  #started = false;
  /** Whether the sentence to come stands in a quotation that began before it. */
  #inQuotation = false;
  /** The sentence before: marks on a line of their own are about it. */
  #lastText = '';

  /** `articles`: what the passages were taken from. */
  constructor(
    passages: readonly Passage[],
    articles: ReadonlyMap<Pmid, CheckedArticle>,
    { keep, question = '', given = [], language }: CitationOptions,
  ) {
    this.#writer = new CitationWriter(passages);
    this.#sources = {
      articles: new Map(Array.from(articles, ([pmid, article]) => [pmid, withoutItsOrders(article)])),
      given: given.map((abstract) => withoutItsOrders({ title: '', abstract, publicationTypes: [] })),
      topic: readTopic([question, ...Array.from(articles.values(), ({ title }) => title)]),
    };
    this.#language = language;
    this.#citable = new Map(passages.map(({ article }) => [article.pmid, article]));
    this.#given = {
      texts: Array.from(articles.values(), ({ title, abstract }) => `${title}\n${abstract}`),
      pmids: new Set(articles.keys()),
    };
    this.#sentences = keep ? [] : undefined;
  }

  get references(): readonly CitableArticle[] {
    return this.#references;
  }

  get leftOut(): number {
    return this.#leftOut;
  }

  /** What became of every sentence, where it is kept. */
  get verification(): AnswerVerification {
    return { sentences: this.#sentences ?? [], left_out: this.#leftOut };
  }

  write(text: string): string {
    return this.#take(this.#writer.write(text), false);
  }

  end(): string {
    const text = this.#take(this.#writer.end(), true);
    const rest = this.#held;
    this.#held = '';
    return this.#gap === undefined ? text + rest : text;
  }

  #take(text: string, ended: boolean): string {
    const before = this.#held.length;
    this.#held += text;
    if (!ended && this.#held.length <= heldMax && !mayComplete(this.#held, before)) return '';
    const { units, rest } = splitAnswer(this.#held, ended);
    this.#held = rest;
    let out = '';
    for (const unit of units) out += this.#judge(unit);
    if (this.#held.length <= heldMax) return out;
    const cut = this.#held.lastIndexOf(' ') > 0 ? this.#held.lastIndexOf(' ') : this.#held.length;
    const unit = { before: '', text: this.#held.slice(0, cut) };
    this.#held = this.#held.slice(cut);
    return out + this.#judge(unit);
  }

  #judge({ before, text: written }: AnswerUnit): string {
    if (before.includes('\n')) this.#inQuotation = false;
    const text = withoutLinks(withoutOtherSources(written, this.#given, this.#inQuotation));
    this.#inQuotation = opensQuotation(written, this.#inQuotation);
    const cited = [...new Set(marksIn(text).flatMap((n) => this.#writer.references[n - 1]?.pmid ?? []))];
    const own = statementOf(text);
    const said = own === '' && cited.length > 0 ? statementOf(this.#lastText) : own;
    // One that is nothing but an order is checked as it stands: rules obey nobody, and find it in no abstract.
    const statement = withoutOrders(said).trim() || said;
    if (own !== '' || cited.length === 0) this.#lastText = text;
    const isForeign = this.#language !== undefined && !isIn(text, this.#language);
    const judgement = isForeign ? undefined : judgeSentence(statement, cited, this.#sources);
    if (isForeign || (judgement?.outcome === 'left_out' && own !== '')) {
      this.#leftOut++;
      this.#gap =
        joinedGap(this.#gap, before) + (startsLine(before, this.#started) ? listMarkerOf(text) : '');
      return '';
    }
    const out = this.#leave(before, judgement ? this.#rewritten(text, judgement) : text);
    this.#remember(out.trim(), text, judgement);
    return out;
  }

  #rewritten(text: string, { outcome, pmids, text: hedged }: MarkJudgement): string {
    const isCited = new Set(pmids);
    const numberOf = (provisional: number) => {
      const article = this.#writer.references[provisional - 1];
      return article && isCited.has(article.pmid) ? this.#ordinal(article.pmid) : undefined;
    };
    if (outcome === 'kept') return withMarks(text, numberOf);
    if (outcome === 'hedged' && hedged !== undefined) return this.#hedged(text, hedged, pmids);
    if (marksIn(text).length === 0)
      return withMarksAtEnd(
        text,
        pmids.map((pmid) => this.#ordinal(pmid)),
      );
    const bare = withMarks(
      text,
      () => undefined,
      pmids.map((pmid) => this.#ordinal(pmid)),
    );
    return pmids.length > 0 ? bare : bare.replace(/(?<![ \t])[ \t]+(?=[.,;:!?]|$)/g, '');
  }

  #hedged(text: string, hedged: string, pmids: readonly Pmid[]): string {
    const [, body = '', stop = ''] = /^([\s\S]*?)(?<!\s)\s*([.!?。！？]?)$/.exec(hedged) ?? [];
    const marks = pmids.map((pmid) => `[${this.#ordinal(pmid)}]`).join('');
    return listMarkerOf(text) + withMarks(body, () => undefined) + (stop === '。' ? '' : ' ') + marks + stop;
  }

  #ordinal(pmid: Pmid): number {
    const known = this.#ordinals.get(pmid);
    if (known !== undefined) return known;
    const article = this.#citable.get(pmid);
    if (!article) throw new Error(`no passage is of ${pmid}`);
    const ordinal = this.#references.push(article);
    this.#ordinals.set(pmid, ordinal);
    return ordinal;
  }

  /** A sentence with what stands before it; behind a gap, what the sentences left out stood behind. */
  #leave(before: string, text: string): string {
    const gap = this.#gap;
    this.#gap = undefined;
    if (gap === undefined) {
      this.#started = true;
      return before + text;
    }
    const between = joinedGap(gap, before);
    const out = (this.#started ? between : between.trimStart()) + withoutForeignClosers(text);
    this.#started = true;
    return out;
  }

  #remember(sentence: string, written: string, judgement: MarkJudgement | undefined): void {
    if (!this.#sentences || sentence === '') return;
    this.#sentences.push({
      ...verifiedSentence(sentence, statementOf(written), judgement, this.#references),
      repair: judgement?.outcome === 'recited' || judgement?.outcome === 'hedged' ? judgement.outcome : null,
    });
  }
}

/** Of two stretches between sentences, with nothing left between them, the one that ends more lines. */
function joinedGap(gap: string | undefined, before: string): string {
  if (gap === undefined) return before;
  const lines = (text: string) => text.split('\n').length;
  // On the line of what was left out: its place in a list is still to be filled.
  if (lines(before) === 1) return gap;
  return lines(gap) > lines(before) ? (/^\s*/.exec(gap)?.[0] ?? '') : before;
}

function startsLine(before: string, started: boolean): boolean {
  return !started || before.includes('\n');
}
