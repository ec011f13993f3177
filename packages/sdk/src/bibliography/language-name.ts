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

/** The English name of a language by MEDLINE's code; undefined where there is none. */
export function languageName(code: string): string | undefined {
  if (!/^[a-z]{3}$/.test(code)) return undefined;
  const tag = bibliographic[code] ?? code;
  const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag);
  return name === 'Multiple languages' || name === 'Unknown language' ? undefined : name;
}
