/** Regions of the world as steering and health checks name them. */
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
