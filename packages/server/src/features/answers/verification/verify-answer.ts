import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { AnswerSentence, AnswerVerification, Language } from '@citewell/sdk';
import { unlessTooLong } from '../../../language-work/task-timeout.ts';
import {
  missingSubjectsLabel,
  unmentionedLabel,
} from '../../../literature/ranking/missing-subjects-label.ts';
import type { CitableArticle, Passage } from '../../../literature/ranking/passage.ts';
import { fullTextLabel } from '../../../literature/sources/full-text/full-text-label.ts';
import type { Statement } from '../../../literature/sources/full-text/statements.ts';
import { emphasized, studyLabel } from '../../../literature/studies/study-label.ts';
import type { PipelineContext } from '../../../pipeline/context.ts';
import { KeptValue } from '../../../platform/threads/kept-value.ts';
import type { PaperReadings } from '../../../retrieval/full-text/add-full-texts.ts';
import { type AnswerUnit, mayComplete, splitAnswer } from '../citations/answer-units.ts';
import { CitationWriter } from '../citations/citation-writer.ts';
import type { UncitedKind } from '../citations/classify-uncited-sentence.ts';
import { checkableFullTexts } from './checkable-full-texts.ts';
import { excludeUnits } from './exclude-units.ts';
import type { CitationJudgment } from './judge-citations.ts';
import type { AnswerEvidence, JudgedUnit, Reading } from './judge-units.ts';
import { verifiedSentence } from './verified-sentence.ts';
import {
  appendMarkers,
  citedNumbersIn,
  listMarkerOf,
  renumberMarkers,
  replaceUnopenedClosers,
} from './verify-answer-text.ts';

/** Context for checking sentences. */
type Worker = Pick<PipelineContext, 'work' | 'signal'>;

/**
 * Receives a writer's text and passes on what may be sent.
 *
 * @throws the errors of the function that sends, and the reason of the signal on abort
 * @example
 * await sink.write('Metformin lowers HbA1c [1].', send);
 * await sink.end(send);
 */
export interface CitationSink {
  /** Articles cited so far, in order of first use: `references[n - 1]` is `[n]`. */
  readonly references: readonly CitableArticle[];
  /** Number of sentences so far that no record supported. */
  readonly removed: number;
  /** Takes a piece of text, one at a time, and passes on what may be sent; returns undefined if no sentence is complete. */
  write(text: string, leave: Leave): Promise<void> | undefined;
  /** Passes on the rest, when the text has ended. */
  end(leave: Leave): Promise<void>;
}

/** Sends judged text; returns a promise if the client reads too slowly. */
type Leave = (text: string) => Promise<void> | undefined;

/** Sources of an answer besides its records. */
export type CitationOptions = {
  /** Records the result for every sentence, for `verification`. */
  keep: boolean;
  /** Question being answered: a sentence that only names its topic states nothing. */
  question?: string | undefined;
  /** Texts of the caller, from an attachment or an image, which sentences may restate without a marker. */
  given?: readonly string[] | undefined;
  /** Sentences in another language are not sent; undefined permits any that the rules can read. */
  language?: Language | undefined;
  /** Full texts that were read, consulted if the abstracts are undecided. */
  readings?: PaperReadings | undefined;
  /** Milliseconds after which a task judges no further sentence; absent for the default. */
  sliceMs?: number;
};

/** Milliseconds of judging before other work has its turn; a single long sentence may take more. */
const usualSliceMs = 4;
/** Maximum number of sentences sent to be judged together. */
const togetherMax = 64;

/** Length at which text without a sentence end is judged, so that nothing is held for ever. */
const heldMax = 2_000;

/**
 * Converts evidence ids to ordinals like the citation writer and sends no sentence that records do not support: each is
 * held until complete, checked against the abstracts by rules, free of charge, and sent as `judgeSentence` decides.
 * Ordinals are assigned to what remains, so every one has its reference.
 */
