import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chineseLines } from './answers.ts';

it('counts quoted English sentences and the lines of Chinese above them', () => {
  const answer =
    '以下回答逐字摘录。\n\n**临床试验**\n- *随机试验：* 阿司匹林减少脑卒中[1]。\n  “Aspirin reduced stroke.” [1] “It was safe.” [1]\n- “阿司匹林安全。” [2]';
  assert.deepEqual(chineseLines(answer), { quoted: 2, lines: 1 });
  assert.deepEqual(chineseLines('“Aspirin reduced stroke.” [1]'), { quoted: 1, lines: 0 });
});
