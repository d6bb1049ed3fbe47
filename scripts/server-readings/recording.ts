import type { ServerCase } from './cases.ts';

export type ReadPair = readonly [name: string, value: string];

/** What a server reads of a case; null if it refuses the request. */
export type Read = readonly ReadPair[] | null;

/** The content of test/fixtures/server-readings.json. */
export interface Recording {
  /** The version of each server by its name. */
  readonly servers: Readonly<Record<string, string>>;
  readonly cases: readonly (ServerCase & { readonly reads: Readonly<Record<string, Read>> })[];
}
