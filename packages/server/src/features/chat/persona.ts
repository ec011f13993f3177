import { z } from 'zod';
import { loadJsonCatalog } from '../../platform/load-json-catalog.ts';

function both(max: number) {
  const text = z.string().trim().min(1).max(max);
  return z.strictObject({ en: text, zh: text });
}

const personaSchema = z.strictObject({
  /** Value of `persona`. */
  id: z.string().regex(/^[a-z][a-z0-9_-]{1,40}$/, 'must be 2 to 41 of a-z, 0-9, _ and -, a letter first'),
  name: both(60),
  /** Description for people who choose a persona. */
  description: both(300),
  /** Instructions for the persona's style. They cannot extend what it may say. */
  style: both(1_500),
  /** Greeting, also used if there is nothing to search for. */
  greeting: both(600),
});

/** Chat persona: a voice. Facts always come from evidence. */
export type Persona = z.output<typeof personaSchema>;

const shipped = new URL('./personas.json', import.meta.url);

/**
 * Loads the personas of a file, by default those shipped.
 *
 * @throws CatalogError if the file is invalid.
 */
export function loadPersonas(file: URL | string = shipped): ReadonlyMap<string, Persona> {
  return loadJsonCatalog(file, personaSchema);
}