export class VerifiedCitations implements CitationSink {
  readonly #writer: CitationWriter;
  readonly #options: CitationOptions;
  readonly #worker: Worker;
  readonly #evidence: KeptValue<AnswerEvidence>;
  readonly #citable: ReadonlyMap<Pmid, CitableArticle>;
  readonly #fullTextUsed = new Map<Pmid, Statement>();
  readonly #sentences: AnswerSentence[] | undefined;
  readonly #ordinals = new Map<Pmid, number>();
  readonly #references: CitableArticle[] = [];
  #held = '';
  /** Set once several sentences together took too long. */
  #isOneByOne = false;
  #removed = 0;
  /** Text before omitted sentences whose successor has not arrived yet. */
  #gap: string | undefined;
  #started = false;
  #reading: Reading = { inQuotation: false, lastText: '' };

  /** `articles` are the records from which the passages were taken. */
  constructor(
    passages: readonly Passage[],
    articles: ReadonlyMap<Pmid, CheckedArticle>,
    options: CitationOptions,
    worker: Worker,
  ) {
    this.#writer = new CitationWriter(passages);
    this.#options = options;
    this.#worker = worker;
    this.#citable = new Map(passages.map(({ article }) => [article.pmid, article]));
    const { question = '', given = [], language } = options;
    this.#evidence = new KeptValue({
      ...{ articles, given, question, language },
      labels: labelsOf(passages),
      fullTexts: checkableFullTexts(passages, options.readings),
    });
    this.#sentences = options.keep ? [] : undefined;
  }

  get references(): readonly CitableArticle[] {
    return this.#references;
  }

  get removed(): number {
    return this.#removed;
  }

  /** Returns the first statement of each full text that supports the text. */
  get fullTextUsed(): ReadonlyMap<Pmid, Statement> {
    return this.#fullTextUsed;
  }

  /** Returns the results for every sentence, if they are recorded. */
  get verification(): AnswerVerification {
    return { sentences: this.#sentences ?? [], omitted: this.#removed };
  }

  write(text: string, leave: Leave): Promise<void> | undefined {
    const before = this.#held.length;
    this.#held += this.#writer.write(text);
    if (this.#held.length <= heldMax && !mayComplete(this.#held, before)) return undefined;
    const units = this.#complete(false);
    return units.length === 0 ? undefined : this.#judge(units, leave);
  }

  async end(leave: Leave): Promise<void> {
    this.#held += this.#writer.end();
    await this.#judge(this.#complete(true), leave);
    this.#evidence.release();
    const rest = this.#held;
    this.#held = '';
    if (this.#gap === undefined) await leave(rest);
  }

  /** Removes the complete sentences from the held text. */
  #complete(ended: boolean): AnswerUnit[] {
    const { units, rest } = splitAnswer(this.#held, ended);
    this.#held = rest;
    if (this.#held.length <= heldMax) return units;
    const cut = this.#held.lastIndexOf(' ') > 0 ? this.#held.lastIndexOf(' ') : this.#held.length;
    units.push({ before: '', text: this.#held.slice(0, cut) });
    this.#held = this.#held.slice(cut);
    return units;
  }

  /** Judges sentences that arrived together, a few milliseconds' worth at a time, and sends them. */
  async #judge(units: readonly AnswerUnit[], leave: Leave): Promise<void> {
    for (let left = units; left.length > 0; ) {
      const { judged, reading } = await this.#judgeSome(left);
      this.#reading = reading;
      left = left.slice(judged.length);
      const text = judged.map((unit) => this.#release(unit)).join('');
      if (text !== '') await leave(text);
    }
  }

  async #judgeSome(left: readonly AnswerUnit[]): Promise<{ judged: JudgedUnit[]; reading: Reading }> {
    const units = left.slice(0, this.#isOneByOne ? 1 : togetherMax);
    const judgment = await unlessTooLong(this.#judgment(units), () => undefined);
    if (judgment) return judgment;
    if (units.length === 1) return { judged: excludeUnits(units), reading: this.#reading };
    // One of them takes too long, and only that one may be omitted.
    this.#isOneByOne = true;
    return this.#judgeSome(left);
  }

  #judgment(units: readonly AnswerUnit[]): Promise<{ judged: JudgedUnit[]; reading: Reading }> {
    const { work, signal } = this.#worker;
    const { sliceMs = usualSliceMs } = this.#options;
    const argument = {
      ...{ units, reading: this.#reading, forMs: sliceMs },
      cited: this.#writer.references.map(({ pmid }) => pmid),
      classify: this.#sentences !== undefined,
    };
    return work('judgeUnits', argument, signal, this.#evidence);
  }

  #release({ before, text, isOwn, uncited, isForeign, judgment }: JudgedUnit): string {
    if (isForeign || (judgment?.outcome === 'omitted' && isOwn)) {
      this.#removed++;
      this.#gap =
        joinedGap(this.#gap, before) + (startsLine(before, this.#started) ? listMarkerOf(text) : '');
      return '';
    }
    for (const { pmid, statement } of judgment?.fullText ?? [])
      if (!this.#fullTextUsed.has(pmid)) this.#fullTextUsed.set(pmid, statement);
    const out = this.#leave(before, judgment ? this.#rewritten(text, judgment) : text);
    this.#remember(out.trim(), uncited, judgment);
    return out;
  }

  #rewritten(text: string, { outcome, pmids }: CitationJudgment): string {
    const isCited = new Set(pmids);
    const numberOf = (provisional: number) => {
      const article = this.#writer.references[provisional - 1];
      return article && isCited.has(article.pmid) ? this.#ordinal(article.pmid) : undefined;
    };
    if (outcome === 'kept') return renumberMarkers(text, numberOf);
    if (citedNumbersIn(text).length === 0)
      return appendMarkers(
        text,
        pmids.map((pmid) => this.#ordinal(pmid)),
      );
    const bare = renumberMarkers(
      text,
      () => undefined,
      pmids.map((pmid) => this.#ordinal(pmid)),
    );
    return pmids.length > 0 ? bare : bare.replace(/(?<![ \t])[ \t]+(?=[.,;:!?]|$)/g, '');
  }

  #ordinal(pmid: Pmid): number {
    const known = this.#ordinals.get(pmid);
    if (known !== undefined) return known;
    const article = this.#citable.get(pmid);
    if (!article) throw new Error(`no passage comes from PMID ${pmid}`);
    const ordinal = this.#references.push(article);
    this.#ordinals.set(pmid, ordinal);
    return ordinal;
  }

  /** Returns a sentence with the text before it; after a gap, the text before the omitted sentences. */
  #leave(before: string, text: string): string {
    const gap = this.#gap;
    this.#gap = undefined;
    if (gap === undefined) {
      this.#started = true;
      return before + text;
    }
    const between = joinedGap(gap, before);
    const out = (this.#started ? between : between.trimStart()) + replaceUnopenedClosers(text);
    this.#started = true;
    return out;
  }

  #remember(
    sentence: string,
    uncited: UncitedKind | undefined,
    judgment: CitationJudgment | undefined,
  ): void {
    if (!this.#sentences || uncited === undefined || sentence === '') return;
    this.#sentences.push({
      ...verifiedSentence(sentence, uncited, judgment, this.#references, this.#options.readings),
      repair: judgment?.outcome === 'citations_replaced' ? judgment.outcome : null,
    });
  }
}

/** The labels that code may write before a record's sentences, in either language. */
function labelsOf(passages: readonly Passage[]): ReadonlyMap<Pmid, readonly string[]> {
  return new Map(
    [...Map.groupBy(passages, ({ article }) => article.pmid)].map(([pmid, own]) => {
      const labels = own.flatMap(({ lacks, unmentioned, study, fullText }) =>
        languages.flatMap((language) => [
          ...(lacks ? [missingSubjectsLabel(lacks, language)] : []),
          ...(unmentioned ? [unmentionedLabel(unmentioned, language)] : []),
          ...(study ? [emphasized(studyLabel(study, language))] : []),
          ...(fullText ? [fullTextLabel(fullText, language)] : []),
        ]),
      );
      return [pmid, [...new Set(labels)].filter(Boolean)] as const;
    }),
  );
}

const languages = ['en', 'zh'] as const;

/** Joins two gaps between sentences, keeping the one with more line ends. */
function joinedGap(gap: string | undefined, before: string): string {
  if (gap === undefined) return before;
  const lines = (text: string) => text.split('\n').length;
  // On the line of the omitted text: its place in a list must still be filled.
  if (lines(before) === 1) return gap;
  return lines(gap) > lines(before) ? (/^\s*/.exec(gap)?.[0] ?? '') : before;
}

function startsLine(before: string, started: boolean): boolean {
  return !started || before.includes('\n');
}
