import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  fileRecord,
  renderFile,
  writePubmedFile,
} from '../../packages/simulators/src/pubmed/pubmed-files.ts';
import type { RecordFields } from '../../packages/simulators/src/pubmed/record-fields.ts';
import { type Draw, drawAt } from '../kill9/draw.ts';

/** Baseline files, in proportion to its share of the records, and updates that change it. */
const baselineFiles = 3;
const updateFiles = 3;
/** Records in an update, including newer versions, deletions and retraction notices. */
const updatedShare = 0.1;

const words = 'risk dose trial group level effect insulin kidney survival marker response patients'.split(
  ' ',
);

/**
 * Files to ingest in sequence, whose order matters: records have several versions, are deleted and return, and are
 * retracted before they arrive. In addition to PubMed's XML there are JSON lines. The seed determines everything.
 */
export function writeIngestFiles(folder: string, records: number, seed: number): void {
  mkdirSync(folder, { recursive: true });
  const perFile = Math.ceil(records / baselineFiles);
  for (let file = 0; file < baselineFiles; file++) {
    const pmids = Array.from({ length: perFile }, (_, place) => 1 + file * perFile + place);
    writePubmedFile(
      join(folder, `pubmed26n000${file + 1}.xml.gz`),
      renderFile(pmids.map((pmid) => recordOf(pmid, drawAt(seed, 'baseline', pmid)))),
    );
  }
  const inUpdate = Math.ceil(records * updatedShare);
  for (let file = 0; file < updateFiles; file++) {
    const draw = drawAt(seed, 'update', file);
    const pmid = () => draw.between(1, records + inUpdate);
    writePubmedFile(
      join(folder, `pubmed26n010${file}.xml.gz`),
      renderFile(
        Array.from({ length: inUpdate }, () => updateOf(pmid(), pmid(), draw)),
        Array.from({ length: Math.ceil(inUpdate / 20) }, pmid),
      ),
    );
  }
  const lines = Array.from({ length: inUpdate }, (_, place) =>
    JSON.stringify({ pmid: String(2 * records + place), title: `Line ${place}`, year: 2000 + (place % 20) }),
  );
  writeFileSync(join(folder, 'z.jsonl'), `${lines.join('\n')}\n`);
}

function recordOf(pmid: number, draw: Draw): RecordFields {
  const text = (length: number) => Array.from({ length }, () => draw.pick(words)).join(' ');
  return fileRecord(pmid, { title: text(8), abstract: [{ text: text(draw.between(20, 120)) }] });
}

function updateOf(pmid: number, other: number, draw: Draw): RecordFields {
  const record = recordOf(pmid, draw);
  const [year, month] = [draw.between(2000, 2025), draw.between(1, 12)];
  return {
    ...record,
    version: draw.chance(0.2) ? 2 : 1,
    entered: `${year}/${String(month).padStart(2, '0')}/01`,
    ...(draw.chance(0.1) && {
      corrections: [{ refType: 'RetractionOf', source: 'J Files', pmid: String(other) }],
    }),
  };
}
