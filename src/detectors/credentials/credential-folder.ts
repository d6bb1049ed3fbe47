import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError } from '../../kernel/palisade-error.ts';
import { createBuiltInStore } from './built-in-store.ts';
import type { CredentialStore } from './credential-store.ts';
import { Fingerprinter } from './fingerprinter.ts';
import { readFolderKey } from './folder-key.ts';
import { openStoreFile, type StoreFile } from './store-file.ts';
import { CredentialStoreError, Kind, keyIdOf } from './store-format.ts';
import { PageCache } from './store-words.ts';

export const STORE_SUFFIX = '.pcs';

export interface CredentialFolderOptions {
  /** Files are loaded into memory, small ones first, up to this total size; others are read in pages. */
  readonly memoryBytes?: number;
  /** Size of the cache for those pages. */
  readonly cacheBytes?: number;
}

export interface OpenedStore {
  readonly name: string;
  readonly entries: number;
  readonly bytes: number;
  readonly hasPairs: boolean;
  readonly hasPasswords: boolean;
  readonly inMemory: boolean;
  readonly changedAt: number;
}

/** The built-in list and all imported files of a folder as one store, which picks up changes of the folder. */
export interface CredentialStores {
  readonly store: CredentialStore;
  readonly opened: readonly OpenedStore[];
  /** Files that could not be opened. If an earlier version of a file was good, that version stays in use. */
  readonly problems: readonly { readonly name: string; readonly problem: string }[];
  /** Reads the folder again. Lookups see all changes at once, or none if this rejects. */
  refresh(): Promise<void>;
  close(): void;
}

interface Layer {
  readonly identity: string;
  readonly info: OpenedStore;
  readonly file: StoreFile;
}

/** A missing folder counts as empty. */
export async function openCredentialStores(
  folder: string,
  options: CredentialFolderOptions = {},
): Promise<CredentialStores> {
  const stores = new CredentialFolder(folder, options);
  await stores.refresh();
  return stores;
}

class CredentialFolder implements CredentialStores {
  readonly store: CredentialStore;
  problems: CredentialStores['problems'] = [];
  readonly #folder: string;
  readonly #memoryBytes: number;
  readonly #pages: PageCache;
  #layers: readonly Layer[] = [];
  #fingerprinter: Fingerprinter | undefined;
  #refreshing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    folder: string,
    { memoryBytes = 512 * 1024 ** 2, cacheBytes = 32 * 1024 ** 2 }: CredentialFolderOptions,
  ) {
    this.#folder = folder;
    this.#memoryBytes = memoryBytes;
    this.#pages = new PageCache(cacheBytes);
    const builtIn = createBuiltInStore();
    this.store = {
      hasPair: (username, password) =>
        builtIn.hasPair(username, password) ||
        (this.#fingerprinter?.pair(username, password) === true && this.#has(Kind.pairs)),
      hasPassword: (password) =>
        builtIn.hasPassword(password) ||
        (this.#fingerprinter?.password(password) === true && this.#has(Kind.passwords)),
    };
  }

  get opened(): readonly OpenedStore[] {
    return this.#layers.map(({ info }) => info);
  }

  /** Refreshes run one after the other, so that a change during one is picked up by the next. */
  refresh(): Promise<void> {
    const refreshed = this.#refreshing.then(() => this.#refresh());
    this.#refreshing = refreshed.catch(() => {});
    return refreshed;
  }

  close(): void {
    this.#isClosed = true;
    this.#use([], undefined);
  }

  #has(kind: number): boolean {
    const { high, low } = this.#fingerprinter ?? { high: 0, low: 0 };
    for (const { file } of this.#layers) {
      if ((file.header.kinds & kind) !== 0 && file.has(high, low)) return true;
    }
    return false;
  }

  async #refresh(): Promise<void> {
    const current = this.#layers;
    const found = await this.#list();
    const key = found.length > 0 ? readFolderKey(this.#folder) : undefined;
    const layers: Layer[] = [];
    const problems: { name: string; problem: string }[] = [];
    let memory = this.#memoryBytes;
    for (const { name, identity, bytes, changedAt } of found) {
      const before = current.find(({ info }) => info.name === name);
      const inMemory = bytes <= memory;
      try {
        const isSame = before?.identity === identity;
        const file = isSame ? before.file : await this.#open(name, inMemory, key);
        const { entries, kinds } = file.header;
        const info = {
          name,
          entries,
          bytes,
          changedAt,
          hasPairs: (kinds & Kind.pairs) !== 0,
          hasPasswords: (kinds & Kind.passwords) !== 0,
          inMemory: isSame ? before.info.inMemory : inMemory,
        };
        layers.push({ identity, info, file });
        if (info.inMemory) memory -= bytes;
      } catch (error) {
        problems.push({ name, problem: describeError(error) });
        if (before) layers.push(before);
        if (before?.info.inMemory) memory -= before.info.bytes;
      }
    }
    if (this.#isClosed) {
      const kept = new Set(current.map(({ file }) => file));
      for (const { file } of layers) if (!kept.has(file)) file.close();
      return;
    }
    this.problems = problems;
    this.#use(layers, key);
  }

  /** Lookups are synchronous, so none can be using a file that is closed here. */
  #use(layers: readonly Layer[], key: Buffer | undefined): void {
    const kept = new Set(layers.map(({ file }) => file));
    const dropped = this.#layers.filter(({ file }) => !kept.has(file));
    this.#layers = layers;
    this.#fingerprinter = key && layers.length > 0 ? new Fingerprinter(key) : undefined;
    for (const { file } of dropped) file.close();
  }

  async #open(name: string, inMemory: boolean, key: Buffer | undefined): Promise<StoreFile> {
    const path = join(this.#folder, name + STORE_SUFFIX);
    const file = await openStoreFile(path, inMemory ? undefined : this.#pages);
    if (key && file.header.keyId === keyIdOf(key)) return file;
    file.close();
    const problem = key ? 'it was made with another key' : 'the key of the folder is missing';
    throw new CredentialStoreError(
      path,
      `${problem}; copy both from one folder, or import it again`,
    );
  }

  /** Small files first: more of them fit into memory. */
  async #list() {
    const names: string[] = await readdir(this.#folder).catch(emptyWhenMissing);
    const files = names.filter((name) => name.endsWith(STORE_SUFFIX) && !name.startsWith('.'));
    const found = await Promise.all(files.map((file) => this.#describe(file)));
    return found.flat().sort((a, b) => a.bytes - b.bytes || (a.name < b.name ? -1 : 1));
  }

  /** Undefined if the file was removed after it was listed. */
  async #describe(file: string) {
    const found = await stat(join(this.#folder, file)).catch(emptyWhenMissing);
    if (Array.isArray(found)) return [];
    const { ino, size, mtimeMs } = found;
    return [
      {
        name: file.slice(0, -STORE_SUFFIX.length),
        identity: `${ino}:${size}:${mtimeMs}`,
        bytes: size,
        changedAt: mtimeMs,
      },
    ];
  }
}

function emptyWhenMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
