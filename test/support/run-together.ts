import './untracked-promises.ts';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs test files in this process, one after the other. To start a process for each would take longer than their
 * tests, which share nothing that one could spoil for another.
 */
export async function runTogether(pattern: string): Promise<void> {
  const files = globSync(pattern, { cwd: root }).sort();
  if (files.length === 0) throw new Error(`no test file matches ${pattern}`);
  for (const file of files) await import(join(root, file));
}
