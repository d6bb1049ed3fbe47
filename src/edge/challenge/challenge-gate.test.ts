import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { cookieOf, solve, tokenIn, visit } from './challenge.fixture.ts';
import { ChallengeGate, isChallengePath } from './challenge-gate.ts';
import type { ChallengeKind } from './challenge-kind.ts';
import type { ChallengeRequest, ChallengeResponse } from './challenge-request.ts';

const BITS = 6;
const rule = { ruleId: 'rule-9', rulesetId: 'ruleset-3', source: 'ratelimit' };
const key = Buffer.alloc(32, 7);
const honest = { automated: false, languages: 2 };
const acted = { ticked: 800, confirmed: 2_000, trusted: true };

interface GateOptions {
  readonly key?: Buffer;
  readonly clock?: ManualClock;
  readonly clearanceSeconds?: number;
  readonly proofBits?: number;
}

function openGate(options: GateOptions = {}) {
  const clock = options.clock ?? new ManualClock();
  const gate = new ChallengeGate({
    key,
    clock,
    clearanceSeconds: 1_800,
    proofBits: BITS,
    ...options,
  });
  return { clock, gate };
}

type Gate = ReturnType<typeof openGate>;

const verifyAt = (request: ChallengeRequest): ChallengeRequest => ({
  ...request,
  method: 'POST',
  target: '/cdn-cgi/challenge/verify',
  ray: 'feedfeedfeedfeed',
});

interface Attempt {
  readonly kind?: ChallengeKind;
  readonly asked?: ChallengeRequest;
  readonly solvedBy?: ChallengeRequest;
  readonly after?: number;
  readonly change?: Record<string, unknown>;
}

const reasonIn = ({ body }: ChallengeResponse): unknown => JSON.parse(body.toString()).reason;

/** Gets a challenge and sends its solution, with the changes that a test needs. */
async function attempt({ gate, clock }: Gate, options: Attempt = {}) {
  const { kind = 'js_challenge', asked = visit(), after = 3_000, change } = options;
  const token = tokenIn(gate.page(asked, kind, rule));
  await clock.advance(after);
  const act = kind === 'challenge' ? acted : undefined;
  const body = JSON.stringify({
    token,
    nonces: solve(token, BITS),
    checks: honest,
    act,
    ...change,
  });
  const handled = gate.handle(verifyAt(options.solvedBy ?? asked), Buffer.from(body));
  return { ...handled, body };
}

async function clearanceFor(opened: Gate, kind: ChallengeKind): Promise<string> {
  const { response } = await attempt(opened, { kind });
  assert.equal(response.status, 200, response.body);
  return cookieOf(response);
}

describe('a solved challenge', () => {
  const solved: [ChallengeKind, Record<string, unknown>, string][] = [
    ['js_challenge', {}, 'jschallengesolved'],
    ['js_challenge', { checks: { automated: true, languages: 0 } }, 'jschallengesolved'],
    ['managed_challenge', {}, 'managedchallengenoninteractivesolved'],
    ['managed_challenge', { act: acted }, 'managedchallengeinteractivesolved'],
    [
      'managed_challenge',
      { checks: { automated: true, languages: 2 }, act: acted },
      'managedchallengeinteractivesolved',
    ],
    ['challenge', {}, 'challengesolved'],
  ];
  for (const [kind, change, action] of solved) {
    it(`${kind} with ${JSON.stringify(change)} is ${action}`, async () => {
      const { response, event } = await attempt(openGate(), { kind, change });
      assert.equal(response.status, 200, response.body);
      assert.deepEqual(event, { ...rule, action, originatorRay: '0123456789abcdef' });
    });
  }

  it('sets a cookie that scripts cannot read, and that is sent only over https if it was set there', async () => {
    const https = await attempt(openGate());
    assert.match(
      https.response.headers['set-cookie'] ?? '',
      /^cf_clearance=[\w-]+\.[\w-]+; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax; Secure$/,
    );
    const http = await attempt(openGate(), { asked: visit({ scheme: 'http' }) });
    assert.doesNotMatch(http.response.headers['set-cookie'] ?? '', /Secure/);
  });

  it('returns the target to load, never one on another site', async () => {
    const targets: [string, string][] = [
      ['/cart?item=7', '/cart?item=7'],
      ['//evil.example/x', '/.//evil.example/x'],
      ['/\\evil.example/x', '/./\\evil.example/x'],
      [`/${'long'.repeat(500)}`, ''],
    ];
    for (const [target, expected] of targets) {
      const { response, body } = await attempt(openGate(), { asked: visit({ target }) });
      assert.equal(JSON.parse(response.body).target, expected);
      assert.ok(body.length <= ChallengeGate.bodyLimit);
      const url = new URL(expected, 'https://shop.example');
      assert.equal(url.host, 'shop.example');
    }
  });
});

