import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { SpoolPosition } from '../../bus/spool.ts';

/** The spool position, in a file that is replaced atomically. */
export class PositionFile {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Undefined if there is none yet, or it cannot be read. */
  read(): SpoolPosition | undefined {
    try {
      return parsePosition(readFileSync(this.#file, 'utf8'));
    } catch {
      return undefined;
    }
  }

  write(position: SpoolPosition): void {
    // While one process replaces another, both may write.
    const written = `${this.#file}.${process.pid}.new`;
    writeFileSync(written, JSON.stringify(position), { mode: 0o600 });
    renameSync(written, this.#file);
  }
}

function parsePosition(text: string): SpoolPosition | undefined {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const isPosition = Object.values(value).every(Number.isSafeInteger);
  return isPosition ? (value as SpoolPosition) : undefined;
}
