import type { RequestReader } from '../../attack-reader.ts';

/** Judges the method, the version and the header fields. */
export const protocolReader: RequestReader = {
  read() {},
};
