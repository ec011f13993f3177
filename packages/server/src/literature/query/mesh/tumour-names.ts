import { findDescriptor } from './descriptors.ts';

const tumour = /^(.{2,40}) (?:cancers?|carcinomas?|adenocarcinomas?|neoplasms?|malignanc(?:y|ies))$/i;
const nouns = ['cancer', 'carcinoma', 'adenocarcinoma', 'neoplasms', 'malignancy'];

/**
 * Returns the names that a tumour of an organ also has: records on oropharyngeal cancer say "oropharyngeal squamous cell
 * carcinoma". Empty for anything else: organs are those that MeSH has neoplasms of.
 *
 * @example
 * tumourNames('gallbladder carcinoma'); // ['gallbladder cancer', 'gallbladder adenocarcinoma', …]
 */
export function tumourNames(name: string): string[] {
  const [, organ] = tumour.exec(name) ?? [];
  if (!organ || !findDescriptor(`${organ} neoplasms`)) return [];
  return nouns.map((noun) => `${organ} ${noun}`).filter((each) => each.toLowerCase() !== name.toLowerCase());
}
