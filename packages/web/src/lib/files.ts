/** Offers a file for download. */
export function saveFile(name: string, content: string | Blob, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // By then the browser has opened it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** "statins-primary-prevention-2026-11-22.ris" */
export function fileName(topic: string, extension: string, now = new Date()): string {
  const words = topic
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60)
    .replace(/(?<!-)-+$/, '');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${words || 'citewell'}-${day}.${extension}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * Copies text to the clipboard; resolves with true on success. Pages on plain HTTP have no clipboard API and use the
 * older method.
 */
export async function copyText(text: string, html?: string): Promise<boolean> {
  try {
    if (html !== undefined && typeof ClipboardItem !== 'undefined') {
      const type = (content: string, mime: string) => new Blob([content], { type: mime });
      await navigator.clipboard.write([
        new ClipboardItem({ 'text/plain': type(text, 'text/plain'), 'text/html': type(html, 'text/html') }),
      ]);
    } else await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
