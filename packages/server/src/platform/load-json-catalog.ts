import { z } from 'zod';
import { readRegularFile } from './files/regular-file.ts';

/** A list of the operator's that cannot be used: one line a problem, in words for who starts the program. */
export class ListError extends Error {
  override readonly name = 'ListError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join('; '));
    this.problems = problems;
  }
}

/** More than this in a list is a mistake: a reply shows all of it. */
export const itemsMax = 200;

/** More problems than this are not read by anybody. */
const problemsMax = 10;

/**
 * A JSON file of an array of objects with an `id` each, by id and in the order of the file. It may be the operator's own, so
 * all that is wrong is told at once: which item, which field, what it must be. Throws ListError.
 */
export function readOperatorList<Item extends { id: string }>(
  file: URL | string,
  item: z.ZodType<Item>,
): ReadonlyMap<string, Item> {
  const content = parse(file);
  const { data, error } = z.array(item).min(1).max(itemsMax).safeParse(content);
  if (error) throw new ListError(error.issues.slice(0, problemsMax).map((issue) => describe(content, issue)));
  const byId = new Map(data.map((each) => [each.id, each]));
  if (byId.size < data.length) {
    const twice = data.map(({ id }) => id).filter((id, at, ids) => ids.indexOf(id) < at);
    throw new ListError([...new Set(twice)].map((id) => `the id ${JSON.stringify(id)} stands twice`));
  }
  return byId;
}

function parse(file: URL | string): unknown {
  try {
    // A mark of byte order, as some editors write it, is taken off by the decoder.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(readRegularFile(file)));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new ListError(['it is not UTF-8: save it as UTF-8']);
    throw new ListError([code ? `it cannot be read (${code})` : `it is not JSON (${message})`]);
  }
}

/** `item 3 ("cardiology"), name.zh: …`, counted from 1 as people do. */
function describe(content: unknown, { path, message }: z.core.$ZodIssue): string {
  const [at, ...field] = path;
  if (typeof at !== 'number') return message;
  const id = (content as { id?: unknown }[])[at]?.id;
  const name = `item ${at + 1}${typeof id === 'string' ? ` (${JSON.stringify(id.slice(0, 60))})` : ''}`;
  return `${name}${field.length > 0 ? `, ${field.join('.')}` : ''}: ${message}`;
}
