import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { ReviewResponse } from '@citewell/sdk';
import { sectionTask } from '../features/reviews/model/review-tasks.ts';
import type { SectionInput } from '../features/reviews/model/review-writer.ts';
import type { Services } from '../features/services.ts';
import type { Model, ReplyTask } from '../llm/model.ts';
import { ModelError } from '../llm/model-error.ts';
import { reviewArticles } from '../testing/app/review-records.ts';
import { scriptedRetriever } from '../testing/app/scripted.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { UsageError } from './options.ts';
import { reviewCommand } from './review.ts';

async function runReview(...argv: string[]) {
  return runWith(undefined, ...argv);
}

async function runWith(model: Services['model'], ...argv: string[]) {
  let closed = false;
  const services = {
    model,
    literature: { remote: [scriptedRetriever('pubmed', reviewArticles)], library: undefined },
    clock: { now: () => Date.UTC(2026, 10, 21) },
    log: () => {},
    close: async () => {
      closed = true;
    },
  } as unknown as Services;
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    out: (text: string) => out.push(text),
    write: async (text: string) => void out.push(text),
    err: (text: string) => err.push(text),
    environment: {},
    onInterrupt: () => () => {},
  } as unknown as Parameters<typeof reviewCommand>[1];
  const code = await reviewCommand(argv, io, async () => services);
  return { code, out: out.join(''), err: err.join(''), closed };
}

describe('citewell review', () => {
  it('prints the review as Markdown with its references, and its steps on standard error', async () => {
    const { code, out, err, closed } = await runReview('Metformin in type 2 diabetes');
    assert.equal(code, 0);
    assert.match(out, /^# Metformin in type 2 diabetes/);
    assert.match(out, /^## References\n\n1\. .*pubmed\.ncbi/m);
    assert.match(err, /· .*screened/);
    assert.ok(closed);
  });

  it('writes a file in the format of its extension', async (t) => {
    const folder = temporaryFolder(t);
    for (const [ending, begins] of [
      ['docx', 'PK'],
      ['md', '# 二甲双胍'],
      ['html', '<!doctype html>'],
      ['json', '{'],
    ] as const) {
      const file = join(folder, `review.${ending}`);
      const { code } = await runReview('二甲双胍治疗2型糖尿病', '-o', file, '--max-refs', '3');
      assert.equal(code, 0);
      assert.ok(readFileSync(file, 'utf8').startsWith(begins), ending);
    }
  });

  it('writes every record found, with its screening decision, on request', async (t) => {
    const folder = temporaryFolder(t);
    for (const topic of ['Metformin in type 2 diabetes', '二甲双胍治疗2型糖尿病']) {
      const file = join(folder, 'screening.ris');
      const { code } = await runReview(topic, '--screening', '-o', file, '--max-refs', '3');
      assert.equal(code, 0);
      const decisions = readFileSync(file, 'utf8').match(/^N1 {2}- screening: \w+/gm) ?? [];
      assert.equal(decisions.length, reviewArticles.length);
      assert.equal(decisions.filter((line) => line.endsWith(': included')).length, 3);
      const { out } = await runReview(topic, '--screening', '--json');
      assert.equal((JSON.parse(out) as ReviewResponse).screening?.length, reviewArticles.length);
    }
  });

  it('rejects wrong arguments before any search', async () => {
    for (const argv of [
      ['topic', '-o', 'review.pdf'],
      ['topic', '-o', join('no such folder', 'review.docx')],
      ['topic', '--max-refs', '31'],
      ['topic', '--lang', 'fr'],
      ['topic', '--from', '2020', '--to', '2010'],
      [],
    ])
      await assert.rejects(runReview(...argv), UsageError);
  });

  it('writes the finished sections of a review that ended early, gives the reason, and exits 1', async () => {
    const fails = () => Promise.reject(new ModelError('unreachable'));
    const write = ({ section, passages: [first] }: SectionInput) =>
      section === 'conclusion'
        ? fails()
        : Promise.resolve(`${first?.text.replace(/\.$/, '')} [${first?.id}].`);
    const model: Model = {
      name: 'scripted',
      has: (role) => role !== 'vision' && role !== 'reranker',
      contextTokens: 32_000,
      reply: <Input, Output>(task: ReplyTask<Input, Output>, input: Input) =>
        task === (sectionTask as object) ? (write(input as SectionInput) as Promise<Output>) : fails(),
      write: fails,
    };
    const { code, out, err } = await runWith(model, 'Metformin in type 2 diabetes');
    assert.equal(code, 1);
    assert.match(out, /^## Findings$/m);
    assert.match(out, /^## Incomplete$/m);
    assert.match(err, /stopped in the middle/);
  });
});
