import { fileURLToPath } from 'node:url';
import { makeRunFolder } from './run-folder.ts';
import { TEST_FOLDERS } from './temp-folder.ts';

let folder: { remove(): void } | undefined;

/** Environment variables that all test files, which run in child processes, inherit. Enough for tests without PostgreSQL. */
export function globalSetup(): void {
  const made = makeRunFolder();
  process.env[TEST_FOLDERS] = made.path;
  folder = made;
  // Test files and the processes that they start load the same code, so it is compiled once.
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
    new URL('../../node_modules/.cache/palisade', import.meta.url),
  );
  const { href } = new URL('./own-imports.ts', import.meta.url);
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import ${href}`.trim();
}

export function globalTeardown(): void {
  folder?.remove();
}
