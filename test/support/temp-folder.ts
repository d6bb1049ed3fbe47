import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable by which test files, which run in processes of their own, find where their folders belong. */
export const TEST_FOLDERS = 'PALISADE_TEST_FOLDERS';

/**
 * A new folder that is removed with everything in it by `remove()`. Edge processes of a node that was
 * killed end a moment later and may still write: hence the retries.
 */
export function tempFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(process.env[TEST_FOLDERS] ?? tmpdir(), 'palisade-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 20 }) };
}
