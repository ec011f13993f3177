import { hash } from 'node:crypto';

/** Hashes text with SHA-256: 32 bytes, the form in which secrets, names and addresses are stored and compared. */
export function sha256(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}
