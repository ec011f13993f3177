import type { IngestItem, ItemReader } from './item.ts';
import { fromMedline, type MedlineField } from './medline-record.ts';
import { createLineReader, type Line } from './read-lines.ts';
import { type RejectReason, rejectSentence } from './reject.ts';

/** Matches "PMID- 123", "TI  - A title", and "TI-" as some programs write it; the tag is four characters wide. */
const tagged = /^(?=.{0,4}-)([A-Z][A-Z0-9]{1,3}) {0,2}- ?(.*)$/s;
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** Maximum characters of a record, as in XML. */
const recordMax = 8 * 1024 * 1024;

type Record = {
  line: number;
  fields: MedlineField[];
  size: number;
  problem?: { line: number; reason: RejectReason };
};

/** Reads MEDLINE text, also called nbib: tagged lines, with records separated by an empty line or a new PMID. */
export function createMedlineReader(): ItemReader {
  const lines = createLineReader();
  let record: Record | undefined;

  function take(line: Line): IngestItem[] {
    if (line.text?.trim() === '') return complete();
    const [, tag, value = ''] = tagged.exec(line.text ?? '') ?? [];
    const done = tag === 'PMID' && record?.fields.some((field) => field.tag === 'PMID') ? complete() : [];
    record ??= { line: line.number, fields: [], size: 0 };
    const refuse = (reason: RejectReason) => {
      if (record) record.problem ??= { line: line.number, reason };
    };
    if (line.text === undefined) refuse(line.wrong);
    else if (controls.test(line.text)) refuse('control');
    else if (tag !== undefined) record.fields.push({ tag, value: value.trim() });
    else {
      const last = record.fields.at(-1);
      if (last && /^\s/.test(line.text)) last.value += ` ${line.text.trim()}`;
      else refuse('no_tag');
    }
    record.size += line.text?.length ?? 0;
    if (record.size > recordMax) {
      refuse('too_long');
      record.fields = [];
    }
    return done;
  }

  function complete(): IngestItem[] {
    const ended = record;
    record = undefined;
    if (!ended) return [];
    const { line, problem = { line, reason: 'no_pmid' as const } } = ended;
    const item = ended.problem ? undefined : fromMedline(ended.fields);
    if (item) return [{ line, ...item }];
    return [{ kind: 'reject', line: problem.line, reason: rejectSentence(problem.reason) }];
  }

  return {
    feed: (bytes) => lines.feed(bytes).flatMap(take),
    end: () => [...lines.end().flatMap(take), ...complete()],
  };
}
