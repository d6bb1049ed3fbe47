/**
 * Spellings of hosts and paths that try to bypass a rule, and how servers read them. Protecting rules must act if any
 * server reads the protected path; skip rules must act only if all servers read the allowed path.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect as http2Connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import type { UrlNormalization } from '../../src/contracts/snapshot/url-normalization.ts';
import type { ZoneSnapshot } from '../../src/contracts/snapshot/zone-snapshot.ts';
import {
  executeOf,
  ruleOf,
  rulesetOf,
  rulesOf,
  type WrittenRule,
  type WrittenRules,
} from '../support/edge-rules.ts';
import { balancerOf, originOf, siteOf } from '../support/edge-snapshots.ts';
import { NginxReader } from '../support/nginx-reader.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { type Sent, visitAndFlush } from '../support/visit.ts';

const folder = fileURLToPath(new URL('../fixtures/tls', import.meta.url));
const ADMIN = '/admin';
const OPEN = '/open/';

/** How servers of several kinds read a path. */
const decode = (path: string) =>
  path.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
function resolve(path: string): string {
  const kept: string[] = [];
  const segments = path.split(/[/\\]+/).slice(1);
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return `/${kept.join('/')}`;
}
const withoutParameters = (path: string) => path.replace(/;[^/]*/g, '');
const servers: Readonly<Record<string, (path: string) => string>> = {
  literal: (path) => path,
  decoding: (path) => resolve(decode(path)),
  parameters: (path) => resolve(decode(withoutParameters(path))),
  decodesFirst: (path) => resolve(withoutParameters(decode(path))),
  decodesTwice: (path) => resolve(decode(decode(path))),
  endsAtNul: (path) => resolve(decode(path).split('\0', 1)[0] ?? ''),
};

type Outcome = 'acts' | 'refused' | 'passes';

/** Spellings of `/admin`, and similar paths. */
const adminSpellings: readonly (readonly [path: string, outcome: Outcome])[] = [
  ['/admin', 'acts'],
  ['//admin', 'acts'],
  ['///admin', 'acts'],
  ['/./admin', 'acts'],
  ['/x/../admin', 'acts'],
  ['/../admin', 'acts'],
  ['/x/./y/../../admin', 'acts'],
  ['/%61dmin', 'acts'],
  ['/%61%64%6d%69%6E', 'acts'],
  ['/x/%2e%2e/admin', 'acts'],
  ['/x/.%2E/admin', 'acts'],
  ['/\\admin', 'acts'],
  ['/x\\..\\admin', 'acts'],
  ['/x/..//admin', 'acts'],
  ['/%2fadmin', 'acts'],
  ['/%2Fadmin', 'acts'],
  ['/%5cadmin', 'acts'],
  ['/%2f%2fadmin', 'acts'],
  ['/;/admin', 'acts'],
  ['/;x=1/admin', 'acts'],
  ['/admin;x=1', 'acts'],
  ['/admin;', 'acts'],
  ['/%2fadmin;x', 'acts'],
  ['/%2f;a%2fb/admin', 'acts'],
  ['/admin;v=a%2fb', 'acts'],
  ['/%3b%2Fadmin', 'acts'],
  ['/admin%3Bx', 'acts'],
  ['/x%2f..%2fadmin', 'refused'],
  ['/x%2F../admin', 'refused'],
  ['/x/..%2fadmin', 'refused'],
  ['/x%5c..%5cadmin', 'refused'],
  ['/x/..;/admin', 'refused'],
  ['/x/..;a=b/admin', 'refused'],
  ['/x/%2e%2e;/admin', 'refused'],
  ['/x/..%3b/admin', 'refused'],
  ['/.;/admin', 'refused'],
  ['/admin%00', 'refused'],
  ['/admin%00.jpg', 'refused'],
  ['/%252fadmin', 'refused'],
  ['/x/%252e%252e/admin', 'refused'],
  ['/x%255c..%255cadmin', 'refused'],
  ['/%25%32%66admin', 'refused'],
  ['/%%32%66admin', 'refused'],
  ['/x%c0%af..%c0%afadmin', 'refused'],
  ['/x/%f0%80%80%ae%f0%80%80%ae/admin', 'refused'],
  ['/administrator', 'passes'],
  ['/x/admin', 'passes'],
  ['/x%2Fadmin', 'passes'],
  ['/admin/delete/../..', 'passes'],
  ['/.well-known/admin', 'passes'],
  ['/x?/admin', 'passes'],
  ['/x?a=/../admin%2f..%00', 'passes'],
];

