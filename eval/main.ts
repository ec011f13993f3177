/**
 * npm run eval -- answer [--limit N] [--json FILE]: quality, measured through the product's own path.
 * Reads real questions and records from ../shared/data and says so where they are not there.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { evaluateAnswers, loadAnswerSet } from './answer.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string' }, json: { type: 'string' } },
});
const [subject] = positionals;
const print = (text: string) => process.stdout.write(`${text}\n`);

if (subject !== 'answer') {
  print('usage: npm run eval -- answer [--limit N] [--json FILE]');
  process.exitCode = 2;
} else {
  const set = loadAnswerSet();
  if (!set) print('skipped: ../shared/data is not here');
  else {
    const limit = values.limit === undefined ? set.questions.length : Number(values.limit);
    const report = await evaluateAnswers(
      { ...set, questions: set.questions.slice(0, limit) },
      (done, total) => {
        if (done % 50 === 0) process.stderr.write(`${done} / ${total}\n`);
      },
    );
    for (const [figure, value] of Object.entries(report)) print(`${figure.padEnd(34)} ${value}`);
    if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  }
}
