import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { borrowSchema } from './empty-schemas.ts';

describe('a borrowed schema', () => {
  it('contains only what the migrations insert, whatever its last borrower wrote', async () => {
    const { schema, giveBack } = await borrowSchema();
    await schema.execute(`
      INSERT INTO api_key (id, label, status, modules, ledger_hash, created_at)
        VALUES ('k', '心内科', 'enabled', '{}', '', 0);
      UPDATE audit_tail SET seq = 7`);
    giveBack();
    const again = await borrowSchema();
    assert.equal(again.schema.name, schema.name);
    for (const isSo of ['NOT EXISTS (SELECT FROM api_key)', '(SELECT seq = 0 FROM audit_tail)'])
      await again.schema.execute(`DO $$ BEGIN ASSERT ${isSo}; END $$`);
    again.giveBack();
  });

  it('is not lent again after a change of its structure', async () => {
    const { schema, giveBack } = await borrowSchema();
    await schema.execute('ALTER TABLE ledger DISABLE TRIGGER USER');
    giveBack();
    const { schema: next, giveBack: giveBackNext } = await borrowSchema();
    assert.notEqual(next.name, schema.name);
    giveBackNext();
  });
});
