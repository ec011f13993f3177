import { oneLine } from './fields.ts';

/** A field of RIS or NBIB; one without a value is left out. */
export type TaggedField = [tag: string, value: string | undefined];

/** Writes fields a line each, behind their tags in a column of four. */
export function taggedLines(fields: readonly TaggedField[]): string {
  return fields
    .map(([tag, value]): [string, string] => [tag, oneLine(value ?? '')])
    .filter(([, value]) => value !== '')
    .map(([tag, value]) => `${tag.padEnd(4)}- ${value}\r\n`)
    .join('');
}
