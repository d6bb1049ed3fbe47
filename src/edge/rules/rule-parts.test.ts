import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { collectGarbage } from '../../../test/support/collect-garbage.ts';
import { ruleOf, rulesetOf } from '../../../test/support/edge-rules.ts';
import { exposedCredentialsRuleset as managed } from '../../catalogs/managed-rulesets/exposed-credentials/exposed-credentials.ts';
import type { RuleSnapshot, RulesetOverrides } from '../../contracts/snapshot/rulesets-section.ts';
import { finished } from '../../kernel/time-slices.ts';
import { compileRuleset } from './compile-rules.ts';
import type { CompiledRuleset } from './compiled-rule.ts';
import { RuleParts } from './rule-parts.ts';
import { SharedRulesets } from './shared-rulesets.ts';

const CUSTOM = 'http_request_firewall_custom';
const RATES = 'http_ratelimit';
const MANAGED = 'http_request_firewall_managed';

function compiled(parts: RuleParts, rules: readonly RuleSnapshot[], phase = CUSTOM) {
  const sources = { parts, accountId: 'account', shared: SharedRulesets.none };
  return finished(compileRuleset(rulesetOf('r', rules), { phase }, sources));
}

const paths = (prefix: string, ...names: readonly string[]) =>
  names.map((name) => ruleOf(prefix + name, 'block', `http.request.uri.path eq "/${name}"`));

