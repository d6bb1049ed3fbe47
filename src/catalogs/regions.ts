/**
 * Regions of the world for steering and health checks, with their countries. Canada and the United States are in two
 * regions each; subdivisions decide which.
 */
export const regionCodes = [
  'WNAM',
  'ENAM',
  'WEU',
  'EEU',
  'NSAM',
  'SSAM',
  'OC',
  'ME',
  'NAF',
  'SAF',
  'SAS',
  'SEAS',
  'NEAS',
] as const;

export type RegionCode = (typeof regionCodes)[number];

/** ISO 3166-1 codes, by region. */
const countryCodes: Readonly<Record<RegionCode, string>> = {
  WNAM: 'CA US',
  ENAM: 'BM CA GL PM US',
  WEU: 'AD AT BE CH DE DK ES FO FR GB GG GI IE IM IS IT JE LI LU MC MT NL NO PT SE SM VA',
  EEU: 'AL AX BA BG BY CZ EE FI GR HR HU LT LV MD ME MK PL RO RS RU SI SJ SK UA XK',
  NSAM: 'AG AI AW BB BL BQ BS BZ CO CR CU CW DM DO EC GD GF GP GT GY HN HT JM KN KY LC MF MQ MS MX NI PA PR SR SV SX TC TT VC VE VG VI',
  SSAM: 'AR BO BR CL FK GS PE PY UY',
  OC: 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
  ME: 'AE AM AZ BH CY GE IL IQ IR JO KW LB OM PS QA SA SY TR YE',
  NAF: 'BF BJ CF CI CM CV DJ DZ EG EH ER ET GH GM GN GQ GW LR LY MA ML MR NE NG SD SL SN SO SS ST TD TG TN',
  SAF: 'AO BI BW CD CG GA IO KE KM LS MG MU MW MZ NA RE RW SC SH SZ TF TZ UG YT ZA ZM ZW',
  SAS: 'AF BD BT IN KG KZ LK MV NP PK TJ TM UZ',
  SEAS: 'BN CC CX ID KH LA MM MY PH SG TH TL VN',
  NEAS: 'CN HK JP KP KR MN MO TW',
};

/** ISO 3166-2 codes and names of subdivisions, for countries in more than one region. */
const subdivisions: Readonly<Record<string, Readonly<Record<string, Record<string, string>>>>> = {
  WNAM: {
    CA: {
      AB: 'Alberta',
      BC: 'British Columbia',
      NT: 'Northwest Territories',
      SK: 'Saskatchewan',
      YT: 'Yukon',
    },
    US: {
      AK: 'Alaska',
      AZ: 'Arizona',
      CA: 'California',
      CO: 'Colorado',
      HI: 'Hawaii',
      ID: 'Idaho',
      MT: 'Montana',
      NM: 'New Mexico',
      NV: 'Nevada',
      OR: 'Oregon',
      UT: 'Utah',
      WA: 'Washington',
      WY: 'Wyoming',
    },
  },
  ENAM: {
    CA: {
      MB: 'Manitoba',
      NB: 'New Brunswick',
      NL: 'Newfoundland and Labrador',
      NS: 'Nova Scotia',
      NU: 'Nunavut',
      ON: 'Ontario',
      PE: 'Prince Edward Island',
      QC: 'Quebec',
    },
    US: {
      AL: 'Alabama',
      AR: 'Arkansas',
      CT: 'Connecticut',
      DC: 'District of Columbia',
      DE: 'Delaware',
      FL: 'Florida',
      GA: 'Georgia',
      IA: 'Iowa',
      IL: 'Illinois',
      IN: 'Indiana',
      KS: 'Kansas',
      KY: 'Kentucky',
      LA: 'Louisiana',
      MA: 'Massachusetts',
      MD: 'Maryland',
      ME: 'Maine',
      MI: 'Michigan',
      MN: 'Minnesota',
      MO: 'Missouri',
      MS: 'Mississippi',
      NC: 'North Carolina',
      ND: 'North Dakota',
      NE: 'Nebraska',
      NH: 'New Hampshire',
      NJ: 'New Jersey',
      NY: 'New York',
      OH: 'Ohio',
      OK: 'Oklahoma',
      PA: 'Pennsylvania',
      RI: 'Rhode Island',
      SC: 'South Carolina',
      SD: 'South Dakota',
      TN: 'Tennessee',
      TX: 'Texas',
      VA: 'Virginia',
      VT: 'Vermont',
      WI: 'Wisconsin',
      WV: 'West Virginia',
    },
  },
};

const regionsByCountry = new Map<string, RegionCode[]>();
for (const code of regionCodes) {
  for (const country of countryCodes[code].split(' ')) {
    regionsByCountry.set(country, [...(regionsByCountry.get(country) ?? []), code]);
  }
}

/** The regions of a country. For countries in two regions, the subdivision decides; if it is not known, both are returned. */
export function regionsOf(country: string, subdivision: string | undefined): readonly RegionCode[] {
  const all = regionsByCountry.get(country) ?? [];
  if (all.length < 2 || subdivision === undefined) return all;
  const exact = all.filter((code) => subdivisions[code]?.[country]?.[subdivision] !== undefined);
  return exact.length > 0 ? exact : all;
}

export interface Country {
  /** ISO 3166-1. */
  readonly code: string;
  readonly name: string;
  /** ISO 3166-2, only for countries in more than one region. */
  readonly subdivisions: readonly { readonly code: string; readonly name: string }[];
}

export interface Region {
  readonly code: RegionCode;
  readonly countries: readonly Country[];
}

let listed: readonly Region[] | undefined;

/** All regions. Built at the first use, because loading the names of countries takes longer than any other table. */
export function listRegions(): readonly Region[] {
  listed ??= regionCodes.map((code) => ({ code, countries: countriesOf(code) }));
  return listed;
}

function countriesOf(code: RegionCode): readonly Country[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  return countryCodes[code].split(' ').map((country) => ({
    code: country,
    name: names.of(country) ?? country,
    subdivisions: Object.entries(subdivisions[code]?.[country] ?? {}).map(([part, name]) => ({
      code: part,
      name,
    })),
  }));
}
