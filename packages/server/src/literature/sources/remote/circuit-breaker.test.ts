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

test('failures further apart, or with successes between them, keep the circuit closed', () => {
  const { clock, call } = setUp();
  for (let i = 0; i < 20; i++) {
    assert.ok(call('failed'));
    clock.time += 8_000;
  }
  for (let i = 0; i < 20; i++) assert.ok(call(i % 4 === 0 ? 'answered' : 'failed'));
});

test('one probe runs after the pause: its success closes the circuit, its failure reopens it', () => {
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

test('an aborted probe leaves the next call to probe', () => {
  const { clock, call } = setUp();
  for (let i = 0; i < 5; i++) call('failed');
  clock.time += 30_000;
  assert.ok(call('neutral'));
  assert.ok(call('answered'));
});

test('calls begun before the circuit opened neither close it nor extend its pause', () => {
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

test('a block opens the circuit for the given time', () => {
  const { clock, breaker, call } = setUp();
  breaker.open(600_000);
  clock.time += 599_999;
  assert.equal(call('answered'), false);
  clock.time += 1;
  assert.ok(call('answered'));
});
