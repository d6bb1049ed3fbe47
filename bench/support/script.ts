import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts a file of the folder `fixtures` and waits for its first line, which is its address. */
export async function startScript(
  file: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly child: ChildProcess; readonly printed: string }> {
  const path = fileURLToPath(new URL(`../fixtures/${file}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { env: { ...process.env, ...env } });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} has ended before it printed anything`);
  });
  const [line] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended]);
  ended.catch(() => {});
  return { child, printed: String(line).trim() };
}
