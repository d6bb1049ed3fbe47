import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFilters } from '../../parts/address/filter.ts';
import { actionName, findingsOf, type SecurityEvent, scoreOf } from './event.ts';
import { eventFilters, ignoredFilters } from './event-query.ts';
import { exceptionScopes } from './exception/exception-scope.ts';
import { replayText } from './replay-text.ts';

const finding = { sign: 'sql-comment', means: 'a comment', strength: 'clear' };
const event = {
  rule_id: 'a'.repeat(32),
  description: 'SQL injection',
  metadata: {
    findings: [
      { ...finding, place: 'query', field: 'q' },
      { ...finding, place: 'query', field: 'q' },
      { ...finding, place: 'cookie', field: 'id' },
    ],
  },
  request: { method: 'POST', scheme: 'https', host: 'shop.test', path: '/a', query: "?q='x'" },
  client: {
    user_agent: 'agent',
    referer: { scheme: 'https', host: 'x.test', path: '/', query: '' },
  },
} as unknown as SecurityEvent;

const scored = {
  ...event,
  metadata: {
    score: 45,
    threshold: 40,
    rules: [
      {
        rule_id: 'b',
        description: 'SQL',
        points: 25,
        findings: [{ ...finding, place: 'body', field: '' }],
      },
    ],
  },
} as SecurityEvent;

for (const [action, name] of [
  ['block', 'Block'],
  ['managedchallenge', 'Managed challenge'],
  ['jschallengesolved', 'JavaScript challenge solved'],
  ['managedchallengenoninteractivesolved', 'Managed challenge non-interactive solved'],
] as const) {
  it(`calls ${action} "${name}"`, () => assert.equal(actionName(action), name));
}

describe('an exception', () => {
  it('is offered once for each value in which a rule has found something', () => {
    const scopes = exceptionScopes(event);
    assert.deepEqual(
      scopes.map(({ rule_id, path, place, field }) => [rule_id, path, place, field]),
      [
        [event.rule_id, '/a', 'query', 'q'],
        [event.rule_id, '/a', 'cookie', 'id'],
      ],
    );
  });

  it('is about the rules that have scored, not the one that adds up', () => {
    assert.deepEqual(scoreOf(scored), { score: 45, threshold: 40 });
    assert.deepEqual(
      exceptionScopes(scored).map(({ rule_id, place }) => [rule_id, place]),
      [['b', 'body']],
    );
  });

  it('is not offered for events without findings', () => {
    const other = {
      ...event,
      metadata: { findings: 'many', rules: [1] },
    } as unknown as SecurityEvent;
    assert.deepEqual(findingsOf({ ...other, metadata: { findings: 'many' } }), []);
    assert.deepEqual(exceptionScopes(other), []);
  });
});

it('asks the API for all values of a column, and for one path', () => {
  const filters = readFilters([
    'ip:1.1.1.1',
    'ip:2.2.2.2',
    'path:/a',
    'path:/b,c',
    '-ip:3.3.3.3',
    'x:1',
  ]);
  assert.deepEqual(eventFilters(filters), { ip: '1.1.1.1,2.2.2.2', path: '/b,c' });
  assert.deepEqual(
    ignoredFilters(filters).map(({ value }) => value),
    ['3.3.3.3', '1'],
  );
});

it('writes a request as a command for a shell', () => {
  assert.equal(
    replayText(event),
    [
      "curl -i -g --path-as-is -X 'POST' 'https://shop.test/a?q='\\''x'\\'''",
      "-H 'User-Agent: agent'",
      "-H 'Referer: https://x.test/'",
    ].join(' \\\n  '),
  );
});
