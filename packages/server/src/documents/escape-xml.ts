const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as content or attribute of XML and HTML; characters that XML does not have are left out. */
export function escapeXml(text: string): string {
  return (
    text
      // What XML 1.0 forbids, halves of characters included.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .replace(/[&<>"]/g, (character) => entities[character] ?? character)
  );
}