describe('a challenge is refused', () => {
  const wrong = Array.from({ length: 16 }, () => 1);
  const cases: [string, Attempt, string, number][] = [
    ['a wrong proof', { change: { nonces: wrong } }, 'wrong-proof', 403],
    ['a missing round', { change: { nonces: wrong.slice(1) } }, 'malformed', 400],
    ['a nonce out of range', { change: { nonces: [...wrong.slice(1), -1] } }, 'malformed', 400],
    ['no checks', { change: { checks: undefined } }, 'malformed', 400],
    ['a malformed confirmation', { change: { act: { ticked: 'x' } } }, 'malformed', 400],
    ['an immediate solution', { after: 100 }, 'too-fast', 403],
    ['a late solution', { after: 5 * 60_000 + 1 }, 'expired', 403],
    ['another zone', { solvedBy: visit({ zoneId: 'zone-2' }) }, 'other-site', 403],
    ['another host', { solvedBy: visit({ host: 'api.example' }) }, 'other-site', 403],
    ['another agent', { solvedBy: visit({}, { 'user-agent': 'curl/8' }) }, 'other-client', 403],
    ['other hints', { solvedBy: visit({}, { 'sec-ch-ua': undefined }) }, 'other-client', 403],
    [
      'another site',
      { solvedBy: visit({}, { 'sec-fetch-site': 'cross-site' }) },
      'cross-site',
      403,
    ],
    ['a token that was not signed here', { change: { token: 'a.b' } }, 'forged', 403],
    ['a large body', { change: { filler: 'x'.repeat(4_096) } }, 'too-large', 413],
    ['no confirmation', { kind: 'challenge', change: { act: undefined } }, 'needs-person', 403],
    [
      'a confirmation by a script',
      { kind: 'challenge', change: { act: { ...acted, trusted: false } } },
      'needs-person',
      403,
    ],
    [
      'a confirmation immediately after the box was ticked',
      { kind: 'challenge', change: { act: { ...acted, ticked: 1_900 } } },
      'too-fast',
      403,
    ],
    [
      'a confirmation later than now',
      { kind: 'challenge', change: { act: { ...acted, confirmed: 9_000 } } },
      'too-fast',
      403,
    ],
    [
      'an automated browser without a confirmation',
      { kind: 'managed_challenge', change: { checks: { ...honest, automated: true } } },
      'needs-person',
      403,
    ],
    [
      'headers unlike those of a browser without a confirmation',
      { kind: 'managed_challenge', asked: visit({}, { 'accept-language': undefined }) },
      'needs-person',
      403,
    ],
  ];
  for (const [title, options, reason, status] of cases) {
    it(`for ${title}: ${reason}`, async () => {
      const opened = openGate();
      const { response } = await attempt(opened, options);
      assert.deepEqual([response.status, reasonIn(response)], [status, reason]);
      assert.equal(response.headers['set-cookie'], undefined);
    });
  }

  it('when its token was used before, whether it was solved or not', async () => {
    for (const change of [undefined, { nonces: wrong }]) {
      const opened = openGate();
      const first = await attempt(opened, change ? { change } : {});
      const again = opened.gate.handle(verifyAt(visit()), Buffer.from(first.body));
      assert.equal(reasonIn(again.response), 'replayed');
      assert.equal(again.event, undefined, 'the token has had its event');
      assert.equal(again.response.headers['set-cookie'], undefined);
    }
  });

  const withoutEvent: readonly [what: string, options: Attempt, reason: string][] = [
    ['of another zone', { solvedBy: visit({ zoneId: 'zone-2' }) }, 'other-site'],
    ['of another host', { solvedBy: visit({ host: 'api.example' }) }, 'other-site'],
    ['that expired long ago', { after: 10 * 60_000 + 1 }, 'expired'],
  ];
  for (const [what, options, reason] of withoutEvent) {
    it(`without an event for a token ${what} (a client could fill the events of any zone)`, async () => {
      const { response, event } = await attempt(openGate(), options);
      assert.deepEqual([reasonIn(response), event], [reason, undefined]);
    });
  }

  it('with one event for a token, however often it is sent', async () => {
    const repeated: Attempt[] = [
      { after: 5 * 60_000 + 1 },
      { solvedBy: visit({}, { 'user-agent': 'curl/8' }) },
      { change: { nonces: wrong } },
    ];
    for (const options of repeated) {
      const opened = openGate();
      const first = await attempt(opened, options);
      assert.equal(first.event?.action, 'jschallengefailed');
      for (const visitor of [visit(), options.solvedBy ?? visit()]) {
        const again = opened.gate.handle(verifyAt(visitor), Buffer.from(first.body));
        assert.deepEqual([reasonIn(again.response), again.event], ['replayed', undefined]);
      }
    }
  });

  it('when its token was used before in another process', async () => {
    const [one, other] = [openGate(), openGate()];
    const first = await attempt(one);
    const ids = one.gate.takeSpent(10);
    assert.equal(ids.length, 1);
    assert.deepEqual(one.gate.takeSpent(10), []);
    other.gate.addSpent(ids);
    assert.deepEqual(other.gate.takeSpent(10), [], 'ids from another process are not sent again');
    await other.clock.advance(3_000);
    const again = other.gate.handle(verifyAt(visit()), Buffer.from(first.body));
    assert.equal(reasonIn(again.response), 'replayed');
  });

  it('in a process with another key', async () => {
    const first = await attempt(openGate());
    const { gate } = openGate({ key: Buffer.alloc(32, 8) });
    const handled = gate.handle(verifyAt(visit()), Buffer.from(first.body));
    assert.deepEqual([reasonIn(handled.response), handled.event], ['forged', undefined]);
  });

  it('with the action of a silent or an interactive challenge in its event, as the page was', async () => {
    const failures: [ChallengeKind, ChallengeRequest, string][] = [
      ['js_challenge', visit(), 'jschallengefailed'],
      ['managed_challenge', visit(), 'jschallengefailed'],
      ['managed_challenge', visit({}, { 'accept-language': undefined }), 'challengefailed'],
      ['challenge', visit(), 'challengefailed'],
    ];
    for (const [kind, asked, action] of failures) {
      const { event } = await attempt(openGate(), { kind, asked, change: { nonces: wrong } });
      assert.equal(event?.action, action);
    }
  });

  it('for any garbage', () => {
    const { gate } = openGate();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { response } = gate.handle(verifyAt(visit()), Buffer.from(text));
        assert.equal(reasonIn(response), 'malformed');
      }),
    );
    const invalidUtf8 = gate.handle(verifyAt(visit()), Buffer.from([0xff, 0xfe, 0x00]));
    assert.equal(reasonIn(invalidUtf8.response), 'malformed');
  });
});

