/** Requests whose rule fails with an error: the file of leaked credentials is damaged. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { PalisadeError } from '../../src/kernel/palisade-error.ts';
import { executeOf, ruleOf, rulesetOf, rulesOf, type WrittenRule } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { recordedTelemetry } from '../support/recorded-telemetry.ts';
import { openTestEdge } from '../support/test-edge.ts';

const CUSTOM = 'http_request_firewall_custom';

const broken = {
  hasPair(): never {
    throw new PalisadeError('damaged', 'the file is damaged');
  },
  hasPassword: () => false,
};
const failing = ruleOf(
  'failing',
  'log',
  'true',
  {},
  { credentialCheck: { username_expression: '"ada"', password_expression: '"secret"' } },
);
const first = ruleOf('before', 'log');
const last = ruleOf('after', 'log');

const cases = [
  {
    what: 'is skipped, and the rules after it run',
    setting: 'skip',
    status: 200,
    events: ['log before', 'log after'],
  },
  {
    what: 'blocks if the setting says `block`',
    setting: 'block',
    status: 403,
    events: ['log before', 'block failing'],
  },
] as const;

describe('a rule that fails', () => {
  let origin: Server;
  let site: ReturnType<typeof siteOf>;

  before(async () => {
    origin = createServer((_, outgoing) => outgoing.end('ok')).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
  });
  after(() => origin.close());

  const positions: Readonly<Record<string, readonly WrittenRule[]>> = {
    'in an entry point': [first, failing, last],
    'in a ruleset that is executed': [
      executeOf('e', {
        kind: 'custom',
        ruleset: rulesetOf('inner', [first, failing, last]),
      }),
    ],
  };
  for (const [where, rules] of Object.entries(positions)) {
    for (const { what, setting, status, events } of cases) {
      it(`${what}, ${where}`, async () => {
        const telemetry = recordedTelemetry();
        const edge = await openTestEdge(
          { pools: [site.pool] },
          { failingRules: setting, traceSampleRate: 1 },
          // The clock stands still, so that there is time to trace all rules.
          { credentials: broken, telemetry, now: () => 0 },
        );
        await edge.applyRules(site.zone, rulesOf({ [CUSTOM]: rules }));
        try {
          const headers = { host: 'shop.test' };
          const sent = request({ host: '127.0.0.1', port: edge.port, headers }).end();
          const [response] = await once(sent, 'response');
          response.resume();
          await once(response, 'end');
        } finally {
          await edge.close();
        }
        assert.equal(edge.events[0]?.fields.EdgeResponseStatus, status);
        assert.deepEqual(
          edge.security.map(({ fields }) => `${fields.Action} ${fields.Ref}`),
          events,
        );
        const traced = edge.traces[0]?.phases.flatMap((phase) => phase.rules);
        assert.equal(traced?.find(({ id }) => id === 'failing')?.outcome, 'failed');
        assert.match(JSON.stringify(telemetry.records), /the file is damaged/);
      });
    }
  }
});
