import { readAskedOfStudy, readListedOutcome, readWithDisease } from './asked-of-study.ts';
import { asksSize } from './asks-size.ts';
import { readChinese } from './chinese-turn.ts';
import { readEnglish } from './english-turn.ts';
import { isAboutPeople } from './follow-up-words.ts';
import type { Turn } from './turn.ts';

const isHan = /\p{Script=Han}/u;
/** Characters of the longest follow-up; longer messages have a subject. */
const lengthMax = 120;

/**
 * Reads a message as a follow-up; undefined if it names a subject of its own and says what it asks of it. It is not asked whether
 * anything was said before. `readContinuation` reads messages that consist of known words only.
 *
 * @example
 * readTurn('And calcium?') // { phrase: 'calcium', subjects: [{ name: 'calcium', kind: 'drug' }], relation: 'instead' }
 * readTurn('Does aspirin prevent stroke?') // undefined
 */
export function readTurn(message: string): Turn | undefined {
  if (asksSize(message)) return { phrase: '', subjects: [], relation: 'detail' };
  if (message.length > lengthMax || /\byour(?:self|s)?\b|[你您]/i.test(message)) return undefined;
  const listed = readListedOutcome(message) ?? readWithDisease(message);
  if (listed) return listed;
  const turn = isAboutPeople(message)
    ? undefined
    : isHan.test(message)
      ? readChinese(message)
      : readEnglish(message);
  return turn ?? readAskedOfStudy(message);
}
