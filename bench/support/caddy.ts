import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { type Peer, startPeer } from './peer.ts';

const VERSION = 'v2.10.2';
const folder = join(tmpdir(), `palisade-bench-caddy-${VERSION}`);

/** Caddy as a proxy, or undefined if it cannot be built. */
export async function startCaddy(upstream: string): Promise<Peer | undefined> {
  const program = buildCaddy();
  if (program === undefined) return undefined;
  const home = tempFolder();
  const port = await freePort();
  const file = join(home.path, 'Caddyfile');
  writeFileSync(
    file,
    `{
  admin off
  auto_https off
}
http://127.0.0.1:${port}, http://bench.test:${port} {
  bind 127.0.0.1
  reverse_proxy ${new URL(upstream).host}
}
`,
  );
  return await startPeer({
    name: 'Caddy',
    command: [program, 'run', '--config', file],
    env: { XDG_DATA_HOME: home.path, XDG_CONFIG_HOME: home.path },
    url: `http://127.0.0.1:${port}`,
    // Any response means that it serves.
    isReady: async (url) => (await fetch(url)).status > 0,
    onEnd: home.remove,
  });
}

/** Builds it once with Go, from the Go module proxy. */
function buildCaddy(): string | undefined {
  const program = join(folder, 'caddy');
  if (existsSync(program)) return program;
  if (spawnSync('go', ['version']).status !== 0) {
    process.stdout.write('  Caddy is left out: there is no Go to build it with\n');
    return undefined;
  }
  process.stdout.write('  building Caddy\n');
  mkdirSync(folder, { recursive: true });
  const go = (...args: string[]) => execFileSync('go', args, { cwd: folder, stdio: 'ignore' });
  try {
    writeFileSync(join(folder, 'go.mod'), 'module bench\n\ngo 1.25\n');
    writeFileSync(
      join(folder, 'main.go'),
      `package main

import (
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	_ "github.com/caddyserver/caddy/v2/modules/standard"
)

func main() { caddycmd.Main() }
`,
    );
    go('get', `github.com/caddyserver/caddy/v2@${VERSION}`);
    go('mod', 'tidy');
    go('build', '-o', program, '.');
    return program;
  } catch (error) {
    process.stdout.write(`  Caddy is left out: ${(error as Error).message}\n`);
    return undefined;
  }
}