describe('the work of a solution', () => {
  const bitsFor = ({ gate }: Gate, clientAddress: string): number => {
    const { body } = gate.page(visit({ clientAddress }), 'js_challenge', rule);
    return Number(/data-bits="(\d+)"/.exec(body)?.[1]) - 1;
  };
  /** Solutions with as many bits as the page asks for. */
  async function solveFrom(opened: Gate, address: string, count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const asked = visit({ clientAddress: address.replace('#', `${n % 200}`) });
      const bits = 1 + bitsFor(opened, asked.clientAddress);
      const token = tokenIn(opened.gate.page(asked, 'js_challenge', rule));
      await opened.clock.advance(1_000);
      const body = JSON.stringify({ token, nonces: solve(token, bits), checks: honest });
      const { response } = opened.gate.handle(verifyAt(asked), Buffer.from(body));
      assert.equal(response.status, 200, response.body);
    }
  }

  it('grows with the number of solutions from one network, up to 32 times (each took the same)', async () => {
    const opened = openGate({ proofBits: 1 });
    const bits: number[] = [];
    let solved = 0;
    for (const total of [15, 16, 32, 64, 128, 256, 600]) {
      await solveFrom(opened, '192.0.2.#', total - solved);
      solved = total;
      bits.push(bitsFor(opened, '192.0.2.250'));
    }
    assert.deepEqual(bits, [0, 1, 2, 3, 4, 5, 5]);
    assert.equal(bitsFor(opened, '198.51.100.1'), 0, 'of another network');
    await opened.clock.advance(3_600_000);
    assert.equal(bitsFor(opened, '192.0.2.250'), 0, 'an hour later');
  });

  it('counts an IPv6 /48 as one network', async () => {
    const opened = openGate({ proofBits: 1 });
    await solveFrom(opened, '2001:db8:1:#::1', 16);
    assert.deepEqual(
      ['2001:db8:1:ffff::1', '2001:db8:2::1'].map((address) => bitsFor(opened, address)),
      [1, 0],
    );
  });

  it('also holds for pages that were collected before', async () => {
    const opened = openGate({ proofBits: 1 });
    const collected = tokenIn(opened.gate.page(visit(), 'js_challenge', rule));
    const other = tokenIn(opened.gate.page(visit(), 'js_challenge', rule));
    const send = (token: string) => {
      const body = JSON.stringify({ token, nonces: solve(token, 1), checks: honest });
      return opened.gate.handle(verifyAt(visit()), Buffer.from(body)).response;
    };
    await solveFrom(opened, '192.0.2.#', 20);
    assert.equal(send(collected).status, 200, 'a bit less than now is enough');
    await solveFrom(opened, '192.0.2.#', 20);
    assert.equal(reasonIn(send(other)), 'too-easy');
  });
});

