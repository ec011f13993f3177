import { loadavg } from 'node:os';
import { accountsParts, benchAccounts } from './accounts.ts';
import { askParts, benchAsk } from './ask.ts';
import { benchCheck } from './check.ts';
import { libraryFilesCommand } from './library/files/library-files.ts';
import { benchLibrary, libraryParts } from './library.ts';
import { formatSection, isMet, type Row, type Show } from './report.ts';
import { benchReview } from './review.ts';
import { benchServe, serveParts } from './serve.ts';
import { benchUsage } from './usage.ts';
import { benchWeb } from './web.ts';

const help = `npm run bench -- serve|ask|usage|accounts|library|web|check|review [--quick] [--strict] [--only PART]

  serve     streams, memory, leaving clients, small requests: against a bare pass-through, Portkey's gateway and LiteLLM (~12 min)
            parts: ${serveParts.join(', ')}
  ask       the time to the first event, round trips to the sources, new questions at NCBI's rates, start, idle memory (~2 min)
            parts: ${askParts.join(', ')}; --rate is --only rate
  usage     my_usage of a key with a million calls, on SQLite, and all of them as CSV (~1 min)
  accounts  holds and settlements a second, what accounts add to a request, forged keys: SQLite and PostgreSQL (~5 min)
            parts: ${accountsParts.join(', ')}
  library   ingest and search of libraries of 100,000, 300,000 and a million records, compared with other engines (hours)
            parts: ${libraryParts.join(', ')}; --engine sqlite|opensearch names one, too; --records N: none larger than that
  web       the ask page in Chromium: its first load, its first paint, long tasks while an answer streams (~1 min)
  check     checking a sentence against its abstract, without a model, against a bare handler (~10 s)
  review    time until a model's requests are closed after callers disconnect during a review (~20 s)
  --quick   fewer and shorter repetitions, for a first look
  --strict  exit with 1 if a goal is missed

npm run bench -- library-files --records N --out DIR [--seed S]: PubMed XML files of generated records
`;

type Bench = {
  run(quick: boolean, show: Show, only?: string, records?: number): Promise<void>;
  parts: readonly string[];
  /** Accepts `--records`. */
  hasSizes?: true;
};

const benches: Record<string, Bench> = {
  serve: { run: benchServe, parts: serveParts },
  ask: { run: benchAsk, parts: askParts },
  usage: { run: benchUsage, parts: [] },
  accounts: { run: benchAccounts, parts: accountsParts },
  web: { run: benchWeb, parts: [] },
  check: { run: benchCheck, parts: [] },
  review: { run: benchReview, parts: [] },
  library: { run: benchLibrary, parts: libraryParts, hasSizes: true },
};

const words = process.argv.slice(2);
const strict = take('--strict');
const quick = take('--quick');
const print = (text: string) => process.stdout.write(text);
if (words[0] === 'library-files') process.exit(await libraryFilesCommand(words.slice(1), print));
// An engine of the library is only measured as part of it.
const part = takeValue('--engine') ?? takeValue('--only') ?? (take('--rate') ? 'rate' : undefined);
const size = takeValue('--records');
const [name = '', ...rest] = words;
const bench = benches[name];
const fits =
  rest.length === 0 &&
  (part === undefined || bench?.parts.includes(part)) &&
  (size === undefined || (bench?.hasSizes && /^[1-9]\d*$/.test(size)));
if (bench && fits) {
  const rows: Row[] = [];
  await bench.run(
    quick,
    (section) => {
      rows.push(...section.rows);
      const load = section.rows.length > 0 ? ` [load ${loadavg()[0]?.toFixed(1)}]` : '';
      print(formatSection({ ...section, title: section.title + load }));
    },
    part,
    size === undefined ? undefined : Number(size),
  );
  const missed = rows.filter((row) => isMet(row) === false).length;
  print(missed === 0 ? '\nAll goals met.\n' : `\nGoals not met: ${missed}.\n`);
  if (strict && missed > 0) process.exitCode = 1;
} else {
  print(help);
  process.exitCode = 2;
}

function take(option: string): boolean {
  const index = words.indexOf(option);
  if (index >= 0) words.splice(index, 1);
  return index >= 0;
}

/** Returns the word after an option, an empty one if it is last; undefined without the option. */
function takeValue(option: string): string | undefined {
  const index = words.indexOf(option);
  return index < 0 ? undefined : (words.splice(index, 2)[1] ?? '');
}
