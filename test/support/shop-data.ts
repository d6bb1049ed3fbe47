import { coreRuleset } from '../../src/catalogs/managed-rulesets/core/core.ts';
import { managedRuleset } from '../../src/catalogs/managed-rulesets/managed/managed.ts';
import { ruleIdOf } from '../../src/catalogs/managed-rulesets/managed-rule-base.ts';
import { eventually } from './eventually.ts';
import type { RuledSite } from './ruled-site.ts';
import { visitShop } from './shop-traffic.ts';

const attacks = [
  "/products?id=1' OR 1=1--",
  '/search?q=<script>alert(1)</script>',
  '/download?file=../../../../etc/passwd',
  '/products?id=7 UNION SELECT card, cvv FROM payments--',
];

const paths = ['/', '/products', '/products/7?colour=red', '/cart', '/about', '/search?q=lamp'];

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'curl/8.14.1',
];

const referrers = ['https://search.test/', 'https://news.test/lamps', 'http://shop.test/', ''];

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
  await addRules(site);
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
    const zone = await api('POST', '/zones', { name, account: { id: accountId } });
    if (name === 'blog.test') await api('PATCH', `/zones/${zone.id}/settings/waf`, { value: 'on' });
  }
  const [attack = ''] = attacks;
  await eventually('the managed rules act', async () => {
    return (await site.visit(encodeURI(attack))).status === 403;
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const path of attacks) await site.visit(encodeURI(path));
  }
  await visitAsBrowsers(site);
  await visitShop(site, ROUNDS);
  await makeException(site);
}

/** Rules of other kinds, and a token. */
async function addRules({ api, accountId, zoneId }: RuledSite): Promise<void> {
  const entryPoint = (phase: string) => `/zones/${zoneId}/rulesets/phases/${phase}/entrypoint`;
  const custom = await api('GET', entryPoint('http_request_firewall_custom'));
  for (const rule of [
    {
      action: 'managed_challenge',
      expression: 'ip.geoip.country in {"T1"} and http.request.uri.path eq "/cart"',
      description: 'Carts from anonymous networks',
    },
    {
      action: 'log',
      expression: 'http.user_agent contains "curl" and not ip.src in {192.0.2.0/24}',
      description: 'Command line clients from outside the office',
      enabled: false,
    },
  ]) {
    await api('POST', `/zones/${zoneId}/rulesets/${custom.id}/rules`, rule);
  }
  await api('PUT', entryPoint('http_request_dynamic_redirect'), {
    rules: [
      {
        action: 'redirect',
        expression: 'http.request.uri.path eq "/lamps"',
        description: 'Lamps are now among the products',
        action_parameters: {
          from_value: { status_code: 301, target_url: { value: 'http://shop.test/products' } },
        },
      },
    ],
  });
  const [group] = await api('GET', '/user/tokens/permission_groups?name=Analytics%20Read');
  await api('POST', `/accounts/${accountId}/tokens`, {
    name: 'Figures for the weekly report',
    expires_on: '2030-01-01T00:00:00Z',
    policies: [
      {
        effect: 'allow',
        resources: { [`com.cloudflare.api.account.zone.${zoneId}`]: '*' },
        permission_groups: [{ id: group.id }],
      },
    ],
  });
}

/** Every path by every program, so that rankings have something to rank. */
async function visitAsBrowsers(site: RuledSite): Promise<void> {
  for (const [n, agent] of agents.entries()) {
    for (const path of paths.slice(n)) {
      const referer = referrers[(n + path.length) % referrers.length];
      await site.visit(path, undefined, { 'user-agent': agent, ...(referer && { referer }) });
    }
  }
}

/** What an administrator makes from the first event. */
async function makeException({ api, zoneId }: RuledSite): Promise<void> {
  await api('POST', `/zones/${zoneId}/rule_exceptions`, {
    rule_id: ruleIdOf('managed-sql'),
    path: '/search',
    place: 'query',
    field: 'q',
    reason: 'Teachers search for examples of SQL',
  });
}