describe('a clearance', () => {
  const kinds: ChallengeKind[] = ['js_challenge', 'managed_challenge', 'challenge'];
  for (const [strength, held] of kinds.entries()) {
    it(`of ${held} clears kinds of the same or less strength`, async () => {
      const opened = openGate();
      const cookie = await clearanceFor(opened, held);
      const states = kinds.map((asked) => opened.gate.clearanceOf(visit({}, { cookie }), asked));
      assert.deepEqual(
        states.map(({ state }) => state),
        kinds.map((_, asked) => (asked <= strength ? 'valid' : 'invalid')),
      );
      assert.deepEqual(states[0], {
        state: 'valid',
        kind: held,
        originatorRay: '0123456789abcdef',
        action: 'jschallengebypassed',
      });
    });
  }

  const refused: [string, (cookie: string) => ChallengeRequest, string][] = [
    ['in another zone', (cookie) => visit({ zoneId: 'zone-2' }, { cookie }), 'other-site'],
    ['on another host', (cookie) => visit({ host: 'api.example' }, { cookie }), 'other-site'],
    ['of another agent', (cookie) => visit({}, { cookie, 'user-agent': 'x' }), 'other-client'],
    [
      'of another platform',
      (cookie) => visit({}, { cookie, 'sec-ch-ua-platform': '"Windows"' }),
      'other-client',
    ],
    [
      'in another language',
      (cookie) => visit({}, { cookie, 'accept-language': 'fr' }),
      'other-client',
    ],
    ['with a changed signature', (cookie) => visit({}, { cookie: `${cookie}A` }), 'forged'],
    ['that is garbage', () => visit({}, { cookie: 'cf_clearance=%00.;' }), 'forged'],
    ['that is empty', () => visit({}, { cookie: 'cf_clearance=' }), 'forged'],
  ];
  for (const [title, make, reason] of refused) {
    it(`${title} is ${reason}`, async () => {
      const opened = openGate();
      const request = make(await clearanceFor(opened, 'challenge'));
      assert.deepEqual(opened.gate.clearanceOf(request, 'challenge'), { state: 'invalid', reason });
    });
  }

  it('expires after its lifetime', async () => {
    const opened = openGate();
    const request = visit({}, { cookie: await clearanceFor(opened, 'js_challenge') });
    await opened.clock.advance(1_800_000 - 1);
    assert.equal(opened.gate.clearanceOf(request, 'js_challenge').state, 'valid');
    await opened.clock.advance(1);
    assert.deepEqual(opened.gate.clearanceOf(request, 'js_challenge'), {
      state: 'invalid',
      reason: 'expired',
    });
  });

  it('expires by a shorter lifetime that was configured after it was issued', async () => {
    const opened = openGate({ clearanceSeconds: 86_400 });
    const cookie = await clearanceFor(opened, 'js_challenge');
    await opened.clock.advance(3_600_000);
    const lowered = openGate({ clock: opened.clock });
    const stateIn = (zone: object) =>
      lowered.gate.clearanceOf(visit(zone, { cookie }), 'js_challenge').state;
    assert.equal(stateIn({}), 'invalid');
    assert.equal(stateIn({ clearanceSeconds: 7_200 }), 'valid');
  });

  it('from the future is not valid', async () => {
    const cookie = await clearanceFor(openGate(), 'js_challenge');
    const { gate } = openGate({ clock: new ManualClock(Date.UTC(2025, 0, 1)) });
    const state = gate.clearanceOf(visit({}, { cookie }), 'js_challenge');
    assert.deepEqual(state, { state: 'invalid', reason: 'expired' });
  });

  it('is found among other cookies, and after an invalid one of the same name', async () => {
    const opened = openGate();
    const cookie = await clearanceFor(opened, 'js_challenge');
    const junk = 'cf_clearance=junk; '.repeat(15);
    const headers = [
      `a=1; ${cookie}; b=2`,
      `cf_clearance=old;${cookie}`,
      `;; =;${cookie} `,
      junk + cookie,
    ];
    const more = visit({}, { cookie: `cf_clearance=junk; ${junk}${cookie}` });
    assert.equal(opened.gate.clearanceOf(more, 'js_challenge').state, 'invalid');
    for (const header of headers) {
      const request = visit({}, { cookie: header });
      assert.equal(opened.gate.clearanceOf(request, 'js_challenge').state, 'valid', header);
    }
    for (const header of ['', 'xcf_clearance=1', 'a=cf_clearance=1', 'cf_clearance']) {
      const request = visit({}, { cookie: header });
      assert.equal(opened.gate.clearanceOf(request, 'js_challenge').state, 'absent', header);
    }
  });

  it('is not valid as a token, nor a token as a clearance', async () => {
    const opened = openGate();
    const token = tokenIn(opened.gate.page(visit(), 'challenge', rule));
    const request = visit({}, { cookie: `cf_clearance=${token}` });
    assert.equal(opened.gate.clearanceOf(request, 'js_challenge').state, 'invalid');
    const clearance = (await clearanceFor(opened, 'challenge')).slice('cf_clearance='.length);
    const { response } = await attempt(opened, { change: { token: clearance } });
    assert.equal(reasonIn(response), 'forged');
  });
});

