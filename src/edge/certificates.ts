import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { describeError } from '../kernel/palisade-error.ts';

export interface CertificatesOptions {
  readonly folder: string;
  /** A file cannot be used. Its previous certificate, if there is one, stays in use. */
  onRefused(file: string, problem: string): void;
  onRead(count: number): void;
}

/**
 * Certificates by name, from a folder: `shop.test.crt` with `shop.test.key`, or both in one
 * `shop.test.pem`. `_.shop.test` stands for `*.shop.test`. Files are the interface, because programs that
 * renew certificates write files. A changed file is read again and replaces the certificate once it is valid.
 */
export class Certificates {
  readonly #options: CertificatesOptions;
  #contexts: ReadonlyMap<string, SecureContext> = new Map();
  #state = '';

  constructor(options: CertificatesOptions) {
    this.#options = options;
  }

  /** The certificate for a name: its own, or the wildcard certificate. */
  find(name: string): SecureContext | undefined {
    const lower = name.toLowerCase();
    const parent = lower.slice(lower.indexOf('.') + 1);
    return this.#contexts.get(lower) ?? this.#contexts.get(`_.${parent}`);
  }

  /** Reads the folder if anything in it has changed. */
  async refresh(): Promise<void> {
    const files = (await readdir(this.#options.folder)).filter((file) => /\.(crt|pem)$/.test(file));
    const state = await this.#stateOf(files);
    if (state === this.#state) return;
    const contexts = new Map<string, SecureContext>();
    for (const file of files) {
      const name = basename(file, extname(file)).toLowerCase();
      // A file may be half written, or its key may not be there yet: the previous certificate stays in use.
      const context = (await this.#read(file)) ?? contexts.get(name) ?? this.#contexts.get(name);
      if (context) contexts.set(name, context);
    }
    this.#contexts = contexts;
    this.#state = state;
    this.#options.onRead(contexts.size);
  }

  async #stateOf(files: readonly string[]): Promise<string> {
    const names = files.flatMap((file) => [file, keyFileOf(file)]);
    const times = names.map(async (name) => {
      const found = await stat(join(this.#options.folder, name)).catch(() => undefined);
      return `${name} ${found?.mtimeMs} ${found?.size}`;
    });
    return (await Promise.all(times)).sort().join('\n');
  }

  async #read(file: string): Promise<SecureContext | undefined> {
    try {
      const [cert, key] = await Promise.all(
        [file, keyFileOf(file)].map((name) => readFile(join(this.#options.folder, name))),
      );
      return createSecureContext({ cert, key, minVersion: 'TLSv1.2' });
    } catch (error) {
      this.#options.onRefused(file, describeError(error));
      return undefined;
    }
  }
}

/** A `.pem` file contains its key. */
const keyFileOf = (file: string) => file.replace(/\.crt$/, '.key');
