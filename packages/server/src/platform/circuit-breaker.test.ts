import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

describe('the circuit breaker', () => {
  let now = 0;
  let breaker: CircuitBreaker;
  beforeEach(() => {
    now = 0;
    breaker = createCircuitBreaker({ now: () => now });
  });
  const fail = (times: number) => {
    for (let i = 0; i < times; i += 1) breaker.enter()?.close('failed');
  };

  it('opens after five failures within 30 s, and stays open for 30 s', () => {
    fail(4);
    assert.ok(breaker.enter());
    fail(1);
    assert.equal(breaker.enter(), undefined);
    now = 29_999;
    assert.equal(breaker.enter(), undefined);
    now = 30_000;
    assert.ok(breaker.enter());
  });

  it('forgets failures older than 30 s, and all of them after a complete reply', () => {
    fail(4);
    now = 30_001;
    fail(1);
    assert.ok(breaker.enter());
    fail(3);
    breaker.enter()?.close('complete');
    fail(4);
    assert.ok(breaker.enter());
  });

  it('allows one probe at a time, and closes when the probe succeeds', () => {
    fail(5);
    now = 30_000;
    const probe = breaker.enter();
    assert.equal(breaker.enter(), undefined);
    probe?.answered();
    assert.ok(breaker.enter());
  });

  it('opens for another 30 s when the probe fails', () => {
    fail(5);
    now = 30_000;
    breaker.enter()?.close('failed');
    now = 59_999;
    assert.equal(breaker.enter(), undefined);
    now = 60_000;
    assert.ok(breaker.enter());
  });

  it('passes the probe of a caller who disconnected to the next caller', () => {
    fail(5);
    now = 30_000;
    breaker.enter()?.close(undefined);
    assert.ok(breaker.enter());
  });

  it('stays closed if failures are further apart, or have complete replies between them', () => {
    for (let i = 0; i < 20; i += 1) {
      fail(1);
      now += 8_000;
    }
    for (let i = 0; i < 20; i += 1) breaker.enter()?.close(i % 4 === 0 ? 'complete' : 'failed');
    assert.ok(breaker.enter());
  });

  it('closes when only the end of the probe’s reply is reported', () => {
    fail(5);
    now = 30_000;
    breaker.enter()?.close('complete');
    assert.equal(breaker.isOpen(), false);
    assert.ok(breaker.enter());
    assert.ok(breaker.enter());
  });

  it('is neither closed nor kept open by requests that began before it opened', () => {
    const late = breaker.enter();
    const later = breaker.enter();
    fail(5);
    late?.close('complete');
    assert.equal(breaker.enter(), undefined);
    now = 29_000;
    later?.close('failed');
    now = 30_000;
    assert.ok(breaker.enter());
  });

  it('opens at once for a given time', () => {
    breaker.open(600_000);
    now = 599_999;
    assert.equal(breaker.enter(), undefined);
    now = 600_000;
    assert.ok(breaker.enter());
  });

  it('counts each outcome once', () => {
    for (let i = 0; i < 3; i += 1) {
      const pass = breaker.enter();
      pass?.close('failed');
      pass?.close('failed');
    }
    assert.ok(breaker.enter());
  });
});
