import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Library } from './libraries.ts';
import { obfuscator } from './obfuscate.ts';

/** Outside of git; packages come from the registry that npm is set to. */
const CACHE = resolve('node_modules/.cache/palisade-script-report');
const OBFUSCATOR = 'javascript-obfuscator@5.8.0';

/** The file of a library, downloaded once. Anything but the file that was measured before is refused. */
export function libraryCode({ name, version, path, sha256 }: Library): string {
  const folder = join(CACHE, 'packages', `${name.replace('/', '__')}@${version}`);
  if (!existsSync(folder)) unpack(`${name}@${version}`, folder);
  const bytes = readFileSync(join(folder, path));
  const sum = createHash('sha256').update(bytes).digest('hex');
  if (sum !== sha256) throw new Error(`${name}@${version} ${path} has the checksum ${sum}`);
  return bytes.toString('utf8');
}

function unpack(spec: string, folder: string): void {
  const temporary = `${folder}.part`;
  mkdirSync(temporary, { recursive: true });
  const packed = execFileSync('npm', ['pack', spec, '--silent', '--pack-destination', temporary], {
    encoding: 'utf8',
  });
  const file = packed.trim().split('\n').at(-1) ?? '';
  execFileSync('tar', ['-xzf', join(temporary, file), '-C', temporary, '--strip-components=1']);
  renameSync(temporary, folder);
}

/** The same file obfuscated; kept, because it takes seconds. */
export function obfuscatedCode(library: Library, at: number): string {
  const folder = join(CACHE, 'obfuscated');
  const file = join(folder, `${at}-${library.sha256}.js`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  mkdirSync(folder, { recursive: true });
  const code = loadObfuscator()(libraryCode(library), at);
  writeFileSync(file, code);
  return code;
}

let loaded: ReturnType<typeof obfuscator> | undefined;

function loadObfuscator(): ReturnType<typeof obfuscator> {
  if (loaded) return loaded;
  const folder = join(CACHE, 'obfuscator');
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--silent', OBFUSCATOR]);
  }
  loaded = obfuscator(folder);
  return loaded;
}
