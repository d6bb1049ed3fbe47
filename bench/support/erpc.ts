import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { installGo } from './go-program.ts';
import { type Peer, startPeer } from './peer.ts';

/** eRPC with one upstream and its cache in memory; undefined if it cannot be installed. */
export async function startErpc(upstream: string, chainId: number): Promise<Peer | undefined> {
  const program = installGo('eRPC', 'github.com/erpc/erpc/cmd/erpc@latest');
  if (program === undefined) return undefined;
  const home = tempFolder();
  const port = await freePort();
  const file = join(home.path, 'erpc.yaml');
  writeFileSync(file, configuration(port, upstream, chainId));
  return await startPeer({
    name: 'eRPC',
    command: [program, file],
    url: `http://127.0.0.1:${port}/main/evm/${chainId}`,
    isReady,
    onEnd: home.remove,
  });
}

async function isReady(url: string): Promise<boolean> {
  const { ok } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
  });
  return ok;
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
