/**
 * Checks that no folder of `src` has more files than a reader can survey. Folders whose files are
 * equal siblings, one per entry of a list, may have more.
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

const MAX_FILES = 40;
const siblingFolders = new Set(['functions', 'validators']);

const counts = new Map<string, number>();
for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
  const isSource = entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts');
  if (entry.isFile() && isSource) {
    counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
  }
}
if (counts.size === 0) throw new Error('no source files were found');

const tooLong = [...counts].filter(
  ([folder, count]) => count > MAX_FILES && !siblingFolders.has(basename(folder)),
);
for (const [folder, count] of tooLong) {
  process.stderr.write(
    `${folder} has ${count} files; move them into folders of at most ${MAX_FILES}\n`,
  );
}
if (tooLong.length > 0) process.exit(1);
process.stdout.write(`${counts.size} folders have at most ${MAX_FILES} files\n`);
