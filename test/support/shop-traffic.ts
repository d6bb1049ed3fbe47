import { eventually } from './eventually.ts';
import type { RuledSite } from './ruled-site.ts';

/** Paths of ordinary visits; the origin knows all of them. */
const visits = ['/', '/', '/products', '/products/7?colour=red', '/cart', '/about'];

/** Requests that a rule of `protectShop` blocks. */
const attacks = ['/wp-login.php', '/wp-login.php', '/wp-login.php?action=register'];

/** Stores a custom rule, and waits until the edge applies it. */
export async function protectShop(site: RuledSite): Promise<void> {
  const path = `/zones/${site.zoneId}/rulesets/phases/http_request_firewall_custom/entrypoint`;
  await site.api('PUT', path, {
    rules: [
      {
        action: 'block',
        expression: 'http.request.uri.path eq "/wp-login.php"',
        description: 'No visitor signs in to WordPress here',
      },
    ],
  });
  await eventually('the rule acts', async () => (await site.visit('/wp-login.php')).status === 403);
}

/** Visits and attacks, and waits until the API shows them all. */
export async function visitShop(site: RuledSite, rounds = 1): Promise<void> {
  const before = await shown(site);
  for (let round = 0; round < rounds; round++) {
    for (const path of [...visits, ...attacks]) await site.visit(path);
  }
  await eventually('the API shows the traffic', async () => {
    const { requests, blocked } = await shown(site);
    return (
      requests >= before.requests + rounds * (visits.length + attacks.length) &&
      blocked >= before.blocked + rounds * attacks.length
    );
  });
}

async function shown(site: RuledSite): Promise<{ requests: number; blocked: number }> {
  const { totals } = await site.api('GET', `/zones/${site.zoneId}/traffic/timeseries`);
  const events = await site.api('GET', `/zones/${site.zoneId}/security/events/timeseries`);
  return { requests: totals.requests, blocked: events.total };
}
