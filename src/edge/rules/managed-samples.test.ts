import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freeManagedRuleset } from '../../catalogs/managed-rulesets/free/free.ts';
import { genericRules } from '../../catalogs/managed-rulesets/managed/generic-rules.ts';
import { managedRuleset } from '../../catalogs/managed-rulesets/managed/managed.ts';
import { targetedRules } from '../../catalogs/managed-rulesets/managed/targeted/targeted-rules.ts';
import type { RequestSample } from '../../catalogs/managed-rulesets/managed-rule-base.ts';
import type { ManagedRuleset } from '../../catalogs/managed-rulesets/managed-ruleset.ts';
import { formPost, get, jsonPost } from '../../catalogs/managed-rulesets/request-samples.ts';
import { defaultUrlNormalization } from '../../contracts/snapshot/url-normalization.ts';
import { finished } from '../../kernel/time-slices.ts';
import { bodyTextOf } from '../../request/body/body-text.ts';
import { DEFAULT_INSPECTED_BYTES, InspectedBody } from '../../request/body/inspected-body.ts';
import { readTarget } from '../../request/target/read-target.ts';
import type { CompiledRuleset, RuleServices } from './compiled-rule.ts';
import { compileCondition, liveReader } from './expression-values.ts';
import { LiveRequest } from './live-request.ts';
import { ManagedRules } from './managed-rules.ts';
import { type RuleCarrier, ruleContext } from './rule-context.ts';
import { RuleGates } from './rule-gates.ts';
import { runRuleset } from './run-phase.ts';

const limits = { inspectedBytes: DEFAULT_INSPECTED_BYTES, inspectedSeconds: 1 };
const telemetry = { ruleFailed: assert.fail };
const edge = { failingRules: 'block', limits, telemetry } as unknown as RuleServices;

/** All rules run, and none of them ends the request. */
function deployed({ id, phase, ...ruleset }: ManagedRuleset): CompiledRuleset {
  const rules = finished(ManagedRules.compile({ id, phase, ...ruleset }, phase));
  const overrides = { action: 'log', enabled: true };
  return rules.deploy({ kind: 'managed', rulesetId: id, overrides });
}

/** The request as the edge makes it. Ambiguous paths are allowed, because a zone may allow them. */
function carrierOf({ method, target, headers, body }: RequestSample): RuleCarrier {
  const { host = 'shop.test', 'content-type': type = '' } = headers;
  const bytes = Buffer.from(body);
  const load = () => bodyTextOf(bytes, { encoding: '', type, limit: limits.inspectedBytes });
  return {
    stream: {
      version: '1.1',
      headers: { pairs: Object.entries({ ...headers, host }).flat() },
      connection: { localPort: 80 },
    },
    method,
    scheme: 'http',
    target,
    rawTarget: target,
    readTarget: readTarget(target, { ...defaultUrlNormalization, ambiguousPaths: 'allow' }),
    authority: host,
    host,
    path: target,
    clientAddress: '192.0.2.1',
    startedAt: 0,
    inspectedBody: new InspectedBody(load, bytes.length),
    live: undefined,
    effects: undefined,
    ruleTimes: undefined,
  } as unknown as RuleCarrier;
}

async function matchesOf(ruleset: CompiledRuleset, sample: RequestSample): Promise<Set<string>> {
  const context = ruleContext(carrierOf(sample), edge);
  await runRuleset(ruleset, context);
  return new Set(context.effects.matches.map(({ ref }) => ref));
}

const shown = ({ method, target, headers, body }: RequestSample): string =>
  `${method} ${target} ${JSON.stringify(headers)}\n${body}`;

describe('the samples of targeted rules', () => {
  let ruleset: CompiledRuleset;
  let count = 0;
  before(() => {
    ruleset = deployed(managedRuleset);
  });

  for (const { ref, samples } of targetedRules) {
    it(`are matched by ${ref}, others are not`, async () => {
      for (const sample of samples.matching) {
        assert.ok((await matchesOf(ruleset, sample)).has(ref), `matches ${shown(sample)}`);
        count += 1;
      }
      for (const sample of samples.other) {
        assert.ok(!(await matchesOf(ruleset, sample)).has(ref), `not ${shown(sample)}`);
        count += 1;
      }
    });
  }

  it('were all tried', () => {
    const expected = targetedRules.map(({ samples: s }) => s.matching.length + s.other.length);
    assert.equal(
      count,
      expected.reduce((sum, each) => sum + each, 0),
    );
  });
});

describe('the samples of generic rules', () => {
  it('are matched by a rule of the family', async () => {
    const ruleset = deployed(managedRuleset);
    for (const { ref, samples, categories } of genericRules) {
      const [family = ''] = categories;
      const found = await Promise.all(samples.matching.map((each) => matchesOf(ruleset, each)));
      const isFound = found.some((refs) => refs.has(`managed-${family}`));
      const isLikely = found.some((refs) => refs.has(`managed-${family}-likely`));
      assert.ok(isFound || isLikely, ref);
    }
  });
});

describe('the free ruleset', () => {
  it('matches what the same rules of the Managed Ruleset match', async () => {
    const ruleset = deployed(freeManagedRuleset);
    for (const { ref, samples } of freeManagedRuleset.rules) {
      if (genericRules.some((rule) => rule.ref === ref.replace('free-', 'managed-'))) continue;
      for (const sample of samples.matching as readonly RequestSample[]) {
        assert.ok((await matchesOf(ruleset, sample)).has(ref), `${ref} ${shown(sample)}`);
      }
    }
  });
});

describe('targeted rules', () => {
  /** Of sites without any of these products, and of products with honest visitors. */
  const ordinary: readonly RequestSample[] = [
    get('/products?page=2&sort=price', { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }),
    get('/assets/app-5f3a9c.js', { cookie: 'session=5f3a9c; theme=dark' }),
    get('/blog/2024/05/how-we-work', { accept: 'text/html,*/*;q=0.8' }),
    get('/search?q=o%27neil+%26+sons'),
    formPost('/account/profile', { name: 'Ada', about: 'I like {{templates}} & <b>tags</b>' }),
    jsonPost('/api/orders', { items: [{ id: 7, text: 'constructor set' }] }),
  ];

  it('are not evaluated for ordinary requests: gates rule them out', () => {
    const needs = targetedRules.map(({ kind, expression = 'true' }) =>
      kind === 'attack' ? [] : compileCondition(expression).needs,
    );
    for (const [position, { ref }] of targetedRules.entries()) assert.ok(needs[position], ref);
    const gates = finished(RuleGates.of(needs, liveReader)) ?? assert.fail('no gates');
    for (const sample of ordinary) {
      gates.check(new LiveRequest(carrierOf(sample)));
      assert.equal(targetedRules[gates.next(0)]?.ref, undefined, shown(sample));
    }
  });
});
