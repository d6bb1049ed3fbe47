import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A script in a separate file. It is data, never run or imported. */
export interface SampleFile {
  readonly name: string;
  readonly code: string;
}

/**
 * Rules were written for the `probes`. The `second-set` was held out at first: it was written before its first run,
 * and rules were written for it later. The `held-out` scripts are still held out: no rule is written for them.
 */
export type SampleSet = 'probes' | 'second-set' | 'held-out';

export function sampleFiles(set: SampleSet, kind: 'malicious' | 'ordinary'): SampleFile[] {
  const folder = join(import.meta.dirname, set, kind);
  return readdirSync(folder)
    .sort()
    .map((file) => ({
      name: file.replace(/\.txt$/, ''),
      code: readFileSync(join(folder, file), 'utf8'),
    }));
}
