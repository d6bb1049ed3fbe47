/** Length of an IBAN by country, from the public register of ISO 13616. */
const countriesByLength: Readonly<Record<number, string>> = {
  15: 'NO',
  16: 'BE',
  18: 'DK FI FK FO GL NL SD',
  19: 'MK SI',
  20: 'AT BA EE KZ LT LU MN XK',
  21: 'CH HR LI LV',
  22: 'BG BH CR DE GB GE IE ME RS VA',
  23: 'AE GI IL IQ OM SO TL',
  24: 'AD CZ ES MD PK RO SA SE SK TN VG',
  25: 'LY PT ST',
  26: 'IS TR',
  27: 'BI DJ FR GR IT MC MR SM',
  28: 'AL AZ BY CY DO GT HN HU LB NI PL SV',
  29: 'BR EG PS QA UA',
  30: 'JO KW MU YE',
  31: 'MT SC',
  32: 'LC',
  33: 'RU',
};

export const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(countriesByLength).flatMap(([length, countries]) =>
    countries.split(' ').map((country) => [country, Number(length)]),
  ),
);

/** One pattern per length, so that text after a number in groups of four is not matched as part of it. */
export function ibanPatterns(): string[] {
  return Object.entries(countriesByLength).map(([length, countries]) => {
    const tail = Number(length) - 4;
    const groups = '[ -]?[A-Z0-9]{4}'.repeat(Math.floor(tail / 4));
    const last = tail % 4 === 0 ? '' : `[ -]?[A-Z0-9]{${tail % 4}}`;
    return `(?:${countries.replaceAll(' ', '|')})[0-9]{2}${groups}${last}`;
  });
}
