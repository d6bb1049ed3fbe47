import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import type { Publisher } from '../../bus/bus.ts';
import type { PageObservation } from '../../contracts/events/page-observation.ts';
import type { PageViolation } from '../../contracts/events/page-violation.ts';
import { reportedDirectives } from '../../detectors/csp/reported-directives.ts';
import { sourceOf } from '../limits/source-counts.ts';
import { ObservationLog } from './observation-log.ts';
import { type ReportedZone, ReportIntake, type ReportRequest } from './report-intake.ts';
import { type ReportToken, ReportTokens } from './report-token.ts';
import { visitorToken } from './visitor-token.ts';
import type { CompiledPolicy, ZonePages } from './zone-pages.ts';

const tokens = new ReportTokens(Buffer.alloc(32, 1));
const policy: CompiledPolicy = {
  id: 'policy',
  action: 'log',
  header: 'content-security-policy-report-only',
  directives: "script-src 'self'",
  reported: reportedDirectives("script-src 'self'"),
  matches: () => true,
  value: { text: '', renewAt: 0 },
};
const pages: ZonePages = {
  isMonitored: true,
  usesSharedEndpoint: false,
  keepsConnectionPaths: false,
  policies: [policy],
  readsResponse: false,
};
const zone: ReportedZone = {
  id: 'zone',
  name: 'shop.test',
  section: { accountId: 'account' },
  pages,
};

function bodyOf(url: string, page = 'https://shop.test/'): Buffer {
  const report = { 'document-uri': page, 'blocked-uri': url, 'effective-directive': 'script-src' };
  return Buffer.from(JSON.stringify({ 'csp-report': report }));
}

const KEY = Buffer.alloc(32);

