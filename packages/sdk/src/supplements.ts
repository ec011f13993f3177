import type { AnswerEvent, AnswerSupplements, ReviewSupplements } from './protocol.ts';

/** Every supplement of a reply, by its field. */
export type Supplements = AnswerSupplements & ReviewSupplements;

/**
 * Adds the supplement that an event of a stream contains to the field that it has in a JSON reply; other events change
 * nothing.
 * @example
 * const supplements: Supplements = {};
 * for await (const event of readAnswerEvents(response.body)) addSupplement(supplements, event);
 * supplements.run; // { searches: [] }
 */
export function addSupplement(supplements: Supplements, { event, data }: AnswerEvent): void {
  switch (event) {
    case 'trust':
      supplements.trust = data.cards;
      break;
    case 'run':
      supplements.run = data;
      break;
    case 'verification':
      supplements.verification = data;
      break;
    case 'bibliography':
      supplements.bibliography = data.records;
      break;
    case 'comparison':
      supplements.comparison = data.rows;
      break;
    case 'figures':
      supplements.figures = data;
      break;
    case 'screening':
      supplements.screening = data.records;
      break;
    case 'thinking':
    case 'tool_call':
    case 'tool_result':
    case 'answer_chunk':
    case 'references':
    case 'error':
    case 'done':
      break;
    default:
      // A new event must be named above.
      event satisfies never;
  }
}
