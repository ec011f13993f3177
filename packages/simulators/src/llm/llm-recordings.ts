import { existsSync, readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { sharedDataDir } from '../corpus.ts';

export const recordingsDir = resolve(sharedDataDir, 'llm-wire');

export type Recording = { status: number; contentType: string; bytes: Buffer };

/**
 * Reads a recorded reply by its path in ../shared/data/llm-wire. `.sse` and `.body` files contain the exact bytes; a
 * `.chunks.txt` contains the events' data, one per line, which is converted back to events. Throws if there is none.
 */
export function loadRecording(file: string, directory = recordingsDir): Recording {
  const path = resolve(directory, file);
  if (!path.startsWith(directory + sep) || !existsSync(path)) throw new Error(`no recording "${file}"`);
  const bytes = readFileSync(path);
  if (file.endsWith('.chunks.txt'))
    return { status: 200, contentType: 'text/event-stream', bytes: eventsOf(bytes.toString('utf8')) };
  if (file.endsWith('.body'))
    return { status: statusOf(file, directory), contentType: 'application/json', bytes };
  return { status: 200, contentType: 'text/event-stream', bytes };
}

function eventsOf(lines: string): Buffer {
  const events = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { type } = JSON.parse(line);
      return { typed: typeof type === 'string', bytes: `${type ? `event: ${type}\n` : ''}data: ${line}\n\n` };
    });
  // Chat completions end with a mark; streams whose events have types end with an event.
  const mark = events.every(({ typed }) => typed) ? '' : 'data: [DONE]\n\n';
  return Buffer.from(events.map(({ bytes }) => bytes).join('') + mark);
}

function statusOf(file: string, directory: string): number {
  const index: { file: string; status: number }[] = JSON.parse(
    readFileSync(resolve(directory, 'index.json'), 'utf8'),
  );
  return index.find((entry) => entry.file === file)?.status ?? 500;
}
