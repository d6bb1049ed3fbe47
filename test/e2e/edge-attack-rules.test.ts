/** The Managed Ruleset and the core ruleset on requests with attacks, against a real origin. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { coreRuleset } from '../../src/catalogs/managed-rulesets/core/core.ts';
import { managedRuleset } from '../../src/catalogs/managed-rulesets/managed/managed.ts';
import type {
  RuleExceptionSnapshot,
  RuleExceptionsSection,
} from '../../src/contracts/snapshot/rule-exceptions-section.ts';
import type { RulesetOverrides } from '../../src/contracts/snapshot/rulesets-section.ts';
import { executeOf, ruleOf, rulesOf, type WrittenRule } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { type Sent, visitAndFlush } from '../support/visit.ts';

const CUSTOM = 'http_request_firewall_custom';
const MANAGED = 'http_request_firewall_managed';
const UNION = '1 union select password from users';
const FORM = 'application/x-www-form-urlencoded';

const managed = (overrides?: RulesetOverrides) =>
  executeOf('m', {
    kind: 'managed',
    rulesetId: managedRuleset.id,
    ...(overrides && { overrides }),
  });
const core = (overrides?: RulesetOverrides) =>
  executeOf('c', { kind: 'managed', rulesetId: coreRuleset.id, ...(overrides && { overrides }) });
const closing = coreRuleset.rules.at(-1) ?? assert.fail();
const sqlRule = managedRuleset.rules.find(({ ref }) => ref === 'managed-sql') ?? assert.fail();
const headers = { 'user-agent': 'test', accept: '*/*' };
const query = (value: string): Sent => ({ path: `/?id=${encodeURIComponent(value)}`, headers });

