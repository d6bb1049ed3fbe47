import type { DestinationKind } from './destination-kind.ts';
import { httpsKind } from './kinds/https.ts';
import { r2Kind } from './kinds/r2.ts';
import { s3Kind } from './kinds/s3.ts';

/** All kinds of destinations by scheme. */
export const destinationKinds: ReadonlyMap<string, DestinationKind> = new Map([
  ['http', httpsKind],
  ['https', httpsKind],
  ['r2', r2Kind],
  ['s3', s3Kind],
]);
