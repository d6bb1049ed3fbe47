import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  compileExpression,
  compileValue,
  createScheme,
  fromByteString,
  parseExpression,
  parseValueExpression,
} from '../../../expression/expression.ts';
import { fields } from '../../fields/fields.ts';
import { sampleAccessors, sampleValues } from '../fixtures/sample-values.ts';
import type { RequestSample } from '../managed-rule-base.ts';
import type { CredentialRule, LoginShape } from './credential-rule.ts';
import { exposedCredentialsRuleset } from './exposed-credentials.ts';
import { guardRule } from './guard.ts';

const scheme = createScheme({ fields });
const credentialRules = exposedCredentialsRuleset.rules.filter(
  (rule): rule is CredentialRule => rule.kind === 'credential',
);

function holds(expression: string, sample: RequestSample): boolean {
  return compileExpression(
    parseExpression(expression, scheme),
    sampleAccessors,
  )(sampleValues(sample));
}

function read(expression: string, sample: RequestSample): string {
  const tree = parseValueExpression(expression, scheme, { type: 'String' });
  return fromByteString(String(compileValue(tree, sampleAccessors)(sampleValues(sample)) ?? ''));
}

/** As the login reader does: both values must be there, and not empty. */
function pairsIn({ logins }: CredentialRule, sample: RequestSample): string[][] {
  return logins
    .filter(({ expression }) => holds(expression, sample))
    .map((login) => [
      read(login.usernameExpression, sample),
      read(login.passwordExpression, sample),
    ])
    .filter((pair) => pair.every((value) => value !== ''));
}

describe('exposed credentials check', () => {
  it('begins with the guard, then six products and three generic patterns', () => {
    assert.equal(exposedCredentialsRuleset.rules.length, 10);
    assert.equal(exposedCredentialsRuleset.rules[0], guardRule);
    assert.equal(guardRule.defaultAction, 'block');
    assert.equal(credentialRules.length, 9);
    for (const rule of credentialRules) {
      assert.equal(rule.defaultAction, 'rewrite', rule.ref);
      assert.equal(rule.defaultEnabled, true, rule.ref);
    }
    const generic = credentialRules.filter(({ categories }) => categories.includes('generic'));
    assert.equal(generic.length, 3);
  });

  it('guards against requests that already have the header', () => {
    const { matching, other } = guardRule.samples;
    for (const sample of matching) assert.ok(holds(guardRule.expression, sample));
    for (const sample of other) assert.ok(!holds(guardRule.expression, sample));
    assert.ok(matching.length >= 2 && other.length >= 2);
  });

  for (const rule of credentialRules) {
    it(`${rule.ref} reads the pair from its logins, once each, and from nothing else`, () => {
      let run = 0;
      for (const sample of rule.samples.matching) {
        assert.deepEqual(
          pairsIn(rule, sample),
          [[sample.username, sample.password]],
          `${sample.target}\n${sample.body}`,
        );
        run += 1;
      }
      for (const sample of rule.samples.other) {
        assert.deepEqual(pairsIn(rule, sample), [], `${sample.target}\n${sample.body}`);
        run += 1;
      }
      assert.equal(run, rule.samples.matching.length + rule.samples.other.length);
      assert.ok(rule.samples.matching.length >= 2 && rule.samples.other.length >= 2);
    });
  }

  it('has a sample for every login shape', () => {
    const isUsed = ({ samples }: CredentialRule, { expression }: LoginShape): boolean =>
      samples.matching.some((sample) => holds(expression, sample));
    const unused = credentialRules.flatMap((rule) =>
      rule.logins.filter((shape) => !isUsed(rule, shape)).map((shape) => shape.expression),
    );
    assert.deepEqual(unused, []);
  });

  it('obeys the limits of credential expressions: few functions, not nested, 1024 characters', () => {
    const shapes = credentialRules.flatMap(({ logins }) => logins);
    const values = shapes.flatMap((shape) => [shape.usernameExpression, shape.passwordExpression]);
    for (const text of values) {
      assert.match(text, /^(?:(?:upper|lower|url_decode|lookup_json_string)\([^()]*\)|[^()]*)$/);
      assert.ok(text.length <= 1024);
    }
    assert.equal(values.length, 2 * shapes.length);
    for (const { expression } of shapes) assert.ok(expression.length <= 4096);
  });
});
