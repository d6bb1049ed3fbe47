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

/** The program that is installed, or one that Go builds once from its module proxy. Undefined if it cannot be had. */
export function installGo(name: string, module: string): string | undefined {
  const command = name.toLowerCase();
  const installed = spawnSync('which', [command], { encoding: 'utf8' });
  if (installed.status === 0) return installed.stdout.trim();
  const folder = join(tmpdir(), `palisade-bench-${command}`);
  const program = join(folder, command);
  if (existsSync(program)) return program;
  process.stdout.write(`  building ${name}\n`);
  const options = { encoding: 'utf8', env: { ...process.env, GOBIN: folder } } as const;
  const { status, stderr, error } = spawnSync('go', ['install', module], options);
  if (status === 0) return program;
  const reason = error?.message ?? stderr.trim().replaceAll(/\s*\n\s*/g, ' ');
  process.stdout.write(`  ${name} is left out, go install ${module}: ${reason}\n`);
  return undefined;
}
