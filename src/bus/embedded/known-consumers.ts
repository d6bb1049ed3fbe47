import type { BusErrorListener } from '../bus.ts';
import { CursorReader } from './cursor-file.ts';
import { FolderReaders } from './folder-readers.ts';

/** The consumers of a topic: each has a cursor file, which writers read. */
export class KnownConsumers {
  readonly #readers: FolderReaders<CursorReader>;

  constructor(folder: string, onError: BusErrorListener) {
    this.#readers = new FolderReaders({ folder, open: CursorReader.open, onError });
  }

  names(): string[] {
    return this.#readers.refresh();
  }

  /** The number of the last acknowledged message by consumer; 0 if a cursor file cannot be read. */
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
