import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCircuitBreaker } from './circuit-breaker.ts';

function setUp() {
  const clock = { time: 0, now: () => clock.time };
  const breaker = createCircuitBreaker({ clock });
  const call = (outcome: 'answered' | 'failed' | 'neutral') => {
    const leave = breaker.enter();
    leave?.(outcome);
    return leave !== undefined;
  };
  return { clock, breaker, call };
}

test('five failures in thirty seconds open the circuit for thirty seconds', () => {
  const { clock, call } = setUp();
  for (let i = 0; i < 5; i++) assert.ok(call('failed'));
  assert.equal(call('answered'), false);
  clock.time += 29_999;
  assert.equal(call('answered'), false);
  clock.time += 1;
  assert.equal(call('answered'), true);
});

test('failures spread wider, or with an answer between them, do not', () => {
  const { clock, call } = setUp();
  for (let i = 0; i < 20; i++) {
    assert.ok(call('failed'));
    clock.time += 8_000;
  }
  for (let i = 0; i < 20; i++) assert.ok(call(i % 4 === 0 ? 'answered' : 'failed'));
});

test('after the pause one call probes, alone: its answer closes the circuit, its failure does not', () => {
  const { clock, breaker, call } = setUp();
  for (let i = 0; i < 5; i++) call('failed');
  clock.time += 30_000;
  const probe = breaker.enter();
  assert.equal(breaker.enter(), undefined);
  probe?.('failed');
  assert.equal(breaker.enter(), undefined);
  clock.time += 30_000;
  assert.ok(call('answered'));
  assert.ok(call('answered'));
});

test('a probe whose caller left leaves the probing to the next', () => {
  const { clock, call } = setUp();
  for (let i = 0; i < 5; i++) call('failed');
  clock.time += 30_000;
  assert.ok(call('neutral'));
  assert.ok(call('answered'));
});

test('calls begun before the circuit opened neither close it nor keep it open', () => {
  const { clock, breaker, call } = setUp();
  const late = breaker.enter();
  const later = breaker.enter();
  for (let i = 0; i < 5; i++) call('failed');
  late?.('answered');
  assert.equal(breaker.enter(), undefined);
  clock.time += 29_000;
  later?.('failed');
  clock.time += 1_000;
  assert.ok(call('answered'));
});

test('a block closes it at once for as long as it is told', () => {
  const { clock, breaker, call } = setUp();
  breaker.open(600_000);
  clock.time += 599_999;
  assert.equal(call('answered'), false);
  clock.time += 1;
  assert.ok(call('answered'));
});
