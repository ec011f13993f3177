import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from './config.ts';

it('completes a database address from the variables of PostgreSQL', () => {
  const variables = { PGHOST: '/var/run/postgresql', PGPORT: '6000', PGSSLMODE: 'require' };
  const read = (url: string) => {
    const config = readConfig({ ...variables, CITEWELL_DATABASE_URL: url });
    assert.ok(config.database.kind === 'postgres');
    return config.database.url;
  };
  assert.equal(
    read('postgres:///x?options=-c%20work_mem%3D5MB'),
    'postgres:///x?options=-c+work_mem%3D5MB&host=%2Fvar%2Frun%2Fpostgresql&port=6000&sslmode=require',
  );
  assert.equal(read('postgres://me:p@db/x'), 'postgres://me:p@db/x?port=6000&sslmode=require');
  for (const complete of ['postgres://db:5/x?sslmode=disable', 'postgres://db:5/x?sslrootcert=/x.pem'])
    assert.equal(read(complete), complete);
});
