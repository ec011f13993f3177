import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { splitSentences } from '../packages/core/src/text/sentences.ts';
import { startChild } from './child.ts';
import type { Show } from './report.ts';
import { percentile } from './statistics.ts';
import { startCitewell } from './targets/citewell.ts';

/** Body of a check, as the endpoint accepts it. */
type Check = { sentence: string; pmid: string; abstract: string };

const demonstrationRecords = new URL('../packages/server/src/library/demonstration.jsonl', import.meta.url);
/** Rules, word lists and the classifier are loaded with the first check of a process, and compiled with the next ones. */
const warmUps = 100;

/**
 * Measures the cost of checking a sentence whose abstract the caller supplies, without a model, compared with a handler
 * that does nothing.
 */
export async function benchCheck(quick: boolean, show: Show): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const bare = stack.adopt(startChild(new URL('./targets/bare-json.ts', import.meta.url)), (it) => it.stop());
  const bareUrl = `http://127.0.0.1:${await bare.ask<number>('listen')}`;
  const service = stack.adopt(await startCitewell({ CITEWELL_SOURCES: 'library' }), (it) => it.stop());
  const checks = readChecks().slice(0, quick ? 60 : undefined);
  const url = `${service.url}/ai/api/factcheck_verify`;
  const times = { ours: [] as number[], bare: [] as number[] };
  const warming: number[] = [];
  for (const check of checks.slice(0, warmUps)) warming.push(await time(url, service.headers, check));
  for (const check of checks) {
    times.bare.push(await time(bareUrl, service.headers, check));
    times.ours.push(await time(url, service.headers, check));
  }
  const [ours, theirs] = [percentile(times.ours, 95), percentile(times.bare, 95)];
  show({
    title: `POST /ai/api/factcheck_verify with its abstract, no model, ${checks.length} sentences, alternating`,
    rows: [
      { figure: 'p95, above a bare handler', value: ours - theirs, unit: 'ms', goal: { atMost: 10 } },
      { figure: 'p50', value: percentile(times.ours, 50), unit: 'ms' },
      { figure: 'p95', value: ours, unit: 'ms' },
      { figure: 'the first of the process', value: warming[0] ?? 0, unit: 'ms' },
      { figure: 'a bare handler, p50', value: percentile(times.bare, 50), unit: 'ms' },
      { figure: 'a bare handler, p95', value: theirs, unit: 'ms' },
    ],
  });
}

/** Returns the last sentences of each demonstration record with its abstract, every other one with a different number. */
function readChecks(): Check[] {
  const lines = readFileSync(demonstrationRecords, 'utf8').split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    const { pmid, abstract } = JSON.parse(line) as { pmid: string; abstract: { text: string }[] };
    const sections = abstract.filter(({ text }) => !/\p{Script=Han}/u.test(text));
    const text = sections.map((section) => section.text).join(' ');
    return splitSentences(text)
      .slice(-2)
      .map(({ text: sentence }, at) => ({
        ...{ pmid, abstract: text },
        sentence: at === 0 ? sentence.replace(/\d+/, (digits) => `${Number(digits) + 7}`) : sentence,
      }));
  });
}

async function time(url: string, headers: Record<string, string>, check: Check): Promise<number> {
  const sent = performance.now();
  const response = await request(url, { method: 'POST', headers, body: JSON.stringify(check) });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`${url}: HTTP ${response.statusCode}: ${text}`);
  return performance.now() - sent;
}
