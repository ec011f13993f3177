import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommand } from './options.ts';

test('a command has its documented defaults and accepts the options of a replay', () => {
  assert.deepEqual(readCommand(['burst']), { name: 'burst', calls: 10_000, processes: 4, engine: 'both' });
  assert.deepEqual(readCommand(['kill9']), { name: 'kill9', seconds: 60, processes: 4, engine: 'both' });
  assert.deepEqual(readCommand('kill9 --engine postgres --kills 7 --processes 2 --seed 0'.split(' ')), {
    name: 'kill9',
    engine: 'postgres',
    kills: 7,
    processes: 2,
    seed: 0,
    seconds: 60,
  });
  assert.deepEqual(readCommand(['ingest']), { name: 'ingest', kills: 50, records: 6_000 });
  assert.deepEqual(readCommand('ingest --kills 3 --records 900 --seed 1'.split(' ')), {
    ...{ name: 'ingest', kills: 3, records: 900, seed: 1 },
  });
});

test('unknown options, options of another command and values out of range are reported', () => {
  for (const line of [
    '',
    'kill',
    'kill9 --calls 10',
    'burst --seconds 5',
    'burst --calls 0',
    'kill9 --seed -1',
    'burst more',
    'burst --engine mysql',
    'ingest --processes 2',
    'ingest --records 1',
    'ingest --engine sqlite',
  ])
    assert.ok('problem' in readCommand(line.split(' ')), line);
});
