import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A script that is kept as a file of its own: data, never run or imported. */
export interface SampleFile {
  readonly name: string;
  readonly code: string;
}

/**
 * `probes` were at hand when rules were made. `second-set` was held out once: written after the rules and before
 * it was run for the first time; later rules were made with it at hand. `held-out` is held out still: rules are
 * not made after it.
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
