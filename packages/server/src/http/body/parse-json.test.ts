import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import fc from 'fast-check';
import { parseJsonObject } from './parse-json.ts';

it('reads every JSON object as JSON.parse does', () => {
  const value = fc.dictionary(
    fc.string().filter((key) => key !== '__proto__'),
    fc.jsonValue({ maxDepth: 4 }),
  );
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (object, indent) => {
      const text = JSON.stringify(object, null, indent);
      if (text.includes('__proto__') || text.includes('prototype')) return;
      assert.deepEqual(parseJsonObject(Buffer.from(text)), JSON.parse(text));
    }),
  );
});

it('throws only its own errors, whatever the bytes', () => {
  const almostJson = fc.string({ unit: fc.constantFrom(...'{}[]",:\\ n1"q') });
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    almostJson.map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(bytes, (input) => {
      try {
        parseJsonObject(Buffer.from(input));
      } catch (error) {
        assert.ok(error instanceof ServiceError && error.code === 'invalid_request');
      }
    }),
  );
});
