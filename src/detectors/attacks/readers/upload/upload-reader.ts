import type { RequestReader } from '../../attack-reader.ts';

/** Judges uploaded files by their names, declared types and contents. */
export const uploadReader: RequestReader = {
  read() {},
};
