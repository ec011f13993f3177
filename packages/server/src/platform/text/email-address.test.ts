import assert from 'node:assert/strict';
import { it } from 'node:test';
import { anyCharacter } from '@citewell/core/testing/any-character.ts';
import fc from 'fast-check';
import { hostileAddresses, longestDomain, plainAddresses } from '../../testing/accounting/email-addresses.ts';
import { isEmailAddress } from './email-address.ts';

it('accepts plain addresses of up to 254 characters', () => {
  for (const address of plainAddresses) assert.ok(isEmailAddress(address), address);
  const longest = `${'l'.repeat(64)}@${longestDomain}`;
  assert.deepEqual([longest.length, isEmailAddress(longest)], [254, true]);
});

it('rejects everything else', () => {
  for (const address of hostileAddresses) assert.ok(!isEmailAddress(address), JSON.stringify(address));
});

it('rejects text with white space, a control character, a list separator or a second @', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(...' \r\n\t\v,;:<>()"\\[]@\u0085\u00a0'),
      (text, bad) => {
        assert.ok(!isEmailAddress(`a${text}${bad}@b.c`));
        assert.ok(!isEmailAddress(`a@b.c${bad}${text}`));
      },
    ),
  );
});
