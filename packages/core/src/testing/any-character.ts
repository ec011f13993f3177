import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any character of Unicode, as a unit of `fc.string`. fast-check's own `binary` first lists all 1,112,064 of them in every
 * test file, which takes seconds.
 *
 * @example fc.string({ unit: anyCharacter, maxLength: 60 })
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((code) => String.fromCodePoint(code < surrogates.first ? code : code + surrogates.count));
