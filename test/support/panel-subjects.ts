import { managedRuleset } from '../../src/catalogs/managed-rulesets/managed/managed.ts';
import { ruleIdOf } from '../../src/catalogs/managed-rulesets/managed-rule-base.ts';
import type { RuledSite } from './ruled-site.ts';

/** What the navigation does not lead to: side panels, tabs, and the steps of longer tasks. Each has an address. */
export async function panelSubjects(site: RuledSite): Promise<{ name: string; path: string }[]> {
  const { api, accountId, zoneId } = site;
  const zone = `/zones/${zoneId}`;
  const account = `/accounts/${accountId}`;
  const idOf = async (path: string): Promise<string> => (await api('GET', path))[0].id;
  // Later ones of the same kind have no trace.
  const event = (await site.events('path=/products&per_page=100')).at(-1);
  const entryPoint = `${zone}/rulesets/phases/http_request_firewall_custom/entrypoint`;
  const [rule] = (await api('GET', entryPoint)).rules;
  const list = await idOf(`${account}/rules/lists`);
  const exception = await idOf(`${zone}/rule_exceptions`);
  const other = await idOf('/zones?name=blog.test');
  return [
    { name: 'first-run', path: `${account}/start` },
    { name: 'first-run-done', path: `${account}/start?panel=${zoneId}` },
    { name: 'event', path: `${zone}/security/events?panel=${event.id}` },
    { name: 'event-trace', path: `${zone}/security/events?panel=${event.id}&tab=trace` },
    { name: 'custom-rule', path: `${zone}/security/custom-rules?panel=${rule.id}` },
    { name: 'new-rate-limit', path: `${zone}/security/rate-limits?panel=new` },
    { name: 'new-redirect', path: `${zone}/security/redirects-and-rewrites?panel=new` },
    { name: 'managed-ruleset', path: `${zone}/security/managed-rules?tab=${managedRuleset.id}` },
    {
      name: 'managed-rule',
      path: `${zone}/security/managed-rules?tab=${managedRuleset.id}&panel=${ruleIdOf('managed-sql')}`,
    },
    {
      name: 'ruleset-settings',
      path: `${zone}/security/managed-rules?tab=${managedRuleset.id}&panel=settings`,
    },
    { name: 'exception', path: `${zone}/security/exceptions?panel=${exception}` },
    { name: 'list', path: `${account}/lists?tab=${list}` },
    { name: 'list-add', path: `${account}/lists?tab=${list}&panel=add` },
    { name: 'migration-steps', path: `/zones/${other}/security/firewall-migration` },
    { name: 'zone', path: `${account}/zones?panel=${zoneId}` },
    { name: 'new-token', path: `${account}/tokens?panel=new` },
    { name: 'setting', path: `${zone}/settings?panel=websockets` },
    { name: 'no-such-zone', path: '/zones/0123456789abcdef0123456789abcdef' },
  ];
}
