import type { BusErrorListener } from '../bus.ts';
import { CursorReader } from './cursor-file.ts';
import { FolderReaders } from './folder-readers.ts';

/** The consumers of a topic, as everybody else sees them. Whoever has a cursor file is known. */
export class KnownConsumers {
  readonly #readers: FolderReaders<CursorReader>;

  constructor(folder: string, onError: BusErrorListener) {
    this.#readers = new FolderReaders({ folder, open: CursorReader.open, onError });
  }

  names(): string[] {
    return this.#readers.refresh();
  }

  /** Consumer → number of the last message it acknowledged. One that cannot be read counts as 0. */
  cursors(generation: string): Map<string, number> {
    return new Map(
      this.names().map((name) => [
        name,
        this.#readers.read(name, (file) => file.get(generation)) ?? 0,
      ]),
    );
  }

  close(): void {
    this.#readers.close();
  }
}
