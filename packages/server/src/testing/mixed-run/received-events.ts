import assert from 'node:assert/strict';
import type { AskResponse } from '@citewell/sdk';
import type { ReceivedReply } from './caller.ts';
import type { Settled } from './expected.ts';
import type { PlannedCall } from './plan.ts';

export function errorCodeOf({ body }: ReceivedReply): string {
  return (JSON.parse(body) as { code: string }).code;
}

const quotations = /Quotations follow instead|改为原文摘录|以原文摘录代替|too low for a generated answer/;

/** Asserts that the caller received what the scenario specifies, in the format of the endpoint. */
export function assertReceived(
  { heard, endpoint }: PlannedCall & { heard: ReceivedReply },
  { reads }: Settled,
): void {
  if (reads === 'nothing') {
    assert.ok(heard.left);
    assert.ok(!heard.body.includes('event: done'));
    return;
  }
  const got = endpoint === 'ask' ? jsonReading(heard) : streamReading(heard);
  const wanted: Record<typeof reads, readonly Reading[]> = {
    'a synthesis': ['a synthesis'],
    quotations: ['quotations'],
    'a rejection': ['a rejection'],
    'a part': ['a part'],
    'a rejection or a part': ['a rejection', 'a part'],
  };
  assert.ok(wanted[reads].includes(got), `${got} instead of ${reads}: ${heard.body.slice(-300)}`);
}

type Reading = Exclude<Settled['reads'], 'nothing' | 'a rejection or a part'>;

function jsonReading({ status, body }: ReceivedReply): Reading {
  if (status !== 200) {
    assert.deepEqual(Object.keys(JSON.parse(body)).sort(), ['code', 'error']);
    return 'a rejection';
  }
  const { answer } = JSON.parse(body) as AskResponse;
  return quotations.test(answer) ? 'quotations' : 'a synthesis';
}

function streamReading({ status, events }: ReceivedReply): Reading {
  assert.equal(status, 200);
  assert.deepEqual(
    events.map(({ event }) => event).filter((event) => event === 'done'),
    ['done'],
  );
  const text = events.flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : [])).join('');
  if (events.at(-2)?.event === 'error') return text === '' ? 'a rejection' : 'a part';
  assert.equal(events.at(-2)?.event, 'references');
  return quotations.test(text) ? 'quotations' : 'a synthesis';
}
