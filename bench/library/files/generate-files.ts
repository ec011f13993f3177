import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { GeneratedRecord, LibraryPlan } from './generate.ts';
import { generateRecords } from './generate.ts';
import { deleteCitation, fileEnd, fileStart, renderRecord } from './generate-xml.ts';

/** Number of records in one of PubMed's files. */
const recordsPerFile = 30_000;
const chunkCharacters = 1 << 18;

export type WrittenFile = { path: string; records: number; bytes: number; xmlBytes: number };

/** Writes the library as PubMed's baseline: pubmed26n0001.xml.gz, …, each with its .md5, one after another. */
export async function* writeLibraryFiles(
  plan: LibraryPlan,
  folder: string,
  perFile = recordsPerFile,
): AsyncGenerator<WrittenFile> {
  await mkdir(folder, { recursive: true });
  for (let from = 0, number = 1; from < plan.records; from += perFile, number++) {
    const to = Math.min(plan.records, from + perFile);
    const path = join(folder, `pubmed26n${String(number).padStart(4, '0')}.xml.gz`);
    yield await writeRecordFile(path, generateRecords({ ...plan, from, to }));
  }
}

/** Writes a PubMed file of these records, compressed as it is generated, with its .md5. */
export async function writeRecordFile(
  path: string,
  records: Iterable<GeneratedRecord>,
  deleted: readonly string[] = [],
): Promise<WrittenFile> {
  const hash = createHash('md5');
  let bytes = 0;
  const observe = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const gzip = createGzip();
  const file = createWriteStream(path);
  gzip.pipe(observe).pipe(file);
  let [count, xmlBytes, text] = [0, 0, fileStart];
  const flush = async () => {
    const chunk = Buffer.from(text);
    xmlBytes += chunk.length;
    text = '';
    if (!gzip.write(chunk)) await once(gzip, 'drain');
  };
  for (const record of records) {
    text += renderRecord(record);
    count += 1;
    if (text.length > chunkCharacters) await flush();
  }
  if (deleted.length > 0) text += deleteCitation(deleted);
  text += fileEnd;
  await flush();
  gzip.end();
  await finished(file);
  await writeFile(`${path}.md5`, `MD5(${basename(path)})= ${hash.digest('hex')}\n`);
  return { path, records: count, bytes, xmlBytes };
}
