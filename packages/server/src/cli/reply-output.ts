import { accessSync, constants, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type CiteRecord, citationStyles, exportFormats } from '@citewell/sdk/bibliography';
import type { ReviewDocument } from '../documents/document.ts';
import { toDocx } from '../documents/docx.ts';
import { toHtml } from '../documents/html.ts';
import { toMarkdown } from '../documents/markdown.ts';
import { writeReferences } from '../documents/write-references.ts';
import type { RecordForm } from '../http/calls/record-forms.ts';
import { type CliIo, printMessage } from './io.ts';
import { readOneOf, usage } from './options.ts';

type DocumentForm = 'docx' | 'markdown' | 'html' | 'json';
type Form = DocumentForm | RecordForm;

const documentForms: readonly DocumentForm[] = ['docx', 'markdown', 'html', 'json'];
/** Formats of records that `--format` accepts, as in `?format=` of the API. */
const recordNames = [...Object.keys(exportFormats), ...Object.keys(citationStyles)] as RecordForm[];

const documentExtensions: Record<string, DocumentForm> = {
  docx: 'docx',
  md: 'markdown',
  html: 'html',
  json: 'json',
};
/** Formats by file extension; a JSON file is the whole reply, CSL-JSON must be named. */
const byExtension: Record<string, Form> = {
  ...documentExtensions,
  ...Object.fromEntries(
    Object.entries(exportFormats).map(([name, { extension }]) => [extension, name as RecordForm]),
  ),
  ...documentExtensions,
};

/** Destination and format of a result; without a format it is printed as usual. */
export type Output = { form: Form | undefined; file: string | undefined };

/** Content of a result, created only if its format needs it. */
export type OutputContent = {
  json?(): unknown;
  document?(): ReviewDocument;
  records(): readonly CiteRecord[];
};

/** Replaces `-o` with its long name. */
export function withLongNames(argv: readonly string[]): string[] {
  return argv.map((argument) => (argument === '-o' ? '--output' : argument));
}

/**
 * Reads `--format` and `-o`, before anything is searched.
 * @param kind output besides records: whole documents, or nothing
 * @throws {UsageError} if the form is unknown, or the file cannot be written
 */
export function readOutput(
  { format, output: file }: { format?: string; output?: string },
  kind: 'documents' | 'records',
): Output {
  const names: readonly Form[] = kind === 'documents' ? [...documentForms, ...recordNames] : recordNames;
  const named = format === undefined ? undefined : readOneOf('--format', format, names);
  if (file === undefined) {
    if (named === 'docx') throw usage('--format docx needs -o FILE', '--format docx 需要 -o 文件');
    return { form: named, file };
  }
  const form = named ?? formOf(file, names);
  const code = writeObstacle(file);
  if (code !== undefined)
    throw usage(
      `-o is "${file}": it cannot be written (${code})`,
      `-o 的值为 "${file}"：无法写入（${code}）`,
    );
  return { form, file };
}

/** Returns the code of the error that prevents writing a file; undefined if none is known. */
function writeObstacle(file: string): string | undefined {
  try {
    const there = statSync(file, { throwIfNoEntry: false });
    if (there?.isDirectory()) return 'EISDIR';
    accessSync(dirname(file), constants.W_OK | constants.X_OK);
    if (there) accessSync(file, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

function formOf(file: string, names: readonly Form[]): Form {
  const ending = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  const form = Object.hasOwn(byExtension, ending) ? byExtension[ending] : undefined;
  if (form && names.includes(form)) return form;
  const known = Object.entries(byExtension).flatMap(([each, name]) =>
    names.includes(name) ? [`.${each}`] : [],
  );
  throw usage(
    `-o is "${file}": the file extension must be one of ${known.join(', ')}, or use --format`,
    `-o 的值为 "${file}"：文件扩展名须为 ${known.join('、')} 之一，或用 --format 指定`,
  );
}

/** Writes a result to its file and says so, or prints it. */
export async function writeOutput(
  { form, file }: { form: Form; file: string | undefined },
  content: OutputContent,
  io: CliIo,
): Promise<void> {
  const made = render(form, content);
  if (file === undefined) {
    await io.write(made.toString());
    return;
  }
  await writeFile(file, made);
  printMessage(io, { en: `Written to ${file}.`, zh: `已写入 ${file}。` });
}

function render(form: Form, { json, document, records }: OutputContent): string | Buffer {
  const made = document?.();
  switch (form) {
    case 'docx':
    case 'markdown':
    case 'html':
      if (!made) throw new Error('There is no document to write.');
      return form === 'docx' ? toDocx(made) : form === 'html' ? toHtml(made) : toMarkdown(made);
    case 'json':
      return `${JSON.stringify(json?.(), null, 2)}\n`;
    default:
      return writeReferences({ records: records(), as: form });
  }
}