describe('ReportIntake', () => {
  let clock: ManualClock;
  let results: string[];
  let observations: PageObservation[];
  let violations: PageViolation[];
  let log: ObservationLog;
  let intake: ReportIntake;

  // Observations are published when a test flushes them, and not earlier because the machine is slow.
  before(() => mock.timers.enable({ apis: ['setTimeout'] }));
  after(() => mock.timers.reset());
  beforeEach(() => {
    clock = new ManualClock();
    results = [];
    observations = [];
    violations = [];
    const publisher: Publisher = {
      async publish(_topic, batch) {
        observations.push(...(batch as PageObservation[]));
        return { accepted: true };
      },
    };
    log = new ObservationLog(publisher, KEY);
    intake = intakeOf(false);
  });

  const intakeOf = (hidesSecrets: boolean) =>
    new ReportIntake({
      tokens,
      observations: log,
      violations: { add: (violation) => void violations.push(violation) },
      onResult: (result) => void results.push(result),
      clock,
      hidesSecrets,
    });

  function tokenOf(rest: Partial<ReportToken> = {}): string {
    const issuedAt = clock.now();
    const token = { zoneId: 'zone', policyId: '', mode: 'monitor', view: '', issuedAt } as const;
    return tokens.encode({ ...token, ...rest });
  }

  /** The result of a report: a refusal, or the result that was counted. */
  function send(
    body: Buffer,
    rest: Partial<ReportRequest> & { token?: string } = {},
    about: ReportedZone = zone,
  ): string {
    const { token = tokenOf(), ...head } = rest;
    const request: ReportRequest = {
      method: 'POST',
      target: `/cdn-cgi/script_monitor/report?t=${token}`,
      contentType: 'application/csp-report',
      contentLength: String(body.length),
      clientAddress: '192.0.2.1',
      ...head,
    };
    const admitted = intake.admit(request, (id) => (id === about.id ? about : undefined));
    if (typeof admitted === 'string') return `refused: ${admitted}`;
    const refusal = intake.take(admitted, body);
    return refusal === undefined ? (results.at(-1) ?? '') : `refused: ${refusal}`;
  }

  it('keeps a report of a resource that a page loads', () => {
    assert.equal(send(bodyOf('https://cdn.test/a.js', 'https://www.shop.test/a?b#c')), 'observed');
    log.flush();
    const now = clock.now();
    assert.deepEqual(observations, [
      {
        kind: 'script',
        zoneId: 'zone',
        accountId: 'account',
        host: 'www.shop.test',
        pageUrl: 'https://www.shop.test/a',
        url: 'https://cdn.test/a.js',
        visitors: [visitorToken(KEY, sourceOf('192.0.2.1'))],
        count: 1,
        firstSeenAt: now,
        lastSeenAt: now,
      },
    ]);
  });

  it('keeps a violation with its policy and its action', () => {
    const token = tokenOf({ policyId: 'policy', mode: 'allow' });
    assert.equal(send(bodyOf('https://evil.test/cdn-cgi/a.js'), { token }), 'violation');
    const [violation] = violations;
    assert.match(violation?.id ?? '', /^[0-9a-f]{32}$/);
    assert.deepEqual(violation?.fields, {
      Action: 'allow',
      CSPDirective: 'script-src',
      Host: 'shop.test',
      PageURL: 'https://shop.test/',
      PolicyID: 'policy',
      ResourceType: 'script',
      Timestamp: clock.now(),
      URL: 'https://evil.test/cdn-cgi/a.js',
      URLContainsCDNCGIPath: true,
      URLHost: 'evil.test',
    });
  });

  it('hides parts of violations that look like secrets, if configured', () => {
    intake = intakeOf(true);
    const token = tokenOf({ policyId: 'policy', mode: 'allow' });
    const secret = 'x7Kq2mPw9RtZ4bNc';
    const url = `https://evil.test/${secret}/a.js?session=${secret}&v=1`;
    send(bodyOf(url, `https://shop.test/reset/${secret}`), { token });
    send(bodyOf('inline'), { token });
    assert.deepEqual(
      violations.map(({ fields }) => [fields.PageURL, fields.URL, fields.URLHost]),
      [
        [
          'https://shop.test/reset/(16 characters)',
          'https://evil.test/(16 characters)/a.js?session=(16 characters)&v=1',
          'evil.test',
        ],
        ['https://shop.test/', 'inline', ''],
      ],
    );
  });

  const body = bodyOf('https://cdn.test/a.js');
  const refusals: readonly (readonly [string, () => string])[] = [
    ['wrong-method', () => send(body, { method: 'GET' })],
    ['wrong-type', () => send(body, { contentType: 'text/plain' })],
    ['too-large', () => send(body, { contentLength: '65537' })],
    ['too-large', () => send(Buffer.alloc(65_537, 32), { contentLength: undefined })],
    ['malformed', () => send(Buffer.from('{'))],
    ['malformed', () => send(Buffer.alloc(0))],
    ['forged', () => send(body, { token: '' })],
    ['forged', () => send(body, { token: `${tokenOf()}x` })],
    ['expired', () => send(body, { token: tokenOf({ issuedAt: clock.now() - 86_400_001 }) })],
    ['wrong-zone', () => send(body, { token: tokenOf({ zoneId: 'other' }) })],
  ];
  for (const [reason, attempt] of refusals) {
    it(`refuses and counts: ${reason}`, () => {
      assert.equal(attempt(), `refused: ${reason}`);
      log.flush();
      assert.deepEqual([results, observations, violations], [[reason], [], []]);
    });
  }

  it('drops reports for zones that no longer monitor pages and for deleted policies', () => {
    const off = { ...zone, pages: { ...pages, isMonitored: false } };
    assert.equal(send(body, {}, off), 'not-monitored');
    assert.equal(send(body, {}, { ...zone, pages: undefined }), 'not-monitored');
    const gone = { token: tokenOf({ policyId: 'gone', mode: 'log' }) };
    assert.equal(send(body, gone), 'not-monitored');
    const kept = { token: tokenOf({ policyId: 'policy', mode: 'log' }) };
    assert.equal(send(body, kept, off), 'violation');
  });

  it('counts page views of a visitor, each once, however often its token is used', async () => {
    const views = ['1', '2', '3'].map((view) => ({ token: tokenOf({ view }) }));
    const outcomes = views.flatMap((view) => [send(body, view), send(body, view)]);
    assert.deepEqual(
      outcomes,
      views.flatMap(() => ['observed', 'duplicate']),
    );
    await clock.advance(3_600_000);
    const [first] = views;
    assert.equal(send(body, first), 'duplicate');
    assert.equal(send(body, { ...first, clientAddress: '192.0.2.2' }), 'observed');
    log.flush();
    assert.deepEqual(
      observations.map(({ count, lastSeenAt }) => [count, lastSeenAt]),
      [[4, clock.now()]],
    );
  });

  it('limits the new items of a visitor, however many pages are loaded', () => {
    const outcomes = Array.from({ length: 201 }, (_, n) =>
      send(bodyOf(`https://cdn.test/${n}.js`), { token: tokenOf({ view: String(n) }) }),
    );
    assert.equal(outcomes.filter((each) => each === 'observed').length, 200);
    assert.equal(outcomes.at(-1), 'source-limit');
  });

  it('counts repeated reports without a page view once a minute, whatever the page', async () => {
    assert.deepEqual([send(body), send(body)], ['observed', 'duplicate']);
    assert.equal(send(body, { clientAddress: '192.0.2.2' }), 'observed');
    assert.equal(send(bodyOf('https://cdn.test/a.js', 'https://shop.test/b')), 'duplicate');
    const token = tokenOf({ policyId: 'policy', mode: 'log' });
    assert.deepEqual([send(body, { token }), send(body, { token })], ['violation', 'duplicate']);
    assert.equal(
      send(bodyOf('https://cdn.test/a.js', 'https://shop.test/b'), { token }),
      'duplicate',
    );
    await clock.advance(60_000);
    assert.equal(send(body), 'observed');
    log.flush();
    assert.deepEqual(
      observations.map(({ count, pageUrl, earlierPageUrls }) => [count, pageUrl, earlierPageUrls]),
      [[3, 'https://shop.test/', ['https://shop.test/b']]],
    );
  });

  it('does not wait for hours to count a report again when the clock was set back', () => {
    assert.deepEqual([send(body), send(body)], ['observed', 'duplicate']);
    clock.set(clock.now() - 3_600_000);
    assert.equal(send(body, { token: tokenOf() }), 'observed');
  });

  it('counts a script once that one body reports for three pages or directives', () => {
    const item = (page: string, directive: string) => ({
      type: 'csp-violation',
      body: {
        documentURL: `https://shop.test/${page}`,
        blockedURL: 'https://evil.test/x.js',
        effectiveDirective: directive,
      },
    });
    const list = [item('1', 'script-src'), item('2', 'script-src'), item('3', 'script-src-elem')];
    send(Buffer.from(JSON.stringify(list)), { contentType: 'application/reports+json' });
    assert.deepEqual(results, ['observed', 'duplicate', 'duplicate']);
    log.flush();
    assert.deepEqual(
      observations.map(({ count }) => count),
      [1],
    );
  });

  it('keeps further pages of a resource that a visitor has reported', async () => {
    send(body);
    log.flush();
    await clock.advance(10_000);
    const elsewhere = bodyOf('https://cdn.test/a.js', 'https://shop.test/b');
    assert.deepEqual([send(elsewhere), send(elsewhere)], ['duplicate', 'duplicate']);
    log.flush();
    assert.deepEqual(
      observations.map(({ count, pageUrl }) => [count, pageUrl]),
      [
        [1, 'https://shop.test/'],
        [0, 'https://shop.test/b'],
      ],
    );
  });

  it('does not treat a report as repeated if the first one was not kept', async () => {
    for (let n = 0; n < 200; n++) send(bodyOf(`https://cdn.test/${n}.js`));
    const late = bodyOf('https://cdn.test/late.js');
    assert.deepEqual([send(late), send(late)], ['source-limit', 'source-limit']);
  });

  it('keeps different hashes of a script from one address', () => {
    const hashOf = (fill: number, documentURL = 'https://shop.test/') => {
      const hash = `sha256-${Buffer.alloc(32, fill).toString('base64')}`;
      const report = { documentURL, subresourceURL: 'https://cdn.test/a.js' };
      return Buffer.from(JSON.stringify([{ type: 'csp-hash', body: { ...report, hash } }]));
    };
    const type = { contentType: 'application/reports+json' };
    const results = [1, 2, 1].map((fill) => send(hashOf(fill), type));
    assert.deepEqual(results, ['observed', 'observed', 'duplicate']);
    log.flush();
    assert.equal(send(hashOf(2, 'https://shop.test/b'), type), 'duplicate');
    log.flush();
    // The page does not matter for hashes.
    assert.equal(observations.length, 2);
  });

  it('limits the reports of one visitor per minute', async () => {
    const clientAddress = '2001:db8::1';
    const results = Array.from({ length: 1_201 }, () => send(body, { clientAddress }));
    assert.equal(results.filter((each) => each === 'duplicate').length, 1_199);
    assert.equal(results.at(-1), 'refused: source-limit');
    // Other addresses of the /64 belong to the same visitor.
    assert.equal(send(body, { clientAddress: '2001:db8::2' }), 'refused: source-limit');
    assert.equal(send(body, { clientAddress: '2001:db8:1::1' }), 'observed');
    await clock.advance(60_000);
    assert.equal(send(body, { clientAddress }), 'observed');
  });

  it('counts refused requests and preflight requests towards the limit, too', () => {
    for (let n = 0; n < 600; n++) {
      assert.equal(send(body, { method: 'GET' }), 'refused: wrong-method');
      assert.equal(intake.acceptsPreflight('192.0.2.1'), true);
    }
    assert.equal(intake.acceptsPreflight('192.0.2.1'), false);
    assert.equal(send(body), 'refused: source-limit');
  });

  it('counts every report of a list towards the limit', () => {
    const item = (n: number) => ({
      type: 'csp-violation',
      body: {
        documentURL: 'https://shop.test/',
        blockedURL: `https://cdn.test/${n % 100}.js`,
        effectiveDirective: 'script-src',
      },
    });
    const listOf = (from: number) =>
      Buffer.from(JSON.stringify(Array.from({ length: 200 }, (_, n) => item(from + n))));
    for (let round = 0; round < 7; round++) {
      send(listOf(round * 200), { contentType: 'application/reports+json' });
    }
    assert.equal(results.filter((each) => each === 'observed').length, 100);
    assert.equal(results.filter((each) => each === 'duplicate').length, 1_100);
    assert.ok(results.includes('source-limit'));
  });

  describe('violations', () => {
    const token = () => tokenOf({ policyId: 'policy', mode: 'log' });
    const violate = (n: number, clientAddress: string) =>
      send(bodyOf(`https://cdn.test/${n}.js`), { token: token(), clientAddress });
    const address = (n: number) => `10.0.${n >> 8}.${n & 255}`;

    it('of one visitor are reported up to a hundred a minute, and only counted beyond', async () => {
      const outcomes = Array.from({ length: 150 }, (_, n) => violate(n, '192.0.2.1'));
      assert.equal(outcomes.filter((each) => each === 'violation').length, 100);
      assert.equal(outcomes.at(-1), 'suppressed');
      assert.equal(violate(1, '192.0.2.2'), 'violation');
      assert.deepEqual([violations.length, violations.at(-1)?.suppressed], [101, 50]);
      assert.equal(violate(2, '192.0.2.2'), 'violation');
      assert.equal(violations.at(-1)?.suppressed, undefined);
    });

    it('of other visitors are reported when some use up their quota', () => {
      for (let n = 0; n < 12_000; n++) violate(n, address(n % 100));
      const reported = violations.length;
      assert.equal(reported, 8_000);
      assert.equal(violate(1, '192.0.2.1'), 'violation');
      assert.equal(violations.at(-1)?.suppressed, 4_000);
    });

    it('of a zone are reported up to a limit, whoever sends them', () => {
      for (let n = 0; n < 12_100; n++) violate(n, address(n % 6_050));
      assert.equal(violations.length, 12_000);
      assert.equal(results.at(-1), 'suppressed');
    });
  });
});
