import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compiledRules } from '../../../test/support/compiled-rules.ts';
import {
  executeOf,
  ruleOf,
  rulesetOf,
  rulesOf,
  type WrittenRule,
} from '../../../test/support/edge-rules.ts';
import {
  type BodyText,
  bodyTimedOut,
  InspectedBody,
  plainBody,
} from '../../request/body/inspected-body.ts';
import { RateCounters } from '../limits/rate-counters.ts';
import type { RuleServices } from './compiled-rule.ts';
import { type RuleCarrier, ruleContext } from './rule-context.ts';
import { runPhase } from './run-phase.ts';

const PHASE = 'http_request_firewall_custom';
const limits = { inspectedBytes: 1_000, inspectedSeconds: 1 };
const services = (rates = new RateCounters()): RuleServices =>
  ({ failingRules: 'skip', rates, limits, telemetry: { ruleFailed: assert.fail } }) as never;

const BODY = 'http.request.body.raw contains "bad"';
const PATH = 'http.request.uri.path eq "/a"';

/** A POST whose body arrives when it is read; undefined: never. */
function visitOf(body: string | undefined, target = '/a', declaredSize?: number) {
  const visit = { reads: 0 };
  const text: BodyText | undefined =
    body === undefined ? undefined : { ...plainBody(body), isTruncated: false, size: body.length };
  const load = async () => {
    visit.reads += 1;
    return text;
  };
  const carrier = {
    stream: { version: '1.1', headers: { pairs: ['Host', 'a.test'] }, connection: {} },
    method: 'POST',
    scheme: 'http',
    target,
    rawTarget: target,
    authority: 'a.test',
    host: 'a.test',
    path: target,
    clientAddress: '192.0.2.1',
    startedAt: 0,
    inspectedBody: new InspectedBody(load, declaredSize),
    live: undefined,
    effects: undefined,
    ruleTimes: undefined,
  } as unknown as RuleCarrier;
  return Object.assign(visit, { carrier });
}

type Visit = ReturnType<typeof visitOf>;

function run(rules: readonly WrittenRule[], { carrier }: Visit, edge = services()) {
  const { phases } = compiledRules(rulesOf({ [PHASE]: rules }));
  const context = ruleContext(carrier, edge);
  return { context, response: runPhase(PHASE, phases.get(PHASE) ?? [], context) };
}

async function outcomeOf(rules: readonly WrittenRule[], visit: Visit, edge = services()) {
  const { context, response } = run(rules, visit, edge);
  const isBlocked = (await response) !== undefined;
  return { isBlocked, reads: visit.reads, ran: context.effects.ran.map(({ rule }) => rule.id) };
}

