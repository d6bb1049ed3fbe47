import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { buildGo } from './go-program.ts';
import { type Peer, startPeer } from './peer.ts';

const VERSION = 'v2.10.2';

/** Caddy as a proxy, or undefined if it cannot be built. */
export async function startCaddy(upstream: string): Promise<Peer | undefined> {
  const program = buildGo(caddy);
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

const caddy = {
  name: 'Caddy',
  version: VERSION,
  modules: [`github.com/caddyserver/caddy/v2@${VERSION}`],
  source: `package main

import (
	caddycmd "github.com/caddyserver/caddy/v2/cmd"
	_ "github.com/caddyserver/caddy/v2/modules/standard"
)

func main() { caddycmd.Main() }
`,
};
