import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** Content codings of precompressed files in the order of preference, and what they add to file names. */
export const codings = [
  { coding: 'br', suffix: '.br' },
  { coding: 'gzip', suffix: '.gz' },
] as const;

export type Coding = (typeof codings)[number]['coding'];

export interface WebsiteFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly compressed: ReadonlyMap<Coding, Buffer>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** All files of a built website in memory, by their URL paths; undefined if it is not built. */
export function readWebsite(folder: string): ReadonlyMap<string, WebsiteFile> | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const present = new Set(paths);
  const plain = paths.filter((path) => !codings.some(({ suffix }) => path.endsWith(suffix)));
  return new Map(
    plain.map((path) => [
      `/${relative(folder, path).split(sep).join('/')}`,
      {
        type: types[extname(path)] ?? 'application/octet-stream',
        bytes: readFileSync(path),
        compressed: new Map(
          codings
            .filter(({ suffix }) => present.has(path + suffix))
            .map(({ coding, suffix }) => [coding, readFileSync(path + suffix)]),
        ),
      },
    ]),
  );
}
