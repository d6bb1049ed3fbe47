import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment variable with the parent of all temporary folders, for test files in their own processes. */
export const TEST_FOLDERS = 'PALISADE_TEST_FOLDERS';

/**
 * A new folder. `remove()` deletes it with its content, with retries, since edge processes of a killed node may still
 * write for a moment.
 */
export function tempFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(process.env[TEST_FOLDERS] ?? tmpdir(), 'palisade-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 20 }) };
}
