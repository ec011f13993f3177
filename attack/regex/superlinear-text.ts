import { createContext, Script } from 'node:vm';
import { attackTexts } from './attack-texts.ts';

/** Code units of the longer text; the shorter one has a quarter. */
const length = 8_000;
/** Four times the text: a linear expression takes 4 times as long, a quadratic one 16 times. */
const growthMax = 9;

/** Takes some 3,000 steps a character: the measure for all others, as machines differ in speed. */
const reference = /x[^;]{0,4000}?;/;
const referenceText = 'x'.repeat(length);
/** CPU time of the reference on this machine, in milliseconds. */
const referenceMs = leastCpuMs(reference, referenceText);
/** Milliseconds of CPU: a linear expression takes far less, a quadratic one more. */
const noticeable = referenceMs / 6;
/** Milliseconds of CPU for the longer text: what takes longer takes too many steps a character. */
const longestMs = 2 * referenceMs;

/**
 * A text for which a regular expression takes more than its share of time; undefined where none of those tried does.
 *
 * @param hangMs Only an exponential one takes longer than this for the texts of a quarter, in milliseconds on the clock.
 */
export function superlinearText(pattern: RegExp, hangMs = 4_000): string | undefined {
  // Callers of a sticky one walk through the text with it.
  const walking = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  const long = [...attackTexts(pattern, length)];
  const short = [...attackTexts(pattern, length / 4)];
  // Even an exponential one ends for a text of a quarter, or is stopped there.
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

/** The index of the first text at which the expression was stopped; -1 if it was never. One timer serves all texts. */
function firstHanging(pattern: RegExp, texts: string[], hangMs: number): number {
  Object.assign(sandbox, { pattern, texts });
  try {
    trial.runInContext(sandbox, { timeout: hangMs });
    return -1;
  } catch {
    return Number(sandbox.index);
  }
}

/** The least of three tries: others on the machine slow one down. */
function leastCpuMs(pattern: RegExp, text: string): number {
  return Math.min(cpuMs(pattern, text), cpuMs(pattern, text), cpuMs(pattern, text));
}

function cpuMs(pattern: RegExp, text: string): number {
  const before = process.cpuUsage();
  pattern.test(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
