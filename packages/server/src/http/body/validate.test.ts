import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { z } from 'zod';
import { type Objection, validate } from './validate.ts';

const allowed = { en: 'a whole number', zh: '整数' };
const schema = z.object({
  numbers: z.array(z.int().meta({ allowed })).optional(),
  tone: z.string().transform((tone) => tone.toUpperCase()),
});

function rejection(body: unknown, of: z.ZodType = schema): ServiceError {
  try {
    validate(of, body);
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return error;
  }
  assert.fail('it was let through');
}

describe('validate', () => {
  it('returns the body as its schema reads it, without unknown fields', () => {
    assert.deepEqual(validate(schema, { tone: 'calm', other: 1 }), { tone: 'CALM' });
  });

  it('names the first invalid field, down to its place in an array, in both languages', () => {
    const { detail } = rejection({ numbers: [1, 'two'], tone: 3 });
    assert.equal(detail?.en, '"numbers[1]" must be a whole number; got "two".');
    assert.equal(detail?.zh, '"numbers[1]" 应为整数；收到的是 "two"。');
  });

  it('reports what a custom check rejects, with 413 if the size is the reason', () => {
    const objecting = (params: Objection) => z.object({ a: z.string().refine(() => false, { params }) });
    const got = { en: 'something else', zh: '其他内容' };
    assert.match(rejection({ a: '' }, objecting({ got })).detail?.en ?? '', /; got something else\.$/);
    assert.equal(rejection({ a: '' }, objecting({ tooLarge: true })).code, 'payload_too_large');
  });

  it('throws what a check throws, without an unhandled rejection', async () => {
    const broken = z.string().refine(() => {
      throw new RangeError('broken');
    });
    assert.throws(() => validate(broken, 'x'), RangeError);
    // An unhandled rejection would fail this test in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  });
});
