import { randomUUID } from 'node:crypto';
import { accessSync, constants, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { decodeText } from '@citewell/sdk/decode-text';
import { type UsageError, usage } from '../options.ts';

/** Report file, recognized by its content; no other existing file is overwritten. */
type Report = { path: string; isOurs(file: Buffer): boolean };

/**
 * Rejects, before anything is requested or written, a report that could not be written in the end or would overwrite
 * something else: the checked file under any name, the other report, or a file that is no report.
 */
export function refuseOutputs(input: string, reports: readonly Report[]): void {
  const taken = new Map([[identityOf(input), input]]);
  for (const { path, isOurs } of reports) {
    try {
      accessSync(dirname(path), constants.W_OK | constants.X_OK);
    } catch (error) {
      throw unwritable(path, error);
    }
    const identity = identityOf(path);
    const other = taken.get(identity);
    if (other === input) throw usage(`"${path}" is the file being checked`, `"${path}" 是待核查的文件本身`);
    if (other !== undefined) throw usage(`"${path}" is given for two reports`, `两份报告都指定了 "${path}"`);
    taken.set(identity, path);
    const file = bytesOf(path);
    if (file && textOf(file).trim() !== '' && !isOurs(file))
      throw usage(
        `"${path}" already exists and is not a report of this command: give another name`,
        `"${path}" 已存在，且不是本命令的报告：请换一个文件名`,
      );
  }
}

/** Reads a file; returns undefined if it does not exist. */
export function contentOf(path: string): string | undefined {
  const file = bytesOf(path);
  return file && textOf(file);
}

/** A report that a spreadsheet saved may be in the machine's code page. */
export const textOf = (file: Buffer): string => decodeText(file) ?? file.toString('utf8');

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unwritable(path, error);
  }
}

/** Writes atomically: a crash leaves the old file or the new one. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(temporary, content, { flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw unwritable(path, error);
  }
}

/** Returns the same identity for every name of a file, links included; its name if it does not exist yet. */
function identityOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  // A device or folder must not be overwritten, whatever the permissions.
  if (found && !found.isFile()) throw usage(`"${path}" is not a file`, `"${path}" 不是文件`);
  return found ? `${found.dev} ${found.ino}` : path;
}

function unwritable(path: string, error: unknown): UsageError {
  const { code } = error as NodeJS.ErrnoException;
  return usage(`"${path}" cannot be written (${code})`, `无法写入 "${path}"（${code}）`);
}
