/** What this browser keeps, under our own prefix. Storage can be full or forbidden: then nothing is kept, and nothing breaks. */
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
