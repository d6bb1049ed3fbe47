import { readFileSync, statSync } from 'node:fs';
import { KnownLibraries } from './known-libraries.ts';
import { parseReleases } from './library-release.ts';

/** Made by `scripts/script-libraries.ts`. */
const SHIPPED = new URL('./shipped-releases.txt', import.meta.url);

/** Releases that Palisade ships, and those in a file that `palisade script learn` writes. */
export class LibraryFiles {
  readonly #learnedFile: string | undefined;
  readonly #shipped = parseReleases(readFileSync(SHIPPED, 'utf8'));
  #libraries: KnownLibraries | undefined;
  /** State of the file when it was read. */
  #readAt: string | undefined;

  constructor(learnedFile?: string) {
    this.#learnedFile = learnedFile;
  }

  /** Reads the file again if it has changed. */
  current(): KnownLibraries {
    const state = this.#learnedFile && stateOf(this.#learnedFile);
    if (!this.#libraries || state !== this.#readAt) {
      const learned = this.#learnedFile && state ? readLearned(this.#learnedFile) : '';
      this.#libraries = new KnownLibraries([...this.#shipped, ...parseReleases(learned)]);
      this.#readAt = state;
    }
    return this.#libraries;
  }
}

/** Scripts get verdicts also if the file belongs to another user or was deleted a moment ago. */
function readLearned(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Undefined if there is no such file. */
function stateOf(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}
