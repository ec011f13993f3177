import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Article, emptyRecord } from '@citewell/core/records/article.ts';
import type { LibraryWriter } from '@citewell/core/records/library.ts';

/** Puts the shipped sample, about 150 synthetic records, into the library, or takes it out. Quick where that is done. */
export async function installSample(writer: LibraryWriter, wanted: boolean): Promise<void> {
  if (!wanted) return writer.putSample(undefined);
  const bytes = readFileSync(new URL('./sample.jsonl', import.meta.url));
  const version = createHash('sha256').update(bytes).digest('hex');
  return writer.putSample({
    version,
    read: () => bytes.toString('utf8').split('\n').filter(Boolean).map(readRecord),
  });
}

/** A line of the sample leaves out what is empty. */
function readRecord(line: string): Article {
  const record = JSON.parse(line) as Partial<Article> & Pick<Article, 'pmid' | 'title' | 'journal'>;
  return { ...emptyRecord, ...record };
}
