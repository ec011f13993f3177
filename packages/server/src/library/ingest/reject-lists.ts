import { type FileHandle, open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { Language } from '@citewell/sdk';
import { makeFolder } from '../../platform/data-file.ts';

/** List of the rejected entries of one file. */
export type RejectList = {
  add(line: number | undefined, reason: LocalizedMessage): Promise<void>;
  /** Path of the list; undefined if nothing was rejected. */
  close(): Promise<string | undefined>;
};

/** Writes one list per file, in a folder, with one JSON object per line. An earlier list is replaced. */
export function createRejectLists(
  folder: string,
  language: Language,
): (file: string, md5: string) => RejectList {
  return (file, md5) => {
    // Files of the same name in two folders have separate lists.
    const path = join(folder, `${basename(file)}.${md5.slice(0, 8)}.jsonl`);
    let list: FileHandle | undefined;
    return {
      async add(line, reason) {
        if (!list) {
          makeFolder(folder);
          list = await open(path, 'w', 0o600);
        }
        await list.write(`${JSON.stringify({ file, line, reason: reason[language] })}\n`);
      },
      async close() {
        await list?.close();
        if (list) return path;
        await rm(path, { force: true });
        return undefined;
      },
    };
  };
}