describe('rules that detect attacks', () => {
  let origin: Server;
  let edge: TestEdge;
  let site: ReturnType<typeof siteOf>;
  let bodies: string[] = [];

  before(async () => {
    origin = createServer(async (incoming, outgoing) => {
      bodies.push(await text(incoming));
      outgoing.end('ok');
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    edge = await openTestEdge({ zones: [site.zone], pools: [site.pool] });
  });
  after(async () => {
    await edge.close();
    origin.close();
  });
  beforeEach(() => {
    bodies = [];
  });

  async function ask(
    rules: readonly WrittenRule[],
    sent: Sent,
    custom: readonly WrittenRule[] = [],
    ruleExceptions?: RuleExceptionsSection,
  ) {
    const sections = { ...site.zone.sections, ...(ruleExceptions && { ruleExceptions }) };
    const zone = { ...site.zone, sections };
    await edge.applyRules(zone, rulesOf({ [CUSTOM]: custom, [MANAGED]: rules }));
    edge.security.length = 0;
    const { status } = await visitAndFlush(edge, sent);
    return { status, events: edge.security.map(({ fields }) => `${fields.Action} ${fields.Ref}`) };
  }

  const metadata = () => edge.security[0]?.fields.Metadata ?? {};

  it('block a clear attack, and say what it is and where', async () => {
    const { status, events } = await ask([managed()], query(UNION));
    assert.deepEqual([status, events], [403, ['block managed-sql']]);
    const { findings } = metadata() as { findings: Record<string, unknown>[] };
    const [finding] = findings;
    assert.equal(finding?.['sign'], 'sql-union');
    assert.deepEqual(
      [finding?.['place'], finding?.['field'], finding?.['strength']],
      ['query', 'id', 'clear'],
    );
    assert.equal(bodies.length, 0);
  });

  it('write the scores to the request log, if something has looked for attacks', async () => {
    const scores = () => {
      const { WAFAttackScore, WAFSQLiAttackScore, WAFXSSAttackScore } =
        edge.events.at(-1)?.fields ?? {};
      return [WAFAttackScore, WAFSQLiAttackScore, WAFXSSAttackScore];
    };
    await ask([managed()], query('7'));
    assert.deepEqual(scores(), [99, 99, 99]);
    await ask([managed()], query(UNION));
    const [total = 99, sqli = 99, xss] = scores();
    assert.ok(total <= 20 && sqli <= 20);
    assert.equal(xss, 99);
    await ask([], query(UNION));
    assert.deepEqual(scores(), [undefined, undefined, undefined]);
  });

  it('are not needed for scores in the request log, if a log push job asks for them', async () => {
    const sections = { ...site.zone.sections, requestLog: { attackScores: true } as const };
    const zone = { ...site.zone, sections };
    const body = `id=${encodeURIComponent(UNION)}`;
    const post = { path: '/', method: 'POST', headers: { ...headers, 'content-type': FORM }, body };
    const scoreOf = async (rules: readonly WrittenRule[], sent: Sent) => {
      await edge.applyRules(zone, rulesOf({ [MANAGED]: rules }));
      await visitAndFlush(edge, sent);
      return edge.events.at(-1)?.fields.WAFAttackScore;
    };
    assert.equal(await scoreOf([], query('7')), 99);
    assert.ok(Number(await scoreOf([], query(UNION))) <= 20);
    // The edge does not wait for a body that no rule needs.
    assert.equal(await scoreOf([], post), undefined);
    const reading = ruleOf('r', 'log', 'http.request.body.raw contains "nothing"');
    assert.ok(Number(await scoreOf([reading], post)) <= 20);
  });

  it('let ordinary requests pass', async () => {
    for (const sent of [query('western union'), query("O'Neil & sons"), {}]) {
      assert.deepEqual(await ask([managed(), core()], sent), { status: 200, events: [] });
    }
  });

  it('judge bodies, which arrive whole at the origin', async () => {
    const post = (body: string): Sent => ({
      method: 'POST',
      body,
      headers: { 'content-type': FORM },
    });
    const attack = `id=${encodeURIComponent(UNION)}`;
    assert.equal((await ask([managed()], post(attack))).status, 403);
    assert.equal((await ask([managed()], post('id=7'))).status, 200);
    assert.deepEqual(bodies, ['id=7']);
  });

  it('read data without a type as a form only where it has plausible names', async () => {
    const data = '\u0001\u0002\u0003'.repeat(500);
    const statusOf = async (body: string) => {
      return (await ask([managed()], { method: 'PUT', body, headers })).status;
    };
    assert.equal(await statusOf(`${data}&\u0001=${UNION}&`), 200);
    assert.equal(await statusOf(`${data}&id=${UNION}&`), 403);
    assert.equal(await statusOf(`id=${UNION}`), 403);
  });

  it('take the actions of overrides', async () => {
    const logged = await ask([managed({ action: 'log' })], query(UNION));
    assert.deepEqual(logged, { status: 200, events: ['log managed-sql'] });
    const off = await ask([managed({ rules: [{ id: sqlRule.id, enabled: false }] })], query(UNION));
    assert.ok(!off.events.includes('block managed-sql'));
    const byTag = await ask(
      [managed({ categories: [{ category: 'sql', enabled: false }] })],
      query(UNION),
    );
    assert.ok(
      byTag.events.every((event) => !event.includes('sql')),
      `${byTag.events}`,
    );
  });

  it('make one event for a score that reaches the threshold, with the rules that scored', async () => {
    const at = (score_threshold: number) => core({ rules: [{ id: closing.id, score_threshold }] });
    const { status, events } = await ask([at(25)], query(UNION));
    assert.deepEqual([status, events], [403, [`block ${closing.ref}`]]);
    const { score, threshold, rules } = metadata() as {
      score: number;
      threshold: number;
      rules: { ref: string; count: number; points: number }[];
    };
    assert.equal(threshold, 25);
    assert.ok(rules.some(({ ref }) => ref === 'core-sql-union'));
    assert.equal(
      rules.reduce((sum, { points }) => sum + points, 0),
      score,
    );
    assert.deepEqual(await ask([at(1000)], query(UNION)), { status: 200, events: [] });
  });

  it('do not count score rules that a skip rule leaves out', async () => {
    const ids = coreRuleset.rules.filter(({ kind }) => kind === 'score').map(({ id }) => id);
    const skip = ruleOf('skip', 'skip', 'true', { rules: { [coreRuleset.id]: ids } });
    const { status, events } = await ask([skip, core()], query(UNION));
    assert.deepEqual([status, events], [200, ['skip skip']]);
  });

  it('find attacks that only one reading of the request has', async () => {
    const { status } = await ask([managed()], {
      path: '/a;x=%31%20union%20select%20password%20from%20users',
    });
    assert.equal(status, 403);
  });

  describe('with an exception', () => {
    const except = (more: Partial<RuleExceptionSnapshot> = {}): RuleExceptionsSection => ({
      exceptions: [{ ruleId: sqlRule.id, path: '/', place: 'query', field: 'id', ...more }],
    });
    const both = [managed({ categories: [{ category: 'sql', action: 'block' }] })];

    it('do not see this value', async () => {
      assert.deepEqual(await ask(both, query(UNION), [], except()), { status: 200, events: [] });
      assert.equal((await ask(both, query(UNION), [], except({ path: '/*' }))).status, 200);
    });

    for (const [what, more] of [
      ['another rule', { ruleId: closing.id }],
      ['another path', { path: '/other' }],
      ['another field', { field: 'i' }],
      ['another place', { place: 'form' }],
      ['a time in the past', { endAt: 1 }],
    ] as const) {
      it(`still see it, if the exception is for ${what}`, async () => {
        assert.equal((await ask(both, query(UNION), [], except(more))).status, 403);
      });
    }

    it('still see other values of the request', async () => {
      const { path = '' } = query(UNION);
      assert.equal(
        (await ask(both, { path: `${path}&x=${path.slice(5)}` }, [], except())).status,
        403,
      );
    });

    it('do not count it in the score', async () => {
      const ids = coreRuleset.rules.filter(({ kind }) => kind === 'score').map(({ id }) => id);
      const exceptions = ids.flatMap((ruleId) => except({ ruleId }).exceptions);
      const rules = [core({ rules: [{ id: closing.id, score_threshold: 5 }] })];
      assert.equal((await ask(rules, query(UNION))).status, 403);
      assert.equal((await ask(rules, query(UNION), [], { exceptions })).status, 200);
    });
  });

  it('explain findings in traces, without texts of bodies', async () => {
    const body = `id=${encodeURIComponent(UNION)}`;
    const sent = { path: '/traced', method: 'POST', body, headers: { 'content-type': FORM } };
    // Visits of the other tests are traced as well.
    const trace = () => edge.traces.find(({ request }) => request.path === '/traced');
    await eventually('the visit is traced', async () => {
      await ask([managed()], sent);
      return trace() !== undefined;
    });
    const { attacks, phases } = trace() ?? assert.fail();
    const finding = attacks?.findings.find(({ sign }) => sign === 'sql-union');
    assert.deepEqual([finding?.place, finding?.field, finding?.strength], ['form', 'id', 'clear']);
    assert.match(finding?.excerpt ?? '', /^\(\d+ characters\)$/);
    assert.ok((attacks?.score ?? 99) <= 20);
    const refs = phases.flatMap(({ rules }) => rules.map(({ ref }) => ref));
    assert.deepEqual(
      refs.filter((ref) => ref.startsWith('managed-')),
      ['managed-sql'],
    );
  });

  it('give the scores to custom rules', async () => {
    const rules = [ruleOf('s', 'block', 'cf.waf.score le 20 and cf.waf.score.class eq "attack"')];
    assert.deepEqual(await ask([], query(UNION), rules), { status: 403, events: ['block s'] });
    assert.deepEqual(await ask([], query('7'), rules), { status: 200, events: [] });
    const post: Sent = {
      method: 'POST',
      body: `a=${encodeURIComponent(UNION)}`,
      headers: { 'content-type': FORM },
    };
    const bySql = [ruleOf('q', 'block', 'cf.waf.score.sqli lt 21 and cf.waf.score.xss eq 99')];
    assert.equal((await ask([], post, bySql)).status, 403);
  });
});
