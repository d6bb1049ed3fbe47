/** Browsers send cookies to every port of a host, so a site on the host of the dashboard would get its session. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { visit } from '../support/visit.ts';

const SESSION = 'palisade_session=psls_secret';

describe('the session of a dashboard', () => {
  let origin: Server;
  let edge: TestEdge;

  before(async () => {
    origin = createServer((incoming, outgoing) => {
      outgoing.end(JSON.stringify(incoming.headers));
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    const rulesets = rulesOf({
      http_request_firewall_custom: [
        ruleOf('seen', 'block', 'any(http.request.headers["cookie"][*] contains "psls_")'),
        ruleOf('name', 'block', 'any(http.request.cookies["palisade_session"][*] ne "")'),
      ],
    });
    edge = await openTestEdge({
      zones: [{ ...site.zone, sections: { ...site.zone.sections, rulesets } }],
      pools: [site.pool],
    });
  });
  after(async () => {
    await edge.close();
    origin.closeAllConnections();
    origin.close();
  });

  const table: readonly [sent: string | string[], received: string | undefined][] = [
    [SESSION, undefined],
    [`a=1; ${SESSION}; b=2`, 'a=1; b=2'],
    [`${SESSION}; a=1`, 'a=1'],
    [`a=1;${SESSION}`, 'a=1'],
    [[`a=1; ${SESSION}`, SESSION, 'b=2'], 'a=1; b=2'],
    ['my_palisade_session=1; a=2', 'my_palisade_session=1; a=2'],
    ['a=palisade_session=1', 'a=palisade_session=1'],
  ];
  for (const [sent, received] of table) {
    it(`is removed from the cookies ${JSON.stringify(sent)}`, async () => {
      const { status, body } = await visit(edge.port, { headers: { cookie: sent } });
      assert.equal(status, 200, 'no rule sees it');
      assert.equal(JSON.parse(body).cookie, received);
    });
  }
});
