import { flattenScript, foldSpace, isScript, type Script } from '@citewell/core/records/inline-text.ts';
import type { XmlElement } from './xml-records.ts';

/** Returns the readable text of an element: inline markup and MathML flattened, white space collapsed. */
export function flatten(element: XmlElement | undefined): string {
  return element ? foldSpace(joinContent(element)) : '';
}

function joinContent({ name, children }: XmlElement): string {
  // Another notation of the same formula.
  if (name === 'mml:annotation' || name === 'mml:annotation-xml') return '';
  // Joined at the end: looking at the last character of a growing text would copy it each time.
  const pieces: string[] = [];
  let place = 0;
  for (const child of children) {
    if (typeof child === 'string') {
      if (child !== '') pieces.push(child);
      continue;
    }
    const script = isScript(child.name) ? child.name : scriptsByPlace[name]?.[place];
    place++;
    const own = joinContent(child);
    const shown = script ? flattenScript(script, own, pieces.at(-1) ?? '') : own;
    if (shown !== '') pieces.push(shown);
  }
  return pieces.join('');
}

/** MathML marks scripts by position: the base comes first. */
const scriptsByPlace: Record<string, (Script | undefined)[]> = {
  'mml:msup': [undefined, 'sup'],
  'mml:msub': [undefined, 'sub'],
  'mml:msubsup': [undefined, 'sub', 'sup'],
};
