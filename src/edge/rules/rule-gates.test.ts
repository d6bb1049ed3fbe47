import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ruleOf, rulesOf } from '../../../test/support/edge-rules.ts';
import { compileRules } from './compile-rules.ts';
import type { RuleServices } from './compiled-rule.ts';
import { liveConditionOf } from './expression-values.ts';
import { LiveRequest } from './live-request.ts';
import { type RuleCarrier, ruleContext } from './rule-context.ts';
import { runPhase } from './run-phase.ts';

const PHASE = 'http_request_firewall_custom';
const edge = { failingRules: 'skip' } as RuleServices;

interface Visit {
  readonly host: string;
  readonly path: string;
  readonly agent: string | undefined;
}

function carrierOf({ host, path, agent }: Visit): RuleCarrier {
  const rawHeaders = ['Host', host, ...(agent === undefined ? [] : ['User-Agent', agent])];
  return {
    request: { httpVersion: '1.1', rawHeaders, socket: {} },
    method: 'GET',
    scheme: 'http',
    target: path,
    authority: host,
    path,
    clientAddress: '192.0.2.1',
    startedAt: 0,
    live: undefined,
    marks: undefined,
    ruleTimes: undefined,
  } as unknown as RuleCarrier;
}

const hosts = fc.constantFrom('a.test', 'b.test', 'caf\xe9.test');
const paths = fc.constantFrom('/', '/a', '/b');
const agents = fc.constantFrom('curl', 'wget', '');
const visits = fc.record({
  host: hosts,
  path: paths,
  agent: fc.option(agents, { nil: undefined }),
});
const quoted = (text: string) => JSON.stringify(text).replaceAll('\xe9', '\\xe9');
const equality = fc.oneof(
  hosts.map((host) => `http.host eq ${quoted(host)}`),
  paths.map((path) => `http.request.uri.path eq ${quoted(path)}`),
  agents.map((agent) => `http.user_agent eq ${quoted(agent)}`),
  agents.map((agent) => `upper(http.user_agent) contains ${quoted(agent.toUpperCase())}`),
  paths.map((path) => `starts_with(http.request.uri.path, ${quoted(path)})`),
  fc.constantFrom('http.host in {"a.test" "c.test"}', 'http.host contains ".test"'),
  fc.constantFrom('ends_with(http.host, "b.test")', 'http.user_agent contains "ur"'),
);
const condition = fc.oneof(
  equality,
  fc.tuple(equality, equality).map((both) => both.join(' and ')),
  fc.tuple(equality, equality).map((both) => both.join(' or ')),
  equality.map((one) => `not ${one}`),
  fc.constantFrom('ip.src in {192.0.2.1}', 'ip.src in {10.0.0.0/8}', 'not ip.src in {192.0.2.1}'),
  fc.constant('true'),
);

describe('gates of a long ruleset', () => {
  it('leave out no rule that matches, and keep the order', () => {
    fc.assert(
      fc.property(
        fc.array(condition, { minLength: 1, maxLength: 40 }),
        fc.array(visits, { minLength: 1, maxLength: 4 }),
        (conditions, requests) => {
          const rules = conditions.map((text, n) => ruleOf(String(n), 'log', text));
          const { phases } = compileRules(rulesOf({ [PHASE]: rules }));
          // One after another: what is remembered of one request must not be taken for the next.
          for (const visit of requests) {
            const context = ruleContext(carrierOf(visit), edge);
            runPhase(PHASE, phases.get(PHASE) ?? [], context);
            const alone = new LiveRequest(carrierOf(visit));
            const expected = conditions.flatMap((text, n) =>
              liveConditionOf(text).evaluate(alone) ? [String(n)] : [],
            );
            assert.deepEqual(
              context.marks.matches.map(({ ruleId }) => ruleId),
              expected,
            );
          }
        },
      ),
    );
  });
});
