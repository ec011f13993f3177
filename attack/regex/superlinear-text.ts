import { createContext, Script } from 'node:vm';
import { attackTexts } from './attack-texts.ts';

/** Code units of the longer text; the shorter one has a quarter. */
const length = 8_000;
/** What a linear expression takes is far below, what a quadratic one takes far above. In milliseconds of CPU. */
const noticeable = 8;
/** Four times the text: a linear expression takes 4 times as long, a quadratic one 16 times. */
const growthMax = 9;
/** Only an exponential one takes longer than this for a text of a quarter, in milliseconds on the clock. */
const hangMs = 4_000;

/** A text for which a regular expression takes more than its share of time; undefined where none of those tried does. */
export function superlinearText(pattern: RegExp): string | undefined {
  // Callers of a sticky one walk through the text with it.
  const walking = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  const long = [...attackTexts(pattern, length)];
  const short = [...attackTexts(pattern, length / 4)];
  for (const [index, text] of long.entries()) {
    const quarter = short[index] ?? '';
    // Even an exponential one ends for a text of a quarter, or is stopped there.
    if (hangs(walking, quarter)) return text;
    if (cpuMs(walking, text) < noticeable) continue;
    let growth = Infinity;
    for (let tries = 0; tries < 3 && growth > growthMax; tries += 1)
      growth = Math.min(growth, cpuMs(walking, text) / Math.max(0.01, cpuMs(walking, quarter)));
    if (growth > growthMax) return text;
  }
  return undefined;
}

const sandbox: { pattern?: RegExp; text?: string } = createContext({});
const trial = new Script('pattern.test(text)');

function hangs(pattern: RegExp, text: string): boolean {
  Object.assign(sandbox, { pattern, text });
  try {
    trial.runInContext(sandbox, { timeout: hangMs });
    return false;
  } catch {
    return true;
  }
}

function cpuMs(pattern: RegExp, text: string): number {
  const before = process.cpuUsage();
  pattern.test(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
