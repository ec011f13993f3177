/**
 * 中文提问，边生成边显示，再追问一轮。A question in Chinese, shown while it grows, and a follow-up to it.
 *
 *   CITEWELL_API_KEY=cw_… npx node examples/ask-stream.ts
 */
import assert from 'node:assert/strict';
import { type AskStreamRequest, Citewell } from '@citewell/sdk';
import { assertCited } from './cited.ts';

const citewell = new Citewell({
  baseUrl: process.env.CITEWELL_URL ?? 'http://127.0.0.1:8787',
  apiKey: process.env.CITEWELL_API_KEY ?? '',
  language: 'zh',
});

async function show(request: AskStreamRequest) {
  process.stdout.write(`\n问：${request.question}\n`);
  const stream = citewell.askStream(request);
  let shown = '';
  for await (const { event, data } of stream) {
    switch (event) {
      case 'thinking':
        process.stdout.write(`  … ${data.message}\n`);
        break;
      case 'tool_result':
        process.stdout.write(`  … ${data.tool}：${data.unavailable ? '无法访问' : data.total}\n`);
        break;
      case 'answer_chunk':
        shown += data.text;
        process.stdout.write(data.text);
        break;
      case 'references':
        for (const [index, { title, journal, year, pmid }] of data.refs.entries()) {
          process.stdout.write(`\n[${index + 1}] ${title} ${journal}，${year}，PMID ${pmid}`);
        }
        process.stdout.write('\n');
        break;
      case 'error':
        process.stdout.write(`\n出错：${data.message}\n`);
    }
  }
  const reply = await stream.final();
  assert.equal(reply.answer, shown, 'final() is the fold of the events');
  assertCited(reply);
  return reply;
}

const first = await show({ question: '二甲双胍能降低2型糖尿病患者的心血管死亡率吗？', lang: 'zh' });
await show({
  question: '它对体重有什么影响？',
  lang: 'zh',
  history: [{ q: '二甲双胍能降低2型糖尿病患者的心血管死亡率吗？', a: first.answer }],
});
