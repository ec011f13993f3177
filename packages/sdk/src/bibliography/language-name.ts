/** MEDLINE's codes (ISO 639-2/B) where they are not those that the runtime knows. */
const bibliographic: Record<string, string> = {
  ...{
    alb: 'sq',
    arm: 'hy',
    baq: 'eu',
    bur: 'my',
    chi: 'zh',
    cze: 'cs',
    dut: 'nl',
    fre: 'fr',
    geo: 'ka',
    ger: 'de',
  },
  ...{ gre: 'el', ice: 'is', mac: 'mk', may: 'ms', per: 'fa', rum: 'ro', slo: 'sk', wel: 'cy' },
};

/** The tag of a language (BCP 47, "en") by MEDLINE's code ("eng"); undefined where there is none. */
export function languageTag(code: string): string | undefined {
  if (!/^[a-z]{3}$/.test(code)) return undefined;
  const [tag] = Intl.getCanonicalLocales(bibliographic[code] ?? code);
  return tag === 'mul' || tag === 'und' ? undefined : tag;
}

/** The English name of a language by MEDLINE's code; undefined where there is none. */
export function languageName(code: string): string | undefined {
  const tag = languageTag(code);
  if (tag === undefined) return undefined;
  return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag);
}
