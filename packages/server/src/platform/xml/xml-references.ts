const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

const reference = /&(?:#(\d+)|#x([0-9A-Fa-f]+)|([a-z]+));|&/g;

/** Resolves the references of a text; undefined if one is malformed or not predefined in XML: nothing is ever looked up. */
export function resolveReferences(text: string): string | undefined {
  let wrong = false;
  const resolved = text.replace(reference, (_whole, decimal, hexadecimal, name) => {
    const character = name === undefined ? characterOf(decimal, hexadecimal) : named.get(name);
    if (character === undefined) wrong = true;
    return character ?? '';
  });
  return wrong ? undefined : resolved;
}

function characterOf(decimal: string | undefined, hexadecimal: string | undefined): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return isCharacter(code) ? String.fromCodePoint(code) : undefined;
}

/** Char of XML 1.0, section 2.2. */
function isCharacter(code: number): boolean {
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
}
