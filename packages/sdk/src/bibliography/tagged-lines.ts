import { oneLine } from './fields.ts';

/** A field of RIS or NBIB; fields without a value are omitted. */
export type TaggedField = [tag: string, value: string | undefined];

/** Writes one line per field, after its tag, which is padded to four characters. */
export function taggedLines(fields: readonly TaggedField[]): string {
  return fields
    .map(([tag, value]): [string, string] => [tag, oneLine(value ?? '')])
    .filter(([, value]) => value !== '')
    .map(([tag, value]) => `${tag.padEnd(4)}- ${value}\r\n`)
    .join('');
}
