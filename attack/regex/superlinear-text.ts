import { createContext, Script } from 'node:vm';
import { attackTexts } from './attack-texts.ts';

/** Length of the longer text in code units; the shorter one has a quarter. */
const length = 8_000;
/** Factor of time for four times the text: a linear expression has 4, a quadratic one 16. */
const growthMax = 9;

/** Reference that takes some 3,000 steps per character, because machines differ in speed. */
const reference = /x[^;]{0,4000}?;/;
const referenceText = 'x'.repeat(length);
/** CPU time of the reference on this machine, in milliseconds. */
const referenceMs = leastCpuMs(reference, referenceText);
/** Milliseconds of CPU time that a linear expression never reaches and a quadratic one exceeds. */
const noticeable = referenceMs / 6;
/** Milliseconds of CPU time for the longer text, beyond which an expression takes too many steps per character. */
const longestMs = 2 * referenceMs;

/**
 * Returns a text for which a regular expression takes too long; undefined if none was found.
 *
 * @param hangMs Limit for the texts of a quarter, in milliseconds of wall time, that only an exponential expression
 * exceeds.
 */
export function superlinearText(pattern: RegExp, hangMs = 4_000): string | undefined {
  // Callers of a sticky expression step through the text with it.
  const walking = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  const long = [...attackTexts(pattern, length)];
  const short = [...attackTexts(pattern, length / 4)];
  // Even an exponential expression ends for a text of a quarter, or is stopped there.
  const hanging = firstHanging(walking, short, hangMs);
  for (const [index, text] of long.entries()) {
    if (index === hanging) return text;
    let least = cpuMs(walking, text);
    if (least < noticeable) continue;
    if (least > longestMs) least = leastCpuMs(walking, text);
    if (least > longestMs) return text;
    const quarter = short[index] ?? '';
    let growth = Infinity;
    for (let tries = 0; tries < 3 && growth > growthMax; tries += 1)
      growth = Math.min(growth, cpuMs(walking, text) / Math.max(0.01, cpuMs(walking, quarter)));
    if (growth > growthMax) return text;
  }
  return undefined;
}

const sandbox = createContext({ pattern: /(?:)/, texts: [] as string[], index: 0 });
const trial = new Script('for (index = 0; index < texts.length; index += 1) pattern.test(texts[index])');

/** Returns the index of the first text at which the expression was stopped; -1 if it never was. One timer serves all texts. */
function firstHanging(pattern: RegExp, texts: string[], hangMs: number): number {
  Object.assign(sandbox, { pattern, texts });
  try {
    trial.runInContext(sandbox, { timeout: hangMs });
    return -1;
  } catch {
    return Number(sandbox.index);
  }
}

/** Minimum of three attempts, because other work on the machine slows one down. */
function leastCpuMs(pattern: RegExp, text: string): number {
  return Math.min(cpuMs(pattern, text), cpuMs(pattern, text), cpuMs(pattern, text));
}

function cpuMs(pattern: RegExp, text: string): number {
  const before = process.cpuUsage();
  pattern.test(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
