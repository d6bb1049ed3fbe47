import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface GoProgram {
  readonly name: string;
  /** Of the main module, for the name of its folder. */
  readonly version: string;
  readonly modules: readonly string[];
  readonly source: string;
}

/** Builds a program once with Go, from the Go module proxy. Undefined if it cannot be built. */
export function buildGo({ name, version, modules, source }: GoProgram): string | undefined {
  const folder = join(tmpdir(), `palisade-bench-${name.toLowerCase()}-${version}`);
  const program = join(folder, name.toLowerCase());
  if (existsSync(program)) return program;
  if (spawnSync('go', ['version']).status !== 0) {
    process.stdout.write(`  ${name} is left out: there is no Go to build it with\n`);
    return undefined;
  }
  process.stdout.write(`  building ${name}\n`);
  mkdirSync(folder, { recursive: true });
  const go = (...args: string[]) => execFileSync('go', args, { cwd: folder, stdio: 'ignore' });
  try {
    writeFileSync(join(folder, 'go.mod'), 'module bench\n\ngo 1.25\n');
    writeFileSync(join(folder, 'main.go'), source);
    for (const module of modules) go('get', module);
    go('mod', 'tidy');
    go('build', '-o', program, '.');
    return program;
  } catch (error) {
    process.stdout.write(`  ${name} is left out: ${(error as Error).message}\n`);
    return undefined;
  }
}
