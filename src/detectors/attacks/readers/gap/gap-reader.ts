import type { RequestReader } from '../../attack-reader.ts';

/** Reports what could not be inspected. */
export const gapReader: RequestReader = {
  read() {},
};
