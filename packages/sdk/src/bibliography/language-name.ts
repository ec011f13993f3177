/** MEDLINE's codes (ISO 639-2/B) that differ from those known to the runtime. */
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

/** Returns the language tag (BCP 47, "en") for MEDLINE's code ("eng"); undefined if there is none. */
export function languageTag(code: string): string | undefined {
  if (!/^[a-z]{3}$/.test(code)) return undefined;
  const [tag] = Intl.getCanonicalLocales(bibliographic[code] ?? code);
  return tag === 'mul' || tag === 'und' ? undefined : tag;
}

/** Returns the English name of a language for MEDLINE's code; undefined if there is none. */
export function languageName(code: string): string | undefined {
  const tag = languageTag(code);
  if (tag === undefined) return undefined;
  return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag);
}
