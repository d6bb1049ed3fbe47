import { fileURLToPath } from 'node:url';
import { fastestFolder, TEST_FOLDERS } from './temp-folder.ts';

/** What all test files, which run in child processes, inherit. Enough for those that need no prepared database. */
export function globalSetup(): void {
  process.env[TEST_FOLDERS] ??= fastestFolder();
  // Tests and what they start load much the same code: it is compiled once.
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
    new URL('../../node_modules/.cache/palisade', import.meta.url),
  );
}
