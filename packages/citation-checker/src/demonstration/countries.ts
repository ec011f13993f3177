import { stemWord } from '@citewell/core/text/words.ts';

/** Countries with the adjectives of their people and other spellings, one country per line. */
const names = `
Denmark Danish Danes
Netherlands Dutch Holland
Sweden Swedish Swedes
Norway Norwegian
Finland Finnish Finns
Iceland Icelandic
Germany German
France French
Italy Italian
Spain Spanish
Portugal Portuguese
Belgium Belgian
Switzerland Swiss
Austria Austrian
Poland Polish
Hungary Hungarian
Romania Romanian
Greece Greek
Turkey Turkish
Russia Russian
Israel Israeli
Iran Iranian
Iraq Iraqi
Jordan Jordanian
Egypt Egyptian
Tunisia Tunisian
Morocco Moroccan
Nigeria Nigerian
Ghana Ghanaian
Gambia Gambian
Kenya Kenyan
Uganda Ugandan
Tanzania Tanzanian
Malawi Malawian
Zambia Zambian
Ethiopia Ethiopian
Sudan Sudanese
Rwanda Rwandan
Africa African
India Indian
Pakistan Pakistani
Bangladesh Bangladeshi
Nepal Nepalese Nepali
Thailand Thai
Vietnam Vietnamese
Malaysia Malaysian
Singapore Singaporean
Indonesia Indonesian
Cambodia Cambodian
Japan Japanese
Korea Korean
China Chinese
Taiwan Taiwanese
Australia Australian
Canada Canadian
Mexico Mexican
Brazil Brazilian
Argentina Argentine Argentinian
Chile Chilean
Colombia Colombian
Peru Peruvian
Cuba Cuban
Haiti Haitian
Ireland Irish
Scotland Scottish
Wales Welsh
England English
Europe European
Asia Asian
`;

const wordings = new Map<string, string[][]>([
  ['u.s.', [['united', 'states'].map(stemWord), [stemWord('american')], ['usa']]],
  ['u.k.', [['united', 'kingdom'].map(stemWord), [stemWord('british')], ['uk']]],
  ['american', [['u.s.'], ['united', 'states'].map(stemWord)]],
]);
for (const line of names.trim().split('\n')) {
  const stems = line.split(' ').map((word) => stemWord(word.toLowerCase()));
  for (const stem of stems)
    wordings.set(
      stem,
      stems.filter((other) => other !== stem).map((other) => [other]),
    );
}

/** Continents, and countries that are part of another or contain one: neither excludes the other. */
const overlapping = new Set(
  ['africa', 'europe', 'asia', 'england', 'scotland', 'wales', 'ireland', 'china', 'taiwan'].map(stemWord),
);
const byStem = new Map<string, string>([
  ['u.s.', 'u.s.'],
  ['usa', 'u.s.'],
]);
for (const line of names.trim().split('\n')) {
  const [country = '', ...others] = line.split(' ').map((word) => stemWord(word.toLowerCase()));
  if (!overlapping.has(country)) for (const stem of [country, ...others]) byStem.set(stem, country);
}

/** Returns the country of a name or adjective if it excludes every other one; undefined for other words. */
export const countryOf = (stem: string): string | undefined => byStem.get(stem);

/** Returns the other forms of a country or adjective: Danish for Denmark. */
export const countryWordings = (stem: string): readonly (readonly string[])[] => wordings.get(stem) ?? [];