describe('the response to a visitor without clearance', () => {
  const { gate } = openGate();
  const responses: [string, Record<string, string | undefined>, 'json' | 'html'][] = [
    ['a browser', {}, 'html'],
    ['a client without preferences', { accept: undefined }, 'json'],
    ['a command line client', { accept: '*/*' }, 'json'],
    ['a JSON client', { accept: 'application/json' }, 'json'],
    ['a client of a JSON format', { accept: 'application/vnd.api+json' }, 'json'],
    ['a script of the page', { accept: '*/*', 'sec-fetch-dest': 'empty' }, 'json'],
    ['an image', { accept: 'image/*', 'sec-fetch-dest': 'image' }, 'json'],
    ['a frame', { accept: '*/*', 'sec-fetch-dest': 'iframe' }, 'html'],
  ];
  for (const [title, headers, format] of responses) {
    it(`is ${format} for ${title}`, () => {
      const {
        status,
        headers: sent,
        body,
      } = gate.page(visit({}, headers), 'managed_challenge', rule);
      assert.equal(status, 403);
      assert.equal(sent['cache-control'], 'no-store');
      assert.equal(sent['content-type']?.includes(format), true);
      if (format === 'html') return;
      const { challenge, ray } = JSON.parse(body);
      assert.deepEqual([challenge, ray], ['managed_challenge', '0123456789abcdef']);
    });
  }

  it('runs only code whose hash is in its policy', () => {
    const { headers, body } = gate.page(visit(), 'challenge', rule);
    const policy = headers['content-security-policy'] ?? '';
    assert.match(
      policy,
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/,
    );
    assert.doesNotMatch(policy, /unsafe|https?:|\*|blob:|data:/);
    assert.doesNotMatch(body, / style=| on[a-z]+=|https?:/);
  });

  it('shows the host and the ray as text', () => {
    const { body } = gate.page(visit({ host: '"><script>x', ray: '<b>' }), 'challenge', rule);
    assert.ok(body.includes('&quot;&gt;&lt;script&gt;x') && body.includes('&lt;b&gt;'));
    assert.equal(body.includes('<script>x'), false);
  });
});

describe('the paths of challenges', () => {
  it('are distinguished from paths of the site', () => {
    const targets = ['/cdn-cgi/challenge/verify', '/cdn-cgi/challenge/worker.js?v=1'];
    assert.ok(targets.every(isChallengePath));
    const others = ['/', '/cdn-cgi/challenge', '/x/cdn-cgi/challenge/verify', '/cdn-cgi/trace'];
    assert.equal(others.some(isChallengePath), false);
  });

  it('serve the script and the solutions only', () => {
    const { gate } = openGate();
    const ask = (method: string, path: string) => {
      const request = visit({ method, target: `/cdn-cgi/challenge/${path}` });
      return gate.handle(request, Buffer.alloc(0)).response;
    };
    assert.equal(
      ask('GET', 'worker.js?v=1').headers['content-type']?.split(';')[0],
      'text/javascript',
    );
    assert.equal(ask('POST', 'worker.js').status, 405);
    assert.equal(ask('GET', 'verify').status, 405);
    assert.equal(ask('GET', 'verify').headers['allow'], 'POST');
    assert.equal(ask('GET', 'elsewhere').status, 404);
    assert.equal(ask('POST', 'verify').status, 400);
  });

  it('need a key of 32 bytes', () => {
    assert.throws(() => openGate({ key: Buffer.alloc(16) }), RangeError);
  });
});