describe('parts of rules', () => {
  it('are shared by rules with equal content, whatever their ids and rulesets', () => {
    const parts = new RuleParts();
    const block = { response: { status_code: 451, content: 'no', content_type: 'text/plain' } };
    const of = (id: string) => [ruleOf(id, 'block', 'http.host eq "a.test"', block)];
    const [one] = compiled(parts, of('one')).rules;
    const [other] = compiled(parts, of('other')).rules;
    assert.notEqual(one, other);
    assert.ok(one && one.test === other?.test);
    assert.equal(one.matches, other.matches);
    assert.equal(one.action, other.action);
    const [elsewhere] = compiled(parts, of('one'), RATES).rules;
    assert.notEqual(elsewhere?.test, one.test, 'another phase may use other fields');
    assert.notEqual(elsewhere?.action, one.action);
  });

  it('that use lists are shared within an account, never with another one', () => {
    const parts = new RuleParts();
    const fromList = { from_list: { name: 'moved', key: 'http.request.full_uri' } };
    const redirect = { action: 'redirect', parameters: fromList };
    const redirectOf = (accountId: string) =>
      parts.action(redirect, 'http_request_redirect', accountId);
    assert.ok(redirectOf('one'));
    assert.equal(redirectOf('one'), redirectOf('one'));
    assert.notEqual(redirectOf('one'), redirectOf('other'));

    const counting = (expression: string, accountId: string) =>
      parts.rate(
        {
          characteristics: ['ip.src'],
          period: 60,
          requests_per_period: 5,
          counting_expression: expression,
        },
        accountId,
      );
    assert.equal(counting('ip.src in $office', 'one'), counting('ip.src in $office', 'one'));
    assert.notEqual(counting('ip.src in $office', 'one'), counting('ip.src in $office', 'other'));
    assert.equal(
      counting('ssl', 'one'),
      counting('ssl', 'other'),
      'without a list all accounts share one',
    );
  });

  it('include the gates of rulesets with the same conditions in the same order', () => {
    const parts = new RuleParts();
    const { gates } = compiled(parts, paths('one ', 'a', 'b', 'c'));
    assert.ok(gates);
    assert.equal(compiled(parts, paths('other ', 'a', 'b', 'c')).gates, gates);
    assert.notEqual(compiled(parts, paths('one ', 'b', 'a', 'c')).gates, gates);
    assert.notEqual(compiled(parts, paths('one ', 'a', 'b', 'c', 'd')).gates, gates);
    assert.equal(compiled(parts, paths('one ', 'a', 'b')).gates, undefined);
  });

  it('include different gates for rulesets that differ in the position of a rule without a gate', () => {
    const parts = new RuleParts();
    const always = ruleOf('x', 'log', 'ssl');
    const [a, b, c] = paths('', 'a', 'b', 'c') as [RuleSnapshot, RuleSnapshot, RuleSnapshot];
    assert.notEqual(
      compiled(parts, [always, a, b, c]).gates,
      compiled(parts, [a, b, c, always]).gates,
    );
  });

  const deploy = (parts: RuleParts, overrides?: RulesetOverrides, publicKey?: string) => {
    const executes = {
      kind: 'managed' as const,
      rulesetId: managed.id,
      ...(overrides && { overrides }),
      ...(publicKey !== undefined && { publicKey }),
    };
    const [rule] = compiled(
      parts,
      [ruleOf('e', 'execute', 'true', {}, { executes })],
      MANAGED,
    ).rules;
    assert.ok(rule?.executes);
    return rule.executes;
  };
  const actionsOf = ({ rules }: CompiledRuleset) => rules.map((rule) => rule?.action.name);

  it('include managed rulesets, compiled once for all deployments', () => {
    const parts = new RuleParts();
    const plain = deploy(parts);
    assert.equal(deploy(parts), plain, 'equal deployments share one ruleset');
    const [guard, first] = managed.rules;
    assert.ok(guard && first && plain.gates);
    const changed = deploy(parts, {
      action: 'log',
      rules: [
        { id: guard.id, enabled: false },
        { id: first.id, action: 'block' },
      ],
    });
    assert.notEqual(changed, plain);
    assert.equal(changed.gates, plain.gates);
    const rest = managed.rules.slice(2).map(() => 'log');
    assert.deepEqual(actionsOf(changed), [undefined, 'block', ...rest]);
    assert.deepEqual(
      actionsOf(plain),
      managed.rules.map(({ defaultAction }) => defaultAction),
    );
    for (const [n, rule] of changed.rules.entries()) {
      if (rule) assert.equal(rule.test, plain.rules[n]?.test);
    }
    // Deployments share equal rules.
    const blocked = deploy(parts, { rules: [{ id: first.id, action: 'block' }] });
    assert.equal(blocked.rules[1], changed.rules[1]);
    assert.equal(blocked.rules[2], plain.rules[2]);
  });

  it('belong to one recipient of matched data', () => {
    const parts = new RuleParts();
    const key = 'QxDul9iMwfCIpVdsd6sM9cOseX89lROcbIS1QpxZZio=';
    const secret = deploy(parts, undefined, key);
    assert.ok(secret.recipient);
    assert.equal(deploy(parts).recipient, undefined);
    assert.deepEqual(secret.rules, deploy(parts).rules);
  });

  it('refuse a managed ruleset that does not exist', () => {
    const executes = { kind: 'managed' as const, rulesetId: 'none' };
    const rule = ruleOf('e', 'execute', 'true', {}, { executes });
    assert.throws(() => compiled(new RuleParts(), [rule], MANAGED), /there is no managed ruleset/);
  });

  it('name the rule that cannot be used', () => {
    const rules = [ruleOf('good', 'log'), ruleOf('bad', 'log', 'http.no_such_field')];
    assert.throws(() => compiled(new RuleParts(), rules), /^Error: rule bad: /);
    const scored = [ruleOf('late', 'block', 'http.response.code eq 200')];
    assert.throws(() => compiled(new RuleParts(), scored), /rule late: /);
  });

  it('are garbage collected when no rule uses them', async () => {
    const parts = new RuleParts();
    let kept: CompiledRuleset | undefined;
    for (let round = 0; round < 50; round++) {
      const names = Array.from({ length: 20 }, (_, n) => `${round}-${n}`);
      kept = compiled(parts, paths('', ...names));
    }
    assert.equal(parts.conditionCount, 1_000);
    while (parts.conditionCount > 20) await collectGarbage();
    assert.equal(kept?.rules.length, 20);
    kept = undefined;
    while (parts.conditionCount > 0) await collectGarbage();
  });
});
