import { readItem, writeItem } from '../lib/storage.ts';
import type { Turn } from './turn.ts';

/** Questions and answers of this browser, newest first. They are stored nowhere else. */
export type Conversation = { id: string; at: number; turns: Turn[] };

const conversationsMax = 60;

export function readHistory(): Conversation[] {
  try {
    const list: unknown = JSON.parse(readItem('history') ?? '[]');
    return Array.isArray(list)
      ? (list as Conversation[]).filter((each) => each?.turns?.length > 0).map(inTodaysForm)
      : [];
  } catch {
    return [];
  }
}

/** Questions stored by earlier versions had one attachment. */
function inTodaysForm(conversation: Conversation): Conversation {
  const turns = conversation.turns.map((turn) => {
    const { attachment, ...asked } = turn.asked as Turn['asked'] & { attachment?: { name: string } };
    const before = attachment ? [{ name: attachment.name, text: '' }] : [];
    return { ...turn, asked: { ...asked, findings: '', attachments: asked.attachments ?? before } };
  });
  return { ...conversation, turns };
}

export function saveConversation(conversation: Conversation): void {
  const slim = { ...conversation, turns: conversation.turns.map(withoutBulk) };
  const kept = [slim, ...readHistory().filter(({ id }) => id !== conversation.id)].slice(0, conversationsMax);
  // The oldest are deleted if the browser has no room for all.
  while (kept.length > 0 && !writeItem('history', JSON.stringify(kept))) kept.pop();
}

export function deleteConversation(id: string): void {
  writeItem('history', JSON.stringify(readHistory().filter((each) => each.id !== id)));
}

export function deleteHistory(): void {
  writeItem('history', undefined);
}

/**
 * Removes attachments and pictures, the largest and most private part; also the records that a review considered, and
 * abstracts, which are among the items. A discussion loses its name together with its findings: without them it would
 * be a different one rather than a continuation. A review has neither.
 */
function withoutBulk({ screening: _, bibliography, ...turn }: Turn): Turn {
  const { mode, findings, attachments, images } = turn.asked;
  const loses = findings !== '' || attachments.length > 0 || images.length > 0;
  const cited = new Set(turn.references?.map(({ pmid }) => pmid));
  return {
    ...turn,
    ...(mode !== 'review' && loses && { lost: true as const, call: undefined }),
    ...(bibliography && { bibliography: bibliography.map(({ abstract: __, ...record }) => record) }),
    asked: {
      ...turn.asked,
      images: [],
      findings: '',
      attachments: attachments.map(({ name }) => ({ name, text: '' })),
    },
    items: Object.fromEntries(Object.entries(turn.items).filter(([pmid]) => cited.has(pmid))),
  };
}
