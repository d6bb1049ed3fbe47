import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const MODULE = 'github.com/cloudflare/terraform-provider-cloudflare';

/** A version of the provider, and its name in the Go module proxy: its tags violate the rules of Go modules. */
export interface ProviderVersion {
  readonly name: string;
  /** A branch or a pseudo-version. */
  readonly version: string;
  /** Packages under `internal/services` that are kept; undefined: all. All of 5.x take an hour to compile. */
  readonly services?: readonly string[];
}

export const providerVersions: Readonly<Record<'4' | '5', ProviderVersion>> = {
  '4': { name: '4.48', version: 'v1.18.2-0.20241209015037-1c39e979c0c2' },
  '5': {
    name: '5.24',
    version: 'v0.0.0-20260824180050-4f360d592a7d',
    services: [
      'account',
      'account_api_token_permission_groups',
      'account_permission_group',
      'account_subscription',
      'account_token',
      'api_token',
      'api_token_permission_groups',
      'filter',
      'firewall_rule',
      'healthcheck',
      'leaked_credential_check',
      'leaked_credential_check_rule',
      'list',
      'list_item',
      'load_balancer',
      'load_balancer_monitor',
      'load_balancer_monitor_group',
      'load_balancer_pool',
      'logpush_job',
      'managed_transforms',
      'notification_policy',
      'notification_policy_webhooks',
      'page_rule',
      'page_shield_connections',
      'page_shield_cookies',
      'page_shield_policy',
      'page_shield_scripts',
      'ruleset',
      'url_normalization_settings',
      'user',
      'web3_hostname',
      'zone',
      'zone_hold',
      'zone_setting',
      'zone_subscription',
    ],
  },
};

/** The folder with the executable of a provider, which is built if it is missing. */
export function builtProvider({ name, version, services }: ProviderVersion): string {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'palisade');
  const home = join(cache, 'terraform', version);
  const folder = home + variantOf(services);
  const file = join(folder, 'terraform-provider-cloudflare');
  if (existsSync(file)) return folder;
  process.stderr.write(`building provider ${name}; the first time takes up to half an hour\n`);
  // Go recompiles packages in another folder, so all variants share one source folder.
  const source = join(home, 'source');
  mkdirSync(folder, { recursive: true });
  rmSync(source, { recursive: true, force: true });
  mkdirSync(source, { recursive: true });
  const download = execFileSync('go', ['mod', 'download', '-json', `${MODULE}@${version}`]);
  cpSync(JSON.parse(String(download)).Dir, source, { recursive: true });
  execFileSync('chmod', ['-R', 'u+w', source]);
  if (services) keepServices(join(source, 'internal', 'provider.go'), services);
  const output = `${file}.new`;
  execFileSync('go', ['build', '-buildvcs=false', '-o', output, '.'], {
    cwd: source,
    stdio: 'inherit',
  });
  renameSync(output, file);
  rmSync(source, { recursive: true });
  return folder;
}

/** A name suffix for the set of services: each set is a separate executable. */
function variantOf(services: readonly string[] = []): string {
  if (services.length === 0) return '';
  return `-${createHash('sha256').update(services.join()).digest('hex').slice(0, 8)}`;
}

/** Every service has a line in the imports and one for each of its resources and data sources. */
function keepServices(file: string, services: readonly string[]): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  const kept = lines.filter((line) => {
    const [, service] =
      /internal\/services\/(\w+)"/.exec(line) ?? /^\t\t(\w+)\.New\w+,/.exec(line) ?? [];
    return service === undefined || services.includes(service);
  });
  writeFileSync(file, kept.join('\n'));
}
