import { randomBytes } from 'node:crypto';
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StorageError } from '@citewell/core/storage-error.ts';
import { encryptionKeyBytes } from '../identity/encryption.ts';
import { makeFolder } from '../platform/data-file.ts';
import { readRegularFile } from '../platform/files/regular-file.ts';

const hexadecimal = /^[0-9a-f]{64}$/i;

/**
 * Returns the installation's encryption key: from the settings, or from the file at this path, which only its owner can read and
 * which is created if missing. Throws StorageError if the file cannot be used.
 */
export function loadEncryptionKey(path: string, given: string | undefined): Uint8Array {
  const text = given ?? readKey(path) ?? makeKey(path);
  if (hexadecimal.test(text)) return Buffer.from(text, 'hex');
  throw new StorageError({
    en: `The file ${path} does not contain 64 hexadecimal digits. Restore it from a backup or delete it, which loses queued e-mails.`,
    zh: `文件 ${path} 的内容不是 64 位十六进制数字。请从备份恢复；也可将其删除，但等待发送的邮件将会丢失。`,
  });
}

function readKey(path: string): string | undefined {
  try {
    return readRegularFile(path).toString().trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Creates the key file. If several processes start together, exactly one succeeds: a link, unlike a rename, never
 * replaces an existing file.
 */
function makeKey(path: string): string {
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  makeFolder(dirname(path));
  try {
    writeFileSync(own, `${randomBytes(encryptionKeyBytes).toString('hex')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    linkSync(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return readRegularFile(path).toString().trim();
}
