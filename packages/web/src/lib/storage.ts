/**
 * Prefix of our keys in the browser's storage. Storage can be full or blocked: then nothing is stored, and nothing
 * fails.
 */
const prefix = 'citewell.';

export function readItem(name: string): string | undefined {
  try {
    return localStorage.getItem(prefix + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeItem(name: string, value: string | undefined): boolean {
  try {
    if (value === undefined) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, value);
    return true;
  } catch {
    return false;
  }
}
