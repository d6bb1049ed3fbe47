/**
 * Runs the official Terraform providers through all operations with a separate node, and prints a table of resources
 * and steps. `npm run terraform -- 5` runs one of them, `npm run terraform` both; it needs `go`, `terraform` and `openssl`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_BASE } from '../src/app/node/api-base.ts';
import { RECEIVER_NETWORK, startLogReceiver } from '../test/support/log-receiver.ts';
import { type NodeProcess, nodeHome } from '../test/support/node-process.ts';
import { TerraformCommand } from './terraform/command.ts';
import type { Outcomes } from './terraform/outcomes.ts';
import { builtProvider, providerVersions } from './terraform/provider-build.ts';
import { resourceKinds } from './terraform/resource-kinds.ts';
import { sizeSteps, walkSizes } from './terraform/size-walk.ts';
import { startTlsProxy, type TlsProxy } from './terraform/tls-proxy.ts';
import { steps, type WalkOptions, walk } from './terraform/walk.ts';

type Version = keyof typeof providerVersions;

type Environment = (node: NodeProcess, proxy: TlsProxy) => Record<string, string>;

/** The environment variables that give each provider the address of the API. */
const environments: Readonly<Record<Version, Environment>> = {
  '4': (node, proxy) => ({
    CLOUDFLARE_API_HOSTNAME: `localhost:${proxy.port}`,
    CLOUDFLARE_API_BASE_PATH: API_BASE,
    CLOUDFLARE_API_TOKEN: node.token(),
    SSL_CERT_FILE: proxy.certificateFile,
  }),
  '5': (node) => ({ CLOUDFLARE_BASE_URL: node.api, CLOUDFLARE_API_TOKEN: node.token() }),
};

/** A configuration, what is done with it, and the columns of the table that comes of it. */
interface Walk {
  readonly version: Version;
  readonly configuration: string;
  readonly steps: readonly string[];
  readonly run: (options: WalkOptions) => Promise<Outcomes>;
}

const walks: readonly Walk[] = [
  { version: '5', configuration: 'provider-5', steps, run: walk },
  { version: '5', configuration: 'sizes-5', steps: sizeSteps, run: walkSizes },
  { version: '4', configuration: 'provider-4', steps, run: walk },
];

const wanted = process.argv.slice(2).filter((each): each is Version => each in providerVersions);
let failures = 0;
for (const each of walks) {
  if (wanted.length > 0 && !wanted.includes(each.version)) continue;
  failures += printed(each, await outcomesOf(each));
}
process.exitCode = failures > 0 ? 1 : 0;

async function outcomesOf({ version, configuration, run }: Walk): Promise<Outcomes> {
  const provider = builtProvider(providerVersions[version]);
  const folder = mkdtempSync(join(tmpdir(), 'palisade-terraform-'));
  const home = await nodeHome();
  const receiver = await startLogReceiver();
  const node = await home.start({
    PALISADE_LOG_FOLDER: folder,
    PALISADE_OUTBOUND_ALLOW: RECEIVER_NETWORK,
  });
  const proxy = await startTlsProxy(folder, Number(new URL(node.origin).port));
  try {
    const call = async (method: string, path: string) =>
      await fetch(node.api + path, {
        method,
        headers: { authorization: `Bearer ${node.token()}` },
      });
    const accounts = (await (await call('GET', '/accounts')).json()) as {
      readonly result: readonly { readonly id: string }[];
    };
    const terraform = new TerraformCommand({
      folder,
      provider,
      source: fileURLToPath(new URL(`./terraform/${configuration}`, import.meta.url)),
      env: {
        ...environments[version](node, proxy),
        TF_VAR_account_id: accounts.result[0]?.id ?? '',
        TF_VAR_webhook_url: `${receiver.origin}/alerts`,
      },
    });
    return await run({
      folder,
      terraform,
      kinds: resourceKinds[version],
      delete: async (path) => (await call('DELETE', path)).status,
    });
  } finally {
    proxy.close();
    await home.remove();
    await receiver.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Prints the table and the problems below it; returns the number of problems. */
function printed({ version, configuration, steps }: Walk, outcomes: Outcomes): number {
  const { name } = providerVersions[version];
  console.log(`\nprovider ${name}, ${configuration}\n\n| resource | ${steps.join(' | ')} |`);
  console.log(`|---|${steps.map(() => '---|').join('')}`);
  const problems: string[] = [];
  for (const [address, row] of [...outcomes].toSorted()) {
    const cells = steps.map((step) => {
      const outcome = row.get(step) ?? '–';
      if (['ok', '–', 'provider'].includes(outcome)) return outcome;
      return `(${problems.push(`${address}, ${step}: ${outcome}`)})`;
    });
    console.log(`| ${address.replace('cloudflare_', '')} | ${cells.join(' | ')} |`);
  }
  for (const [n, problem] of problems.entries()) console.log(`\n(${n + 1}) ${problem}`);
  return problems.length;
}