/** Spellings of paths below `/open/`, and of other paths. */
const openSpellings: readonly (readonly [path: string, outcome: Outcome])[] = [
  ['/open/x', 'acts'],
  ['//open//x', 'acts'],
  ['/%6fpen/x', 'acts'],
  ['/y/../open/x', 'acts'],
  ['/open/a%2Fb', 'acts'],
  ['/open/x;y=1', 'acts'],
  ['/open/../admin', 'passes'],
  ['/open/x/../../admin', 'passes'],
  ['/open/%2e%2e/admin', 'passes'],
  ['/open%2Fx', 'passes'],
  ['/%2fopen/x', 'passes'],
  ['/open;v=1/x', 'passes'],
  ['/open/..%2fadmin', 'refused'],
  ['/open/..;/admin', 'refused'],
  ['/open/%2e%2e%5cadmin', 'refused'],
  ['/open/%252e%252e/admin', 'refused'],
];

const PATH = 'http.request.uri.path';
const custom = (...rules: ReturnType<typeof ruleOf>[]) =>
  rulesOf({ http_request_firewall_custom: rules });
const ratelimit = {
  characteristics: ['cf.colo.id', 'ip.src', PATH],
  period: 3_600,
  requests_per_period: 1,
  mitigation_timeout: 3_600,
};

const isAdmin = `${PATH} eq "/admin"`;
/** Protecting actions. `seen` checks the effect of actions that still forward the request. */
const protecting: Readonly<Record<string, WrittenRules>> = {
  'a block of a path': custom(ruleOf('r', 'block', isAdmin)),
  'a block of a prefix': custom(
    ruleOf(
      'r',
      'block',
      `starts_with(${PATH}, "/admin")
    and not starts_with(${PATH}, "/administrator")`,
    ),
  ),
  'a block by pattern': custom(ruleOf('r', 'block', `${PATH} matches "^/admin(/delete)?$"`)),
  'a block of a set': custom(ruleOf('r', 'block', `${PATH} in {"/admin" "/other"}`)),
  'a block of a URL': custom(
    ruleOf('r', 'block', 'http.request.full_uri eq "http://shop.test/admin"'),
  ),
  'one of many blocks': custom(
    ...['/a', '/b', '/c', ADMIN].map((path) => ruleOf(path, 'block', `${PATH} eq "${path}"`)),
  ),
  'a challenge': custom(ruleOf('r', 'js_challenge', isAdmin)),
  'a log': custom(ruleOf('r', 'log', isAdmin)),
  'a rate limit': rulesOf({
    http_ratelimit: [ruleOf('r', 'block', isAdmin, {}, { ratelimit })],
  }),
};

const isOpen = `starts_with(${PATH}, "${OPEN}")`;
/** Actions that skip checks or redirect requests, and a check of their effect. */
interface Opening {
  readonly rules: WrittenRules;
  readonly opened: (visited: { status: number; origin: Got | undefined }) => boolean;
}
const opening: Readonly<Record<string, Opening>> = {
  'a skip': {
    rules: custom(
      ruleOf('open', 'skip', isOpen, { ruleset: 'current' }),
      ruleOf('closed', 'block'),
    ),
    opened: ({ status }) => status === 200,
  },
  'a skip of a phase': {
    rules: rulesOf({
      http_request_firewall_custom: [
        ruleOf('open', 'skip', isOpen, { phases: ['http_ratelimit'] }),
      ],
      http_ratelimit: [ruleOf('closed', 'block')],
    }),
    opened: ({ status }) => status === 200,
  },
  'a skip in a ruleset that a rule executes': {
    rules: rulesOf<WrittenRule>({
      http_request_firewall_custom: [
        executeOf(
          'e',
          {
            kind: 'custom',
            ruleset: rulesetOf('inner', [
              ruleOf('open', 'skip', 'true', { phases: ['http_ratelimit'] }),
            ]),
          },
          isOpen,
        ),
      ],
      http_ratelimit: [ruleOf('closed', 'block')],
    }),
    opened: ({ status }) => status === 200,
  },
  'a redirect': {
    rules: rulesOf({
      http_request_dynamic_redirect: [
        ruleOf('r', 'redirect', isOpen, {
          from_value: { target_url: { value: 'https://elsewhere.test/' }, status_code: 302 },
        }),
      ],
    }),
    opened: ({ status }) => status === 302,
  },
  'a rewrite': {
    rules: rulesOf({
      http_request_transform: [
        ruleOf('r', 'rewrite', isOpen, { uri: { query: { value: 'rewritten' } } }),
      ],
    }),
    opened: ({ origin }) => origin?.target.endsWith('?rewritten') === true,
  },
  'a route': {
    rules: rulesOf({
      http_request_origin: [ruleOf('r', 'route', isOpen, { host_header: 'inner.test' })],
    }),
    opened: ({ origin }) => origin?.host === 'inner.test',
  },
};

