import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Build } from './build-list.ts';

const run = promisify(execFile);

/** Packages that are downloaded at the same time, and the pause of each after a download. */
const AT_ONCE = 4;
const PAUSE_MS = 50;
const TIMEOUT_MS = 60_000;
const MAX_ARCHIVE_BYTES = 12_000_000;

/** The registry that npm is configured for. */
const registry = (): string =>
  execFileSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** Downloads packages of a registry into a folder, each into a folder of its own. */
export class PackageFiles {
  readonly #folder: string;
  readonly #registry = registry();

  constructor(folder: string) {
    this.#folder = folder;
  }

  pathOf({ name, version, path }: Build): string {
    return join(this.#folder, `${name.replace('/', '__')}@${version}`, path);
  }

  /** The newest version of a package as the registry describes it; undefined if it has none. */
  async describe(name: string): Promise<unknown> {
    const response = await this.#get(`${this.#registry}${name.replace('/', '%2f')}/latest`);
    return response.ok ? await response.json() : undefined;
  }

  /** Downloads a package; returns the path of the archive. */
  async download(name: string, version: string): Promise<string> {
    const base = name.slice(name.indexOf('/') + 1);
    const response = await this.#get(`${this.#registry}${name}/-/${base}-${version}.tgz`);
    if (!response.ok) throw new Error(`${name}@${version}: status ${response.status}`);
    if (Number(response.headers.get('content-length')) > MAX_ARCHIVE_BYTES) {
      await response.body?.cancel();
      throw new Error(`${name}@${version} is too large`);
    }
    const archive = join(this.#folder, `${name.replace('/', '__')}@${version}.tgz`);
    mkdirSync(this.#folder, { recursive: true });
    await writeFile(archive, Buffer.from(await response.arrayBuffer()));
    return archive;
  }

  /** Files of an archive with their sizes, without the top folder. */
  async list(archive: string): Promise<{ path: string; bytes: number; member: string }[]> {
    const { stdout } = await run('tar', ['-tvzf', archive], { maxBuffer: 1 << 28 });
    return stdout.split('\n').flatMap((line) => {
      const [, bytes, member] = /^-\S+\s+\S+\s+(\d+)\s+\S+\s+\S+\s+(.+)$/.exec(line) ?? [];
      if (member === undefined) return [];
      return { member, path: member.slice(member.indexOf('/') + 1), bytes: Number(bytes) };
    });
  }

  /** Extracts files of an archive and removes the archive. */
  async extract(archive: string, builds: readonly Build[]): Promise<void> {
    const files = new Map((await this.list(archive)).map((file) => [file.path, file.member]));
    for (const build of builds) {
      const member = files.get(build.path);
      if (member === undefined) throw new Error(`${build.name} does not contain ${build.path}`);
      const { stdout } = await run('tar', ['-xzOf', archive, member], {
        encoding: 'buffer',
        maxBuffer: 1 << 28,
      });
      const target = this.pathOf(build);
      mkdirSync(dirname(target), { recursive: true });
      await writeFile(target, stdout);
    }
    rmSync(archive);
  }

  /** Downloads the builds that are missing. */
  async complete(builds: readonly Build[]): Promise<void> {
    const missing = builds.filter((build) => !existsSync(this.pathOf(build)));
    const packages = Map.groupBy(missing, ({ name, version }) => `${name}@${version}`);
    await eachOf([...packages.values()], async (wanted) => {
      const [first] = wanted;
      if (first) await this.extract(await this.download(first.name, first.version), wanted);
    });
  }

  async #get(url: string): Promise<Response> {
    return await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  }
}

/** Runs a function for each item, a few at the same time. */
export async function eachOf<Item>(
  items: Iterable<Item>,
  use: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      await use(next.value);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
