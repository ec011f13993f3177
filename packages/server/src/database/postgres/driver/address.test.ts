import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAddress } from './address.ts';

describe('the address of a PostgreSQL server', () => {
  const nowhere = { user: undefined, password: undefined, database: undefined, tls: undefined, settings: {} };

  it('consists of host, port, user, password and database', () => {
    assert.deepEqual(parseAddress('postgres://me:p%40ss%2F@db.example.org:5433/books'), {
      ...nowhere,
      ...{ place: { host: 'db.example.org', port: 5433 }, user: 'me', password: 'p@ss/', database: 'books' },
    });
    assert.deepEqual(parseAddress('postgresql://[::1]/b%20c'), {
      ...nowhere,
      ...{ place: { host: '::1', port: 5432 }, database: 'b c' },
    });
    assert.equal(parseAddress('postgres://me:50%zz@db/x').password, '50%zz');
  });

  it('may be a Unix domain socket', () => {
    const path = '/var/run/postgresql/.s.PGSQL.5433';
    for (const url of [
      'postgres://me@%2Fvar%2Frun%2Fpostgresql:5433/x',
      'postgres:///x?host=/var/run/postgresql&port=5433&user=me',
    ])
      assert.partialDeepStrictEqual(parseAddress(url), { place: { path }, user: 'me', database: 'x' });
  });

  it('asks for TLS in every mode but disable, unverified only in no-verify', () => {
    const tls = (query: string) => parseAddress(`postgres://db/x?${query}`).tls;
    for (const query of ['', 'sslmode=disable', 'ssl=0', 'ssl=false'])
      assert.equal(tls(query), undefined, query);
    for (const mode of ['allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'misspelt'])
      assert.deepEqual(tls(`sslmode=${mode}`), {});
    for (const query of ['ssl=true', 'ssl=1', 'sslnegotiation=direct'])
      assert.deepEqual(tls(query), {}, query);
    for (const name of ['sslmode', 'ssl'])
      assert.deepEqual(tls(`${name}=no-verify`), { rejectUnauthorized: false });
  });
});
