import assert from 'node:assert/strict';
import { it } from 'node:test';
import { networkOf } from './network.ts';

it('an IPv4 address identifies itself in every notation', () => {
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7');
  assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7');
});

it('an IPv6 address identifies its /64', () => {
  for (const address of [
    '2001:db8:0:1::',
    '2001:0db8:0000:0001::7',
    '2001:DB8:0:1:ffff:1:2:3',
    '2001:db8:0:1::192.0.2.7',
  ])
    assert.equal(networkOf(address), '2001:db8:0:1::/64', address);
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(networkOf('2001:db8::5:0:0:0:1'), '2001:db8:0:5::/64');
});
