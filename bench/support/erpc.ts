import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';

const MODULE = 'github.com/erpc/erpc/cmd/erpc@latest';
const folder = join(tmpdir(), 'palisade-bench-erpc');

export interface Erpc {
  readonly child: ChildProcess;
  readonly url: string;
  stop(): Promise<void>;
}

/** eRPC with one upstream, its cache in memory and one thread for Go code; undefined where it cannot be had. */
export async function startErpc(upstream: string, chainId: number): Promise<Erpc | undefined> {
  const program = findErpc();
  if (program === undefined) return undefined;
  const home = tempFolder();
  const port = await freePort();
  const file = join(home.path, 'erpc.yaml');
  writeFileSync(file, configuration(port, upstream, chainId));
  const child = spawn(program, [file], {
    stdio: 'ignore',
    env: { ...process.env, GOMAXPROCS: '1' },
  });
  const url = `http://127.0.0.1:${port}/main/evm/${chainId}`;
  for (let n = 0; !(await answers(url)); n++) {
    if (child.exitCode !== null || n === 100) throw new Error('eRPC did not start');
    await delay(100);
  }
  return {
    child,
    url,
    async stop() {
      child.kill();
      await once(child, 'exit');
      home.remove();
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
  }).catch(() => undefined);
  return response?.ok ?? false;
}

/** One that is installed, or one that Go builds from its module proxy. */
function findErpc(): string | undefined {
  const installed = spawnSync('which', ['erpc'], { encoding: 'utf8' });
  if (installed.status === 0) return installed.stdout.trim();
  const program = join(folder, 'erpc');
  if (existsSync(program)) return program;
  const options = { encoding: 'utf8', env: { ...process.env, GOBIN: folder } } as const;
  const { status, stderr, error } = spawnSync('go', ['install', MODULE], options);
  if (status === 0) return program;
  const reason = error?.message ?? stderr.trim().replaceAll(/\s*\n\s*/g, ' ');
  process.stdout.write(`  eRPC is left out, go install ${MODULE}: ${reason}\n`);
  return undefined;
}

function configuration(port: number, upstream: string, chainId: number): string {
  const policy = (finality: string, ttl: string) =>
    `      - { network: "*", method: "*", finality: ${finality}, connector: memory, ttl: ${ttl} }`;
  return `logLevel: error
server: { listenV4: true, httpHostV4: 127.0.0.1, httpPort: ${port} }
metrics: { enabled: false }
database:
  evmJsonRpcCache:
    connectors: [{ id: memory, driver: memory }]
    policies:
${policy('finalized', '0')}
${policy('unfinalized', '12s')}
${policy('realtime', '2s')}
${policy('unknown', '12s')}
projects:
  - id: main
    upstreams: [{ id: anvil, endpoint: "${upstream}", evm: { chainId: ${chainId} } }]
`;
}
