import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compiledRules } from '../../../test/support/compiled-rules.ts';
import { ruleOf, rulesOf } from '../../../test/support/edge-rules.ts';
import type { RuleServices } from './compiled-rule.ts';
import { compileCondition } from './expression-values.ts';
import { LiveRequest } from './live-request.ts';
import { type RuleCarrier, ruleContext } from './rule-context.ts';
import { runPhase } from './run-phase.ts';

const PHASE = 'http_request_firewall_custom';
const edge = { failingRules: 'skip' } as RuleServices;

interface Visit {
  readonly host: string;
  readonly path: string;
  readonly agent: string | undefined;
  readonly address: string;
}

function carrierOf({ host, path, agent, address }: Visit): RuleCarrier {
  const pairs = ['Host', host, ...(agent === undefined ? [] : ['User-Agent', agent])];
  return {
    stream: { version: '1.1', headers: { pairs }, connection: {} },
    method: 'GET',
    scheme: 'http',
    target: path,
    authority: host,
    host,
    path,
    clientAddress: address,
    startedAt: 0,
    live: undefined,
    effects: undefined,
    ruleTimes: undefined,
  } as unknown as RuleCarrier;
}

const texts = fc.constantFrom(
  ...[
    '',
    'a',
    'A',
    '.test',
    'a.test',
    'curl',
    'CURL',
    '|',
    '.*',
    '(',
    '/a',
    '.php',
    'caf\xe9',
    '-b',
  ],
  `${'a'.repeat(40)}b`,
  `${'a'.repeat(40)}c`,
);
const visits = fc.record({
  host: fc.constantFrom('a.test', 'A.test', 'b.test', 'caf\xe9.test', ''),
  path: fc.constantFrom('/', '/a', '/b/A.php', '/a|b', '/.*'),
  agent: fc.option(fc.constantFrom('', 'curl', 'Curl/1', `${'a'.repeat(60)}b`), { nil: undefined }),
  address: fc.constantFrom('192.0.2.1', '10.1.2.3', '2001:db8::1', '::ffff:192.0.2.1'),
});
const quoted = (text: string) => JSON.stringify(text).replaceAll('\xe9', '\\xe9');
const field = fc.constantFrom(
  'http.host',
  'http.user_agent',
  'http.request.uri.path',
  'lower(http.host)',
  'upper(http.user_agent)',
  'url_decode(http.request.uri.path)',
);
const set = (items: readonly string[]) => `{${items.join(' ')}}`;
const networks = fc.constantFrom(
  '192.0.2.1',
  '10.0.0.0/8',
  '2001:db8::/32',
  '::ffff:192.0.2.0/120',
);
const atom = fc.oneof(
  fc.tuple(field, texts).map(([name, text]) => `${name} eq ${quoted(text)}`),
  fc.tuple(field, texts).map(([name, text]) => `${name} ne ${quoted(text)}`),
  fc.tuple(field, texts).map(([name, text]) => `${name} contains ${quoted(text)}`),
  fc.tuple(field, texts).map(([name, text]) => `starts_with(${name}, ${quoted(text)})`),
  fc.tuple(field, texts).map(([name, text]) => `ends_with(${name}, ${quoted(text)})`),
  fc
    .tuple(field, fc.array(texts, { minLength: 1, maxLength: 3 }))
    .map(([name, some]) => `${name} in ${set(some.map(quoted))}`),
  fc.array(networks, { minLength: 1, maxLength: 3 }).map((some) => `ip.src in ${set(some)}`),
  fc.constantFrom('user-agent', 'x').map((key) => `has_key(http.request.headers, "${key}")`),
  fc.constantFrom('ssl', 'true', 'any(http.request.headers["user-agent"][*] eq "curl")'),
);
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    fc
      .tuple(tie('condition'), fc.constantFrom('and', 'or', 'xor'), tie('condition'))
      .map(([one, operator, other]) => `(${one} ${operator} ${other})`),
    tie('condition').map((one) => `not (${one})`),
  ),
}));

describe('gates of a long ruleset', () => {
  it('never leave out a matching rule, and keep the order', () => {
    fc.assert(
      fc.property(
        fc.array(condition, { minLength: 1, maxLength: 40, size: 'max' }),
        fc.array(visits, { minLength: 1, maxLength: 4 }),
        (conditions, requests) => {
          const rules = conditions.map((text, n) => ruleOf(String(n), 'log', text));
          const { phases } = compiledRules(rulesOf({ [PHASE]: rules }));
          // One after another: state of one request must not affect the next.
          for (const visit of requests) {
            const context = ruleContext(carrierOf(visit), edge);
            runPhase(PHASE, phases.get(PHASE) ?? [], context);
            const alone = new LiveRequest(carrierOf(visit));
            const expected = conditions.flatMap((text, n) =>
              compileCondition(text).evaluate(alone) ? [String(n)] : [],
            );
            assert.deepEqual(
              context.effects.matches.map(({ ruleId }) => ruleId),
              expected,
            );
          }
        },
      ),
    );
  });
});
