import {
  type AnswerEvent,
  type AnswerStream,
  type AskStreamRequest,
  type Citewell,
  ConflictError,
  historyRounds,
} from '@citewell/sdk';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../api/failure.ts';
import { useVisit } from '../api/session.tsx';
import { useText } from '../lib/language.tsx';
import { joinedText } from './attachments/add-attachment.ts';
import { type Conversation, readHistory, saveConversation } from './history.ts';
import { type Asked, foldEvents, isRunning, newTurn, type Turn } from './turn.ts';

/** Interval between renderings of a growing answer. */
const drawEveryMs = 60;

export type Balance = { available: number; used: number; limit: number | null };

export function useConversation(conversationId: string | null) {
  const { client, askToSignIn } = useVisit();
  const t = useText();
  const [conversation, setConversation] = useState<Conversation>(() => opened(conversationId));
  const [balance, setBalance] = useState<Balance>();
  const controller = useRef<AbortController>(undefined);
  const current = useRef(conversation);
  current.current = conversation;

  useEffect(() => {
    // The address has just received this conversation's own name, or names another one.
    if (
      conversationId === current.current.id ||
      (conversationId === null && current.current.turns.length === 0)
    )
      return;
    controller.current?.abort();
    setConversation(opened(conversationId));
  }, [conversationId]);

  // After a reload or closing in mid-answer, the written part is still there; the service stops immediately.
  useEffect(() => {
    const keep = () => {
      controller.current?.abort();
      const { turns } = current.current;
      if (turns.length > 0)
        saveConversation({
          ...current.current,
          turns: turns.map((turn) => (isRunning(turn) ? { ...turn, phase: 'stopped' } : turn)),
        });
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      controller.current?.abort();
    };
  }, []);

  /**
   * Asks, and shows the events as they arrive. `again`: an earlier turn that the new one replaces: an interrupted
   * review or discussion continues, or the section of a review with this heading is rewritten.
   */
  async function ask(asked: Asked, again?: { turn: Turn; section?: string }): Promise<void> {
    controller.current?.abort();
    const abort = new AbortController();
    controller.current = abort;
    const { turns } = current.current;
    const place = turns.findIndex(({ id }) => id === again?.turn.id);
    // Later questions are not part of it.
    const earlier = place < 0 ? turns : turns.slice(0, place);
    let turn = { ...newTurn(asked, Date.now()), ...(again && keptOf(again)) };
    if (asked.mode !== 'answer') turn.call ??= crypto.randomUUID();
    const show = (next: Turn) => {
      turn = next;
      setConversation((before) => ({
        ...before,
        at: Date.now(),
        turns: before.turns.some(({ id }) => id === next.id)
          ? before.turns.map((each) => (each.id === next.id ? next : each))
          : [...before.turns, next],
      }));
    };
    show(turn);
    const waiting: AnswerEvent[] = [];
    const draw = () => {
      if (waiting.length > 0) show(foldEvents(turn, waiting.splice(0), Date.now()));
    };
    const timer = setInterval(draw, drawEveryMs);
    try {
      const stream = open(client, turn, earlier, abort.signal);
      for await (const event of stream) waiting.push(event);
      draw();
      // If an error was among the events, this throws it with the request id for the operator.
      await stream.final();
    } catch (error) {
      draw();
      // A finished review is kept if a section could not be rewritten.
      const finished = again?.section === undefined ? undefined : { ...again.turn, rewrite: again.section };
      if (abort.signal.aborted) show(finished ?? { ...turn, phase: 'stopped' });
      else {
        const failure = failureOf(error, t);
        // Its stored results are unavailable: it is requested again under another name.
        const isOver = error instanceof ConflictError && !error.retryable;
        const failed: Turn = { ...turn, phase: 'failed', ...(isOver && { call: undefined }) };
        show({ ...(finished ?? failed), failure });
        if (failure.kind === 'sign_in') askToSignIn(true);
      }
    } finally {
      clearInterval(timer);
      show({ ...turn, endedAt: Date.now() });
      saveConversation(
        current.current.turns.some(({ id }) => id === turn.id)
          ? withTurn(current.current, turn)
          : current.current,
      );
    }
    const bill = await billOf(client, turn).catch(() => undefined);
    if (!bill) return;
    setBalance(bill.balance);
    show({ ...turn, charged: bill.charged });
    saveConversation(withTurn(current.current, turn));
  }

  return {
    turns: conversation.turns,
    conversationId: conversation.id,
    running: conversation.turns.some(isRunning),
    balance,
    ask,
    stop: () => controller.current?.abort(),
    clear() {
      controller.current?.abort();
      setConversation(fresh());
    },
  };
}