interface Got {
  readonly target: string;
  readonly host: string;
}

describe('what rules judge', () => {
  const got: Got[] = [];
  let origin: Server;
  let edge: TestEdge;
  let nginx: NginxReader | undefined;
  let site: ReturnType<typeof siteOf>;
  let tried = 0;

  before(async () => {
    nginx = await NginxReader.start();
    origin = createServer((incoming, outgoing) => {
      got.push({ target: incoming.url ?? '', host: incoming.headers.host ?? '' });
      outgoing.end('taken');
    }).listen(0, '127.0.0.1');
    origin.on('upgrade', (incoming, socket) => {
      got.push({ target: incoming.url ?? '', host: incoming.headers.host ?? '' });
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    edge = await openTestEdge(
      { zones: [site.zone], pools: [site.pool] },
      { tls: { host: '127.0.0.1', port: 0, folder } },
    );
  });
  after(async () => {
    await edge.close();
    origin.closeAllConnections();
    origin.close();
    await nginx?.stop();
  });

  async function ask(sent: Sent) {
    got.length = 0;
    edge.security.length = 0;
    tried += 1;
    const visited = await visitAndFlush(edge, sent);
    return { status: visited.status, origin: got[0], events: edge.security.length };
  }

  /** All readings of a path by servers. */
  async function readingsOf({ host, target }: Got): Promise<string[]> {
    const [path = ''] = target.split('?', 1);
    const byNginx = await nginx?.read(host, target);
    return [
      ...Object.values(servers).map((read) => read(path)),
      ...(byNginx ? [byNginx.path] : []),
    ];
  }

  function zoneWith(urlNormalization: Partial<UrlNormalization>): ZoneSnapshot {
    const { zone } = site.zone.sections;
    const settings = { type: 'cloudflare', scope: 'both', ambiguousPaths: 'refuse' } as const;
    return {
      ...site.zone,
      sections: {
        ...site.zone.sections,
        zone: { ...zone, urlNormalization: { ...settings, ...urlNormalization } },
      },
    };
  }

  for (const [name, rules] of Object.entries(protecting)) {
    it(`protect against every spelling: ${name}`, async () => {
      await edge.applyRules(site.zone, rules);
      // The limit is reached by the path in its usual spelling.
      if (name === 'a rate limit') await ask({ path: ADMIN });
      for (const [path, expected] of adminSpellings) {
        const { status, origin: reached, events } = await ask({ path });
        const outcome = status === 400 ? 'refused' : status !== 200 || events ? 'acts' : 'passes';
        assert.equal(outcome, expected, path);
        const isSent = outcome === 'passes' || (outcome === 'acts' && name === 'a log');
        assert.equal(reached !== undefined, isSent, path);
        if (outcome !== 'passes' || !reached) continue;
        const readings = await readingsOf(reached);
        assert.ok(!readings.includes(ADMIN), `${path}: ${readings.join(' ')}`);
      }
    });
  }

  it('match a redirect in any spelling of the target, and a skip only in all', async () => {
    const elsewhere = { from_value: { target_url: { value: '/' }, status_code: 302 } };
    const is = (path: string) => `http.request.uri.path eq "${path}"`;
    const outcomes: (string | number)[][] = [];
    for (const named of ['/a%20b', '/a b', '/a%2Fb', '/a/b']) {
      await edge.applyRules(
        site.zone,
        rulesOf({ http_request_dynamic_redirect: [ruleOf('r', 'redirect', is(named), elsewhere)] }),
      );
      const redirected = [await ask({ path: '/a%20b' }), await ask({ path: '/a%2Fb' })];
      await edge.applyRules(
        site.zone,
        rulesOf({
          http_request_firewall_custom: [
            ruleOf('open', 'skip', is(named), { ruleset: 'current' }),
            ruleOf('closed', 'block'),
          ],
        }),
      );
      const { status } = await ask({ path: '/a%20b' });
      outcomes.push([named, ...redirected.map((each) => each.status), status]);
    }
    assert.deepEqual(outcomes, [
      ['/a%20b', 302, 200, 403],
      ['/a b', 302, 200, 403],
      ['/a%2Fb', 200, 200, 403],
      ['/a/b', 200, 200, 403],
    ]);
  });

  for (const [name, { rules, opened }] of Object.entries(opening)) {
    it(`must all match for an action that skips checks: ${name}`, async () => {
      await edge.applyRules(site.zone, rules);
      for (const [path, expected] of openSpellings) {
        const visited = await ask({ path });
        const outcome = visited.status === 400 ? 'refused' : opened(visited) ? 'acts' : 'passes';
        assert.equal(outcome, expected, path);
        if (outcome !== 'acts' || !visited.origin) continue;
        for (const reading of await readingsOf(visited.origin)) {
          assert.ok(reading.startsWith(OPEN), `${path}: ${reading}`);
        }
      }
    });
  }

  it('must all match for an action that skips checks: a load balancer', async () => {
    const balancer = balancerOf('shop.test', [site.pool.id], {
      rules: [
        {
          name: 'open',
          expression: isOpen,
          terminates: true,
          overrides: {},
          fixedResponse: { status: 299, contentType: undefined, location: undefined, body: '' },
        },
      ],
    });
    const sections = { ...site.zone.sections, loadBalancing: { balancers: [balancer] } };
    await edge.apply({ zones: [{ ...site.zone, sections }] });
    for (const [path, expected] of openSpellings) {
      const { status } = await ask({ path });
      const outcome = status === 400 ? 'refused' : status === 299 ? 'acts' : 'passes';
      assert.equal(outcome, expected, path);
    }
  });

  it('include the path that the origin gets; the log has it as sent', async () => {
    await edge.applyRules(site.zone, custom(ruleOf('r', 'log', 'true')));
    for (const [path, forwarded] of [
      ['/a/../b//c?d=/../e', '/b/c?d=/../e'],
      ['/api/group%2fproject?x', '/api/group%2Fproject?x'],
      ['/caf%c3%a9;v=1', '/caf%C3%A9;v=1'],
    ] as const) {
      edge.events.length = 0;
      const { origin: reached } = await ask({ path });
      assert.equal(reached?.target, forwarded);
      assert.equal(edge.events[0]?.fields.ClientRequestURI, path);
    }
  });

  it('are the same over HTTP/2 and for WebSockets', async () => {
    await edge.applyRules(site.zone, custom(ruleOf('r', 'block', isAdmin)));
    const session = http2Connect(`https://127.0.0.1:${edge.tlsPort}`, {
      servername: 'shop.test',
      rejectUnauthorized: false,
    });
    const status = { acts: 403, refused: 400, passes: 200 };
    for (const [path, outcome] of adminSpellings) {
      const stream = session.request({ ':authority': 'Shop.test.', ':path': path });
      const [response] = await once(stream, 'response');
      await text(stream);
      assert.equal(response[':status'], status[outcome], path);
    }
    session.close();
    for (const [path, expected] of [
      ['/%2fadmin', 403],
      ['/x/..;/admin', 400],
    ] as const) {
      const socket = new WebSocket(`ws://127.0.0.1:${edge.port}${path}`, {
        headers: { host: 'shop.test' },
      });
      socket.on('error', () => {});
      const [, response] = await once(socket, 'unexpected-response');
      assert.equal(response.statusCode, expected, path);
    }
  });

  it('include rewritten paths, normalised', async () => {
    const rewrite = (expression: string) =>
      rulesOf({
        http_request_transform: [ruleOf('r', 'rewrite', 'true', { uri: { path: { expression } } })],
        http_request_firewall_custom: [ruleOf('b', 'block', isAdmin)],
      });
    await edge.applyRules(site.zone, rewrite('url_decode(http.request.uri.query)'));
    assert.equal((await ask({ path: '/?/x/%2e%2e//%61dmin' })).status, 403);
    assert.equal((await ask({ path: '/?/x/%252e%252e/b' })).origin?.target, '/b?/x/%252e%252e/b');
    assert.equal((await ask({ path: '/?/%252fadmin' })).status, 403);
    assert.equal((await ask({ path: '/?/x%252f..%252fadmin' })).status, 400);
  });

  it('of ambiguous paths are all evaluated if the zone allows such paths', async () => {
    const zone = zoneWith({ ambiguousPaths: 'allow' });
    await edge.applyRules(zone, custom(ruleOf('r', 'block', isAdmin)));
    const refused = adminSpellings.filter(([, outcome]) => outcome === 'refused');
    for (const [path] of refused.filter(([each]) => !/%c0|%f0/.test(each))) {
      assert.equal((await ask({ path })).status, 403, path);
    }
    const { origin: reached } = await ask({ path: '/x%252fy' });
    assert.equal(reached?.target, '/x%252fy');
  });

  for (const scope of ['incoming', 'none'] as const) {
    it(`include every spelling if origins get paths as sent: ${scope}`, async () => {
      await edge.applyRules(zoneWith({ scope }), custom(ruleOf('r', 'block', isAdmin)));
      for (const [path, outcome] of adminSpellings) {
        const { status, origin: reached } = await ask({ path });
        assert.equal(status, { acts: 403, refused: 400, passes: 200 }[outcome], path);
        if (reached) assert.equal(reached.target, path);
      }
    });
  }

  it('include repeated slashes that RFC 3986 keeps, and their normalised form', async () => {
    await edge.applyRules(zoneWith({ type: 'rfc3986' }), custom(ruleOf('r', 'block', isAdmin)));
    assert.equal((await ask({ path: '//admin' })).status, 403);
    assert.equal((await ask({ path: '/\\admin' })).status, 403);
    assert.equal((await ask({ path: '/x\\..\\admin' })).status, 400);
    assert.equal((await ask({ path: '/x//y/../z' })).origin?.target, '/x//z');
  });

  it('are not evaluated in a paused zone', async () => {
    const { zone } = site.zone.sections;
    const sections = { ...site.zone.sections, zone: { ...zone, paused: true } };
    await edge.applyRules({ ...site.zone, sections }, custom(ruleOf('r', 'block')));
    assert.equal((await ask({ path: '/x/..;/a//b' })).origin?.target, '/x/..;/a//b');
  });

  it('include decoded escapes', async () => {
    const escaped = [
      ['/adm!n', '/adm%21n'],
      ['/api:del', '/api%3Adel'],
      ['/café', '/caf%C3%A9'],
    ] as const;
    for (const [path, sent] of escaped) {
      await edge.applyRules(site.zone, custom(ruleOf('r', 'block', `${PATH} eq "${path}"`)));
      assert.equal((await ask({ path: sent })).status, 403, sent);
    }
    const open = `url_decode(${PATH}) eq "/café"`;
    await edge.applyRules(
      site.zone,
      custom(ruleOf('open', 'skip', open, { ruleset: 'current' }), ruleOf('closed', 'block')),
    );
    assert.equal((await ask({ path: '/caf%c3%a9' })).status, 200);
  });

  it('never have a host with an empty label', async () => {
    await edge.applyRules(site.zone, custom());
    for (const host of ['.shop.test', 'a..shop.test', 'shop..test', 'shop.test..', '..', '.:80']) {
      assert.equal((await ask({ headers: { host } })).status, 400, host);
    }
  });

  it('have the normalised host that the origin gets', async () => {
    const rules = custom(ruleOf('r', 'block', 'http.host eq "admin.shop.test"'));
    await edge.applyRules(site.zone, rules);
    for (const name of ['admin.shop.test', 'x.shop.test']) {
      for (const host of ['', '.', ':80', '.:443', ':8080'].flatMap((end) => [
        name + end,
        name.toUpperCase() + end,
      ])) {
        const { status, origin: reached } = await ask({ headers: { host } });
        assert.equal(status, name.startsWith('admin') ? 403 : 200, host);
        if (!reached) continue;
        const port = /:(?!80$)\d+$/.exec(host)?.[0] ?? '';
        assert.equal(reached.host, name + port);
        if (nginx) assert.equal((await nginx.read(reached.host, '/'))?.host, name);
      }
    }
  });

  it('were tested in all forms', (test) => {
    assert.ok(adminSpellings.length + openSpellings.length >= 60);
    assert.ok(tried > 600, `${tried}`);
    if (!nginx)
      test.diagnostic('nginx is not installed: the readings of other servers were compared');
  });
});
