import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type KeyChange, type KeySummary, planKeyChange } from './key-change.ts';

const key: KeySummary = {
  id: 'key_a',
  label: '三病区',
  ownerEmail: null,
  hint: 'cw_Ab3d…9xKz',
  status: 'enabled',
  expiresAt: undefined,
  modules: ['ask_agent'],
  dailyQuota: 200,
  maxRunningCalls: null,
  createdAt: 0,
  granted: 0,
  charged: 0,
  held: 0,
};

const changes: fc.Arbitrary<KeyChange> = fc.record(
  {
    label: fc.constantFrom('三病区', 'ward 3'),
    ownerEmail: fc.constantFrom(null, 'li@hospital.example'),
    status: fc.constantFrom('enabled' as const, 'disabled' as const),
    expiresAt: fc.constantFrom(null, 1_800_000_000_000),
    modules: fc.constantFrom(['ask_agent' as const], ['factcheck' as const], []),
    dailyQuota: fc.constantFrom(null, 0, 200),
    maxRunningCalls: fc.constantFrom(null, 1, 50),
  },
  { requiredKeys: [] },
);

describe('a change of a key', () => {
  it('sets the given fields, keeps the others, and reports exactly what changed', () => {
    fc.assert(
      fc.property(changes, (change) => {
        const planned = planKeyChange(key, change);
        const current = {
          label: key.label,
          ownerEmail: null,
          status: key.status,
          expiresAt: null,
          modules: key.modules,
          dailyQuota: key.dailyQuota,
          maxRunningCalls: key.maxRunningCalls,
        };
        const wanted = { ...current, ...change };
        if (JSON.stringify(wanted) === JSON.stringify(current)) return assert.equal(planned, undefined);
        assert.deepEqual(planned?.settings, wanted);
        const different = Object.keys(current).filter(
          (field) =>
            JSON.stringify(wanted[field as keyof typeof wanted]) !==
            JSON.stringify(current[field as keyof typeof current]),
        );
        assert.equal(Object.keys(planned?.after ?? {}).length, different.length);
        assert.deepEqual(Object.keys(planned?.before ?? {}), Object.keys(planned?.after ?? {}));
      }),
    );
  });

  it('is reported as enabling or disabling the key if it does so', () => {
    assert.equal(planKeyChange(key, { status: 'disabled', label: 'x' })?.action, 'key.disable');
    assert.equal(planKeyChange({ ...key, status: 'disabled' }, { status: 'enabled' })?.action, 'key.enable');
    assert.equal(planKeyChange(key, { label: 'x' })?.action, 'key.update');
  });
});
