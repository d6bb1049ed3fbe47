import { coreRuleset } from '../../src/catalogs/managed-rulesets/core/core.ts';
import { managedRuleset } from '../../src/catalogs/managed-rulesets/managed/managed.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { RuledSite } from '../../test/support/ruled-site.ts';
import { visitShop } from '../../test/support/shop-traffic.ts';

const attacks = [
  "/products?id=1' OR 1=1--",
  '/search?q=<script>alert(1)</script>',
  '/download?file=../../../../etc/passwd',
  '/products?id=7 UNION SELECT card, cvv FROM payments--',
];

const ROUNDS = 12;

/** Makes what a shop that runs for a while has: rules of several kinds, a list, other zones, and visits with attacks among them. */
export async function fillShop(site: RuledSite): Promise<void> {
  const { api, accountId, zoneId } = site;
  await api('PUT', `/zones/${zoneId}/rulesets/phases/http_request_firewall_managed/entrypoint`, {
    rules: [managedRuleset, coreRuleset].map(({ id, name }) => ({
      action: 'execute',
      expression: 'true',
      description: `Run ${name}`,
      action_parameters: { id },
    })),
  });
  await api('PUT', `/zones/${zoneId}/rulesets/phases/http_ratelimit/entrypoint`, {
    rules: [
      {
        action: 'block',
        expression: 'http.request.uri.path eq "/cart"',
        description: 'At most 10 changes of the cart in ten seconds',
        ratelimit: {
          characteristics: ['cf.colo.id', 'ip.src'],
          period: 10,
          requests_per_period: 10,
          mitigation_timeout: 10,
        },
      },
    ],
  });
  const list = await api('POST', `/accounts/${accountId}/rules/lists`, {
    name: 'office',
    kind: 'ip',
    description: 'Addresses of our offices',
  });
  await api('POST', `/accounts/${accountId}/rules/lists/${list.id}/items`, [
    { ip: '192.0.2.0/24', comment: 'Berlin' },
    { ip: '2001:db8::/48', comment: 'Lisbon' },
  ]);
  for (const name of ['blog.test', 'status.test', 'warehouse-management-of-the-shop.test']) {
    await api('POST', '/zones', { name, account: { id: accountId } });
  }
  const [attack = ''] = attacks;
  await eventually('the managed rules act', async () => {
    return (await site.visit(encodeURI(attack))).status === 403;
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const path of attacks) await site.visit(encodeURI(path));
  }
  await visitShop(site, ROUNDS);
}
