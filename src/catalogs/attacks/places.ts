/** The parts of a request that values come from. */
export const attackPlaces = [
  'path',
  'query',
  'form',
  'json',
  'xml',
  'multipart',
  'file',
  'header',
  'cookie',
  'body',
] as const;

export type AttackPlace = (typeof attackPlaces)[number];