describe('rules that inspect bodies', () => {
  it('do not delay a request that an earlier rule ends', async () => {
    const rules = [ruleOf('path', 'block', PATH), ruleOf('body', 'block', BODY)];
    const visit = visitOf(undefined);
    const { response } = run(rules, visit);
    assert.ok(!(response instanceof Promise));
    assert.deepEqual([response, visit.reads], [{ kind: 'problem', problem: 'blocked' }, 0]);
  });

  it('wait only if the rest of their condition does not decide', async () => {
    const rules = [
      ruleOf('and', 'log', `${PATH} and ${BODY}`),
      ruleOf('or', 'log', `http.request.method eq "POST" or ${BODY}`),
    ];
    assert.deepEqual(await outcomeOf(rules, visitOf(undefined, '/b')), {
      isBlocked: false,
      reads: 0,
      ran: ['or'],
    });
    assert.deepEqual(await outcomeOf(rules, visitOf('bad')), {
      isBlocked: false,
      reads: 1,
      ran: ['and', 'or'],
    });
  });

  it('read the body once, and resume where they stopped', async () => {
    const inner = rulesetOf('inner', [
      ruleOf('i1', 'log'),
      ruleOf('i2', 'log', BODY),
      ruleOf('i3', 'skip', 'true', { ruleset: 'current' }),
      ruleOf('i4', 'block'),
    ]);
    const rules = [
      ruleOf('first', 'log'),
      executeOf('e', { kind: 'custom', ruleset: inner }),
      ruleOf('again', 'log', BODY),
      ruleOf('last', 'block'),
      ruleOf('never', 'log'),
    ];
    assert.deepEqual(await outcomeOf(rules, visitOf('bad')), {
      isBlocked: true,
      reads: 1,
      ran: ['first', 'e', 'i1', 'i2', 'i3', 'again', 'last'],
    });
  });

  it('are not evaluated when they are skipped', async () => {
    const rules = [
      ruleOf('s', 'skip', 'true', { rules: { x: ['body'] } }),
      ruleOf('body', 'block', BODY),
    ];
    assert.deepEqual(await outcomeOf(rules, visitOf(undefined)), {
      isBlocked: false,
      reads: 0,
      ran: ['s', 'body'],
    });
  });

  it('have the size before the body is read, if the head declares it', async () => {
    const rules = [ruleOf('large', 'block', 'http.request.body.size gt 100')];
    assert.equal((await outcomeOf(rules, visitOf(undefined, '/', 101))).isBlocked, true);
    assert.deepEqual(await outcomeOf(rules, visitOf('x'.repeat(101))), {
      isBlocked: true,
      reads: 1,
      ran: ['large'],
    });
  });

  it('end when the body does not arrive, and are not reported as the cause', async () => {
    const rules = [ruleOf('log', 'log'), ruleOf('body', 'block', BODY), ruleOf('last', 'block')];
    const { context, response } = run(rules, visitOf(undefined));
    await assert.rejects(Promise.resolve(response), (error) => error === bodyTimedOut);
    assert.deepEqual(
      context.effects.ran.map(({ rule, outcome, ends }) => [rule.id, outcome, ends]),
      [
        ['log', 'matched', 'nothing'],
        ['body', 'not reached', 'nothing'],
      ],
    );
  });

  it('read the body before their action if it needs it', async () => {
    const headers = { 'x-a': { operation: 'set', expression: 'http.request.body.raw' } };
    const { context, response } = run([ruleOf('r', 'rewrite', PATH, { headers })], visitOf('bad'));
    await response;
    assert.equal(context.effects.headerChanges[0]?.value, 'bad');
    assert.deepEqual(
      context.effects.ran.map(({ outcome }) => outcome),
      ['matched'],
    );
  });

  it('count a request once, even if they wait for its body', async () => {
    const rates = new RateCounters();
    const ratelimit = {
      characteristics: ['cf.colo.id', 'lookup_json_string(http.request.body.raw, "user")'],
      period: 10,
      requests_per_period: 2,
    };
    const rules = [ruleOf('rate', 'block', 'true', {}, { ratelimit })];
    const blocked: boolean[] = [];
    for (let n = 0; n < 4; n++) {
      const visit = visitOf('{"user":"ada"}');
      blocked.push((await outcomeOf(rules, visit, services(rates))).isBlocked);
    }
    assert.deepEqual(blocked, [false, false, true, true]);
  });

  it('read the body before the request is forwarded, if it is needed for a deferred count', async () => {
    const rate = { characteristics: ['cf.colo.id', 'ip.src'], period: 10, requests_per_period: 1 };
    const counting = `http.response.code eq 401 and ${BODY}`;
    const ratelimit = { ...rate, counting_expression: counting };
    const visit = visitOf('bad');
    const { context, response } = run([ruleOf('r', 'block', PATH, {}, { ratelimit })], visit);
    await response;
    assert.equal(visit.reads, 1);
    assert.equal(context.effects.deferredCounts.length, 1);
  });

  const atom = fc.constantFrom(
    BODY,
    PATH,
    'http.request.body.raw eq "good"',
    'http.request.body.form["q"][0] eq "bad"',
    'http.request.body.size eq 3',
    'http.request.method eq "POST"',
    'http.host contains "a"',
    'true',
  );
  const condition = fc.oneof(
    atom,
    fc
      .tuple(atom, fc.constantFrom('and', 'or', 'xor'), atom)
      .map(([one, operator, other]) => `(${one} ${operator} ${other})`),
    atom.map((one) => `not (${one})`),
  );
  const rule = fc.tuple(condition, fc.constantFrom('log', 'log', 'log', 'block', 'skip'));

  it('decide the same whether the body was read before or on demand', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(rule, { minLength: 1, maxLength: 12 }),
        fc.array(rule, { maxLength: 6 }),
        fc.constantFrom('bad', 'good', ''),
        fc.constantFrom('/a', '/b'),
        async (outer, inner, body, path) => {
          const rulesFrom = (some: typeof outer, name: string) =>
            some.map(([text, action], n) =>
              ruleOf(`${name}${n}`, action, text, action === 'skip' ? { ruleset: 'current' } : {}),
            );
          const executed = rulesetOf('inner', rulesFrom(inner, 'i'));
          const rules: WrittenRule[] = rulesFrom(outer, 'o');
          rules.splice(outer.length >> 1, 0, executeOf('e', { kind: 'custom', ruleset: executed }));
          const early = visitOf(body, path);
          await early.carrier.inspectedBody?.read(limits);
          const expected = await outcomeOf(rules, early);
          const late = await outcomeOf(rules, visitOf(body, path));
          assert.deepEqual({ ...late, reads: 1 }, expected);
          assert.ok(late.reads <= 1);
        },
      ),
    );
  });
});
