import { lstat, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Called for each file or folder that cannot be read. */
type OnProblem = (file: string, problem: string) => void;

/** A path that the user names must be readable, so anything else is reported as a problem. */
export async function* filesNamed(path: string, onProblem: OnProblem): AsyncGenerator<string> {
  try {
    const stats = await stat(path);
    if (stats.isFile()) yield path;
    else if (stats.isDirectory()) yield* filesIn(path, onProblem);
    else onProblem(path, 'it is neither a file nor a folder');
  } catch (error) {
    onProblem(path, problemOf(error));
  }
}

/** Skips links, which could lead out of the folder or back into it, and pipes, which could never end. */
async function* filesIn(folder: string, onProblem: OnProblem): AsyncGenerator<string> {
  const names: string[] = [];
  for await (const { name } of await opendir(folder)) names.push(name);
  for (const name of names.sort()) {
    const path = join(folder, name);
    try {
      const stats = await lstat(path);
      if (stats.isFile()) yield path;
      if (stats.isDirectory()) yield* filesIn(path, onProblem);
    } catch (error) {
      onProblem(path, problemOf(error));
    }
  }
}

export const problemOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
