import { useCallback, useEffect, useRef } from 'react';
import { useVisit } from '../api/session.tsx';
import { isComposing } from '../lib/keyboard.ts';
import { useRoute } from '../lib/route.tsx';
import type { Asked, Turn } from './turn.ts';
import { useConversation } from './use-conversation.ts';

/**
 * State of a page on which something is asked. The address contains the conversation, so that a reload returns to it.
 */
export function useAsking(path: '/' | '/review') {
  const { session, askToSignIn } = useVisit();
  const { query } = useRoute();
  const given = query.get('c');
  const conversation = useConversation(given);
  const { turns, conversationId, running, stop } = conversation;
  const started = turns.length > 0;

  useEffect(() => {
    if (started && given !== conversationId)
      history.replaceState(null, '', `${path}?c=${encodeURIComponent(conversationId)}`);
  }, [path, started, given, conversationId]);

  useEffect(() => {
    if (!running) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !isComposing(event) && stop();
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [running, stop]);

  const ask = useRef(conversation.ask);
  ask.current = conversation.ask;
  /** Sends the question, unless somebody must sign in first: then returns false and keeps the question in the form. */
  const send = useCallback(
    (asked: Asked, again?: { turn: Turn; section?: string }): boolean => {
      if (session) void ask.current(asked, again);
      else askToSignIn(true);
      return Boolean(session);
    },
    [session, askToSignIn],
  );
  return { ...conversation, started, send };
}
