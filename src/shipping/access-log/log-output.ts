import { type FileHandle, open } from 'node:fs/promises';

/** Where lines are written to. */
export interface LogOutput {
  /** Rejects if not all of it could be written. */
  write(text: string): Promise<void>;
  /** Closes the file; the next write opens it again, or a new one of its name. */
  close(): Promise<void>;
}

/** Only the owner and the group may read the file: it says who has visited what. */
const MODE = 0o640;

/** `-` is the standard output. */
export function openLogOutput(target: string): LogOutput {
  return target === '-' ? standardOutput : new FileOutput(target);
}

const standardOutput: LogOutput = {
  write: (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
    }),
  async close() {},
};

class FileOutput implements LogOutput {
  readonly #file: string;
  #handle: FileHandle | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async write(text: string): Promise<void> {
    this.#handle ??= await open(this.#file, 'a', MODE);
    await this.#handle.appendFile(text);
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }
}
