import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatBytes, formatDuration } from './units.ts';

it('shows sizes and times in a suitable unit', () => {
  assert.deepEqual([0, 1, 2_048, 5_000_000, 3_000_000_000, 2e13].map(formatBytes), [
    '0 KB',
    '1 KB',
    '2 KB',
    '4.8 MB',
    '2.8 GB',
    '18.2 TB',
  ]);
  const both = (seconds: number) => [
    formatDuration(seconds, (en) => en),
    formatDuration(seconds, (_en, zh) => zh),
  ];
  assert.deepEqual([0.4, 89, 91, 7_200].map(both), [
    ['0 s', '0 秒'],
    ['89 s', '89 秒'],
    ['2 min', '2 分钟'],
    ['2.0 h', '2.0 小时'],
  ]);
});
