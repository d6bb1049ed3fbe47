/**
 * Starts a development chain with the id of Sepolia, and a node whose gateway has it as the upstream of `sepolia`. Prints calls to try.
 * All data is deleted when it ends.
 *
 *     npm run demo [-- --block-time 2]
 *
 * It listens where the settings say, otherwise on the usual ports or, if these are taken, on free ones.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listenProblem } from '../src/app/node/port-check.ts';
import { listenUrl } from '../src/app/settings/listen-url.ts';
import { readSetting, type Setting } from '../src/app/settings/setting.ts';
import { type ListenAddress, settingsTable } from '../src/app/settings/settings.ts';
import { freePort } from '../test/support/free-port.ts';

const CHAIN_ID = '11155111';
const inRepository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const { apiListen, edgeListen, gatewayListen } = settingsTable;
const listenSettings = [apiListen, edgeListen, gatewayListen];

const { values } = parseArgs({
  options: {
    'block-time': { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
});
const blockTime = Number(values['block-time']);
if (values.help || !(blockTime >= 1 && blockTime <= 3_600)) {
  process.stdout.write(`Usage: npm run demo -- [--block-time SECONDS]
  --block-time  seconds between blocks (default 2)
Starts a development chain (anvil) as the upstream of "sepolia" and a node with the gateway, and prints calls to try.
Ctrl-C ends both and removes what they have stored. ${listenSettings.map(({ variable }) => variable).join(', ')}
set where the node listens; by default on its usual ports, or on free ones if these are taken.
`);
  process.exit(values.help ? 0 : 2);
}

const installed = inRepository('node_modules/.bin/anvil');
const anvil = existsSync(installed) ? installed : 'anvil';
if (spawnSync(anvil, ['--version']).error) {
  process.stderr.write(`There is no anvil for ${process.platform} ${process.arch} here. npm brings it along for Linux on x64;
elsewhere install Foundry (https://getfoundry.sh), so that the command "anvil" is found, and run this again.
`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'palisade-demo-'));
const children: { readonly name: string; readonly child: ChildProcess }[] = [];
let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));

/** As the setting says; by default the usual address if it is free. */
async function addressOf(setting: Setting<ListenAddress>): Promise<ListenAddress> {
  const address = readSetting(setting, process.env);
  if (process.env[setting.variable] || !(await listenProblem(address))) return address;
  return { ...address, port: await freePort() };
}

/** Starts a program and waits for a line of its output. Signals of the terminal do not reach it, so that it can be ended in order. */
async function start(
  name: string,
  [command = '', ...args]: readonly string[],
  line: string,
  env: Record<string, string> = {},
): Promise<void> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  children.push({ name, child });
  child.once('exit', () => {
    if (isEnding) return;
    process.stderr.write(`${name} has ended.\n`);
    end(1);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (text) => text.includes(line) && resolve());
  await promise;
}

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  for (const { child } of children.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

const chain = await freePort();
const [api, edge, gateway] = [
  await addressOf(apiListen),
  await addressOf(edgeListen),
  await addressOf(gatewayListen),
];
const textOf = (address: ListenAddress) => listenUrl(address).slice('http://'.length);
const chainUrl = `http://127.0.0.1:${chain}`;
const chainArgs = ['--port', `${chain}`, '--chain-id', CHAIN_ID, '--block-time', `${blockTime}`];
await start('The development chain', [anvil, ...chainArgs], 'Listening on');
await start(
  'The node',
  [process.execPath, inRepository('bin/palisade.js'), 'serve'],
  'Palisade is ready',
  {
    PALISADE_DATA_DIR: folder,
    [apiListen.variable]: textOf(api),
    [edgeListen.variable]: textOf(edge),
    [gatewayListen.variable]: textOf(gateway),
    PALISADE_GATEWAY_UPSTREAMS: JSON.stringify({ sepolia: [chainUrl] }),
    PALISADE_LOG_LEVEL: 'warn',
  },
);

const url = `${listenUrl(gateway)}/v1/sepolia`;
const call = (method: string, params: string) =>
  `curl -s ${url} -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","method":"${method}","params":${params},"id":1}'`;
process.stdout.write(`
A development chain with the id of Sepolia runs, with a new block every ${blockTime} s, and a node that asks it.

  Gateway   ${url}
  API       ${listenUrl(api)}/client/v4
  Chain     ${chainUrl}

Paste this into another terminal:

  ${call('eth_getBlockByNumber', '["latest",false]')}
  ${call('eth_getBlockReceipts', '["latest"]')}
  ${call('eth_chainId', '[]').replace('/sepolia', '/rinkeby')}
  curl -s ${listenUrl(api)}/metrics | grep palisade_gateway

To paste calls of the guides, define their helpers with this address and this token:

  API=${listenUrl(api)}/client/v4
  TOKEN=$(cat ${join(folder, 'admin-token')})

Or, with viem, in this folder (after npm ci):

node --input-type=module <<'END'
import { createPublicClient, createWalletClient, http, parseEther } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { sepolia } from 'viem/chains';
const transport = http('${url}');
const reader = createPublicClient({ chain: sepolia, transport, pollingInterval: 500 });
const account = mnemonicToAccount('test test test test test test test test test test test junk');
const wallet = createWalletClient({ chain: sepolia, transport, account });
const hash = await wallet.sendTransaction({ to: '0x${'42'.repeat(20)}', value: parseEther('1') });
const { status, blockNumber } = await reader.waitForTransactionReceipt({ hash });
console.log(hash, status, 'in block', blockNumber);
END

Ctrl-C ends the demo.
`);
