import { managedPackage } from '../../catalogs/previous-firewall/managed-package.ts';
import type { ApiClient } from '../api-client.ts';
import { listAll } from '../list-all.ts';

/** The settings of the previous managed rules that the migration reads. */
export interface PreviousRules {
  readonly setting: string;
  readonly owasp: OwaspSettings;
  readonly groupsOff: readonly { readonly id: string; readonly name: string }[];
  readonly changedRules: readonly ChangedRule[];
  readonly firewallRules: readonly BypassRule[];
  readonly pageRules: readonly PageRule[];
}

interface OwaspSettings {
  readonly sensitivity: string;
  readonly action_mode: string;
}

interface ChangedRule {
  readonly id: string;
  readonly description: string;
  readonly mode: string;
}

export interface BypassRule {
  readonly id: string;
  readonly description?: string;
  readonly products?: readonly string[];
  readonly filter: { readonly expression: string };
}

export interface PageRule {
  readonly targets: readonly { readonly constraint: { readonly value: string } }[];
  readonly actions: readonly { readonly id: string; readonly value?: unknown }[];
}

interface Package extends OwaspSettings {
  readonly detection_mode: string;
}

/** Fails for migrated zones, whose packages cannot be read any more. */
export async function readPreviousRules(api: ApiClient, zoneId: string): Promise<PreviousRules> {
  const zone = `/zones/${zoneId}`;
  const waf = `${zone}/firewall/waf/packages`;
  const managed = `${waf}/${managedPackage.id}`;
  const packages = await listAll<Package>(api, waf);
  const groups = await listAll<{ id: string; name: string }>(api, `${managed}/groups?mode=off`);
  const rules = await listAll<ChangedRule>(api, `${managed}/rules`, 100);
  const firewallRules = await listAll<BypassRule>(api, `${zone}/firewall/rules?action=bypass`, 100);
  const pageRules = (await api.call('GET', `${zone}/pagerules`)).result as readonly PageRule[];
  const setting = (await api.call('GET', `${zone}/settings/waf`)).result as { value: string };
  return {
    setting: setting.value,
    owasp: packages.find(({ detection_mode: mode }) => mode === 'anomaly') ?? noOwasp,
    groupsOff: groups,
    changedRules: rules.filter(({ mode }) => mode !== 'default'),
    firewallRules: firewallRules.filter(({ products }) => products?.includes('waf')),
    pageRules,
  };
}

const noOwasp: OwaspSettings = { sensitivity: 'off', action_mode: 'off' };
