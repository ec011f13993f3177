const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for content or attributes of XML and HTML, and removes characters that XML does not permit. */
export function escapeXml(text: string): string {
  return (
    text
      // Characters forbidden by XML 1.0, including lone surrogates.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .replace(/[&<>"]/g, (character) => entities[character] ?? character)
  );
}
