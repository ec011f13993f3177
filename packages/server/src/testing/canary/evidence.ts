/** Trace that a run left behind: a file, a reply, a log. */
export type Place = {
  name: string;
  bytes: Buffer;
  /** Names of the secrets that are intentionally shown here. */
  shown: Set<string>;
  /** Marks megabytes in which text occurs unchanged or not at all, so that other forms are not searched for. */
  plain: boolean;
};

/** Everything that a run left behind, and the secrets that may only occur where they are shown. */
export type Evidence = {
  place(name: string, left: string | Buffer, options?: { plain: boolean }): Place;
  /** Registers a secret, and the places that may contain it. Returns the text unchanged. */
  secret(name: string, text: string, ...shownAt: Place[]): string;
  /** Returns every finding in a wrong place since the last call: which secret, where, in what form. */
  leaks(): string[];
  /** Returns the amount of text examined, so that an empty check fails. */
  size(): { places: string[]; secrets: number };
};

export function createEvidence(): Evidence {
  const places: Place[] = [];
  const secrets = new Map<string, string>();
  return {
    place(name, left, { plain } = { plain: false }) {
      const place = { name, bytes: Buffer.from(left as Buffer), shown: new Set<string>(), plain };
      places.push(place);
      return place;
    },
    secret(name, text, ...shownAt) {
      if (text.length < 12) throw new Error(`${name} is too short to be found: ${text.length} characters`);
      secrets.set(name, text);
      for (const place of shownAt) place.shown.add(name);
      return text;
    },
    leaks() {
      const forms = [...secrets].map(([name, text]) => ({ name, forms: formsOf(text) }));
      const find = createFinder(forms.flatMap((secret) => secret.forms));
      return places.splice(0).flatMap((place) => {
        const present = find(place.bytes);
        return forms.flatMap((secret) => {
          if (place.shown.has(secret.name)) return [];
          const found = secret.forms.find(
            (each) => (!place.plain || each.form === clear) && present.has(each),
          );
          return found ? [`${secret.name} in ${place.name}, ${found.form}`] : [];
        });
      });
    },
    size: () => ({ places: places.map(({ name }) => name), secrets: secrets.size }),
  };
}

/** Long enough not to occur by chance; short enough to detect half of a leaked secret. */
const pieceCharacters = 16;

const clear = 'in clear';

type Form = { form: string; bytes: Buffer };

/** Returns a secret's pieces in the forms in which programs write text. */
function formsOf(text: string): Form[] {
  return piecesOf(text).flatMap((piece) => {
    const utf8 = Buffer.from(piece);
    const texts = {
      [clear]: piece,
      'percent-encoded': encodeURIComponent(piece),
      'in JSON’s escapes': piece.replace(/[^ -~]/g, (each) => `\\u${each.charCodeAt(0).toString(16)}`),
      'in hexadecimal': utf8.toString('hex'),
      'in capital hexadecimal': utf8.toString('hex').toUpperCase(),
      'in Base64': base64At(utf8, 0),
      'in Base64, one byte on': base64At(utf8, 1),
      'in Base64, two bytes on': base64At(utf8, 2),
    };
    return [
      ...Object.entries(texts).map(([form, wanted]) => ({ form, bytes: Buffer.from(wanted) })),
      { form: 'in UTF-16', bytes: Buffer.from(piece, 'utf16le') },
    ];
  });
}

/** Bytes by which the possible beginning of a form is looked up. */
const headBytes = 4;

/** Finds in one pass which of thousands of forms occur in a text of megabytes. */
function createFinder(forms: readonly Form[]): (text: Buffer) => Set<Form> {
  const byHead = Map.groupBy(forms, ({ bytes }) => bytes.readInt32BE(0));
  // Nearly every position of a text is dismissed by this table, because its four bytes begin no form.
  const begins = new Uint8Array(1 << 16);
  const slot = (head: number) => Math.imul(head, 0x9e3779b1) >>> 16;
  for (const head of byHead.keys()) begins[slot(head)] = 1;
  return (text) => {
    const found = new Set<Form>();
    let head = 0;
    for (let end = 0; end < text.length; end += 1) {
      head = (head << 8) | (text[end] as number);
      if (begins[slot(head)] === 0) continue;
      const start = end + 1 - headBytes;
      if (start < 0) continue;
      for (const form of byHead.get(head) ?? [])
        if (form.bytes.equals(text.subarray(start, start + form.bytes.length))) found.add(form);
    }
    return found;
  };
}

/** Returns pieces such that any stretch of the text half as long again as a piece contains one. */
function piecesOf(text: string): string[] {
  const last = Math.max(0, text.length - pieceCharacters);
  const starts = Array.from({ length: Math.ceil(last / 8) + 1 }, (_, nth) => Math.min(nth * 8, last));
  return [...new Set(starts)].map((start) => text.slice(start, start + pieceCharacters));
}

/** Returns the Base64 form of bytes inside a longer text, without the characters that depend on adjacent bytes. */
function base64At(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  return encoded.slice(Math.ceil((offset * 4) / 3), -1);
}
