import { type FileHandle, open } from 'node:fs/promises';

export interface LogOutput {
  /** Rejects if the text could not be written completely. */
  write(text: string): Promise<void>;
  /** Closes the file; the next write opens or creates it. */
  close(): Promise<void>;
}

/** Only the owner and the group may read the file, because it contains personal data. */
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
