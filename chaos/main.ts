import { randomInt } from 'node:crypto';
import { ownStoreEngines } from '../packages/server/src/testing/accounting/accounts-databases.ts';
import { burst } from './burst/burst.ts';
import { ingestKilled } from './ingest/ingest.ts';
import { kill9 } from './kill9/kill9.ts';
import { openSearchKilled } from './opensearch/opensearch.ts';
import { type Command, help, readCommand } from './options.ts';
import { formatVerdict, type Verdict } from './verdict.ts';

type EngineCommand = Exclude<Command, { name: 'opensearch' | 'ingest' }>;

const engines = { sqlite: ['SQLite'], postgres: ['PostgreSQL'], both: ['SQLite', 'PostgreSQL'] };

const command = readCommand(process.argv.slice(2));
if ('problem' in command) {
  process.stderr.write(`${command.problem}\n\n${help}`.trimStart());
  process.exitCode = 2;
} else {
  const { seed = randomInt(0xffffffff) } = command;
  process.stdout.write(`seed ${seed}\n`);
  if (command.name === 'opensearch') print([await openSearchKilled({ ...command, seed })]);
  else if (command.name === 'ingest') print([await ingestKilled({ ...command, seed })]);
  else
    for (const name of engines[command.engine]) {
      process.stdout.write(`${command.name} on ${name} …\n`);
      print(await run(name, command, seed));
    }
}

function print(verdicts: readonly Verdict[]): void {
  for (const verdict of verdicts) {
    process.stdout.write(formatVerdict(verdict));
    if (verdict.violations.length > 0) process.exitCode = 1;
  }
}

async function run(name: string, command: EngineCommand, seed: number): Promise<Verdict[]> {
  const engine = named(ownStoreEngines, name);
  const { processes } = command;
  if (command.name === 'burst') return burst(engine, { calls: command.calls, processes, seed });
  const until = command.kills === undefined ? { seconds: command.seconds } : { kills: command.kills };
  return [await kill9(engine, { processes, seed, until })];
}

function named<Engine extends { name: string }>(engines: readonly Engine[], name: string): Engine {
  const engine = engines.find((one) => one.name === name);
  if (!engine) throw new Error(`there is no ${name}`);
  return engine;
}
