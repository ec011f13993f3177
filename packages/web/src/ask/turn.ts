import type {
  AnswerEvent,
  AnswerVerification,
  BibliographicRecord,
  ComparisonRow,
  Reference,
  ReviewFigures,
  RunRecord,
  ScreenedRecord,
  ToolResult,
  ToolResultItem,
  TrustCard,
  WritingProgress,
} from '@citewell/sdk';
import type { Failure } from '../api/failure.ts';

/** Question as shown in the answer's heading. */
export type Asked = {
  question: string;
  dateFrom: string;
  dateTo: string;
  categoryId: string;
  /** Language of the answer; empty for that of the question. */
  answerLanguage: '' | 'zh' | 'en';
  /** Restricts reading to abstracts; absent in questions stored by earlier versions. */
  abstractsOnly?: boolean;
  mode: 'answer' | 'discussion' | 'review';
  /** Findings typed for a discussion section. */
  findings: string;
  attachments: { name: string; text: string }[];
  images: { name: string; data: string }[];
  excluded: string[];
};

export type Step =
  | { kind: 'note'; message: string }
  | { kind: 'search'; tool: string; input: string; result?: ToolResult };

export type Turn = {
  id: string;
  asked: Asked;
  phase: 'waiting' | 'writing' | 'done' | 'stopped' | 'failed';
  steps: Step[];
  text: string;
  /** Papers chosen as evidence, until `references` shows which of them are cited. */
  sources?: Reference[] | undefined;
  /** Sections of a review in progress, and the time of its outline, in epoch milliseconds. */
  writing?: { progress: WritingProgress; since: number; atFirst: WritingProgress } | undefined;
  /** Sections finished before their turn in `text`, by heading; `[n]` is the n-th of `sources`. */
  finished?: Record<string, string> | undefined;
  references: Reference[] | undefined;
  trust: TrustCard[];
  run: RunRecord | undefined;
  /** Check results of its sentences. */
  verification: AnswerVerification | undefined;
  /** Comparison table of a review, its figures, and every record it considered. */
  comparison?: ComparisonRow[];
  figures?: ReviewFigures;
  screening?: ScreenedRecord[];
  /** Complete cited records, in the order of `references`; absent in answers stored by earlier versions. */
  bibliography?: BibliographicRecord[];
  /** Records found, by PMID. */
  items: Record<string, ToolResultItem>;
  failure: Failure | undefined;
  charged: number | undefined;
  /**
   * Name of a review or discussion (its `Idempotency-Key`), under which it is continued and its sections are rewritten.
   */
  call?: string | undefined;
  /** Marks a question whose findings, files or images were not stored with the history. */
  lost?: true;
  /** Headings of a review's sections that the model wrote. */
  written?: string[] | undefined;
  /** Section that was last rewritten. */
  rewrite?: string | undefined;
  startedAt: number;
  /** Time of the last event with something new, in epoch milliseconds. */
  heardAt: number;
  endedAt: number | undefined;
};

export function newTurn(asked: Asked, now: number): Turn {
  return {
    id: crypto.getRandomValues(new Uint32Array(3)).join('-'),
    asked,
    phase: 'waiting',
    steps: [],
    text: '',
    references: undefined,
    trust: [],
    run: undefined,
    verification: undefined,
    items: {},
    failure: undefined,
    charged: undefined,
    startedAt: now,
    heardAt: now,
    endedAt: undefined,
  };
}

/**
 * Returns the turn after these events, which arrived by `now`. They are handled in batches, since each would cause a
 * rendering.
 */
export function foldEvents(turn: Turn, events: readonly AnswerEvent[], now: number): Turn {
  const heardAt = events.length > 0 && events.every(isRepeatedProgress) ? turn.heardAt : now;
  const next: Turn = { ...turn, steps: [...turn.steps], heardAt };
  for (const { event, data } of events) {
    switch (event) {
      case 'thinking':
        // The page's clock already shows this, so it is no step; sections are shown as progress, not as steps of the
        // search.
        if (data.elapsed_seconds === undefined && !(data.progress && next.writing))
          next.steps.push({ kind: 'note', message: data.message });
        if (data.sources) next.sources = data.sources;
        // Sections written by code are finished with the outline: the others can be rewritten.
        if (data.progress && !next.writing && next.rewrite === undefined)
          next.written = data.progress.sections.flatMap(({ heading, state }) =>
            state === 'writing' ? [heading] : [],
          );
        if (data.progress)
          next.writing = {
            since: now,
            atFirst: data.progress,
            ...next.writing,
            progress: data.progress,
          };
        for (const { heading, text } of data.finished ?? [])
          next.finished = { ...next.finished, [heading]: text };
        break;
      case 'tool_call':
        next.steps.push({ kind: 'search', tool: data.tool, input: inputText(data.input) });
        break;
      case 'tool_result': {
        const open = next.steps.findIndex(
          (step) => step.kind === 'search' && step.tool === data.tool && !step.result,
        );
        const call = next.steps[open];
        if (call?.kind === 'search') next.steps[open] = { ...call, result: data };
        else next.steps.push({ kind: 'search', tool: data.tool, input: '', result: data });
        next.items = { ...next.items, ...Object.fromEntries(data.items.map((item) => [item.pmid, item])) };
        break;
      }
      case 'answer_chunk':
        next.text += data.text;
        next.phase = 'writing';
        break;
      case 'references':
        next.references = data.refs;
        next.sources = undefined;
        next.writing = undefined;
        next.finished = undefined;
        break;
      case 'trust':
        next.trust = data.cards;
        break;
      case 'run':
        next.run = data;
        break;
      case 'verification':
        next.verification = data;
        break;
      case 'bibliography':
        next.bibliography = data.records;
        break;
      case 'comparison':
        next.comparison = data.rows;
        break;
      case 'figures':
        next.figures = data;
        break;
      case 'screening':
        next.screening = data.records;
        break;
      case 'error':
        next.failure = { kind: 'other', message: data.message };
        next.phase = 'failed';
        break;
      case 'done':
        if (next.phase !== 'failed') next.phase = 'done';
        break;
      default:
        // A new event must be handled above.
        event satisfies never;
    }
  }
  return next;
}

/** Returns true for a message without news, which only interrupts a silence. */
function isRepeatedProgress({ event, data }: AnswerEvent): boolean {
  return event === 'thinking' && data.elapsed_seconds !== undefined;
}

export function isRunning({ phase }: Turn): boolean {
  return phase === 'waiting' || phase === 'writing';
}

function inputText(input: Record<string, unknown>): string {
  const { query, queries, concepts } = input;
  const value = query ?? queries ?? concepts ?? Object.values(input)[0] ?? '';
  return Array.isArray(value) ? value.join(' · ') : String(value);
}

/** Returns the cited records for export: complete if known, otherwise with the abstract of the retrieved record. */
export function citedRecords({ references = [], bibliography = [], items }: Turn): BibliographicRecord[] {
  const whole = new Map(bibliography.map((record) => [record.pmid, record]));
  return references.map((reference) => {
    const record = whole.get(reference.pmid) ?? reference;
    const abstract = whole.has(reference.pmid)
      ? (whole.get(reference.pmid)?.abstract ?? items[reference.pmid]?.abstract)
      : undefined;
    return { ...record, ...(abstract && { abstract }) };
  });
}
