import type { DestinationKind } from './destination-kind.ts';
import { httpsKind } from './kinds/https.ts';

/** All kinds of destinations by scheme. */
export const destinationKinds: ReadonlyMap<string, DestinationKind> = new Map([
  ['http', httpsKind],
  ['https', httpsKind],
]);