function opened(id: string | null): Conversation {
  return (id && readHistory().find((each) => each.id === id)) || fresh();
}

function fresh(): Conversation {
  return { id: crypto.getRandomValues(new Uint32Array(2)).join('-'), at: Date.now(), turns: [] };
}

function withTurn(conversation: Conversation, turn: Turn): Conversation {
  return { ...conversation, turns: conversation.turns.map((each) => (each.id === turn.id ? turn : each)) };
}

/** Keeps what a turn shares with the one that it replaces. */
function keptOf({ turn, section }: { turn: Turn; section?: string }): Partial<Turn> {
  return { id: turn.id, call: turn.call, written: turn.written, rewrite: section };
}

function open(client: Citewell, turn: Turn, earlier: readonly Turn[], signal: AbortSignal): AnswerStream {
  const { asked, call = '', rewrite } = turn;
  if (asked.mode !== 'review')
    return client.askStream(requestOf(asked, earlier), {
      signal,
      ...(asked.mode === 'discussion' && { idempotencyKey: call }),
    });
  const { history: _, file_content: __, images: ___, mode: ____, ...request } = requestOf(asked, []);
  // A review's sentences are checked before they are sent; it has no list of results.
  return client.reviewStream(
    {
      ...request,
      include: ['trust', 'run', 'bibliography', 'comparison', 'figures', 'screening'],
      ...(rewrite !== undefined && { rewrite: { call, section: rewrite } }),
    },
    { signal, idempotencyKey: rewrite === undefined ? call : crypto.randomUUID() },
  );
}

function requestOf(asked: Asked, earlier: readonly Turn[]): AskStreamRequest {
  const history = earlier
    .filter(({ phase, text }) => phase === 'done' && text !== '')
    .slice(-2 * historyRounds)
    // Of the rounds before those that are used, the questions tell the subject.
    .map(({ asked: { question }, text }, at, { length }) => ({
      q: question,
      a: at < length - historyRounds ? '' : text.slice(0, 8_000),
    }));
  const fileContent = joinedText(asked);
  return {
    question: asked.question,
    ...(asked.dateFrom && { date_from: asked.dateFrom }),
    ...(asked.dateTo && { date_to: asked.dateTo }),
    ...(asked.categoryId && { category_id: asked.categoryId }),
    ...(asked.answerLanguage && { lang: asked.answerLanguage }),
    ...(asked.abstractsOnly && { full_text: false }),
    ...(asked.mode === 'discussion' && { mode: asked.mode }),
    ...(fileContent && { file_content: fileContent }),
    ...(asked.images.length > 0 && { images: asked.images.map(({ data }) => data) }),
    ...(asked.excluded.length > 0 && { exclude_pmids: asked.excluded }),
    ...(history.length > 0 && { history }),
    include: ['trust', 'run', 'verification', 'bibliography'],
  };
}

/**
 * Returns the charge of this answer and the remaining balance, final once the stream has ended or, if it was stopped,
 * shortly afterwards.
 */
async function billOf(
  client: Citewell,
  turn: Turn,
): Promise<{ charged: number | undefined; balance: Balance }> {
  for (let attempt = 0; ; attempt += 1) {
    const { records, balance, quota } = await client.usage({
      endpoint: turn.asked.mode === 'review' ? 'expert_stream' : 'ask_stream',
      limit: 5,
    });
    const record = turn.run
      ? records.find(({ request_id }) => request_id === turn.run?.request_id)
      : records.find(({ started_at }) => Date.parse(started_at) >= turn.startedAt - 10_000);
    if (record?.state === 'running' && attempt < 4) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      continue;
    }
    return {
      charged: record?.charged,
      balance: { available: balance.available, used: quota.used, limit: quota.limit },
    };
  }
}
