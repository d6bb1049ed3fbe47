import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  afterStep,
  type MigrationState,
  type MigrationStep,
  runsPrevious,
  stateOf,
} from './migration-state.ts';

const ready = { plan: 'enterprise', isCompatible: true, ruleCount: 2 };

type Row = readonly [MigrationState, MigrationStep, string, MigrationState];

const allowed: readonly Row[] = [
  ['start', 'validation', 'enterprise', 'validation'],
  ['start', 'pending', 'enterprise', 'pending'],
  ['start', 'pending', 'business', 'pending'],
  ['start', 'pending', 'pro', 'pending'],
  ['validation', 'pending', 'enterprise', 'pending'],
  ['validation', 'validation', 'enterprise', 'validation'],
  ['pending', 'pending', 'enterprise', 'pending'],
  ['complete', 'pending', 'enterprise', 'complete'],
  ['complete', 'pending', 'pro', 'complete'],
];

const refused: readonly (readonly [MigrationState, MigrationStep, string, string])[] = [
  ['start', 'validation', 'business', 'plan'],
  ['start', 'validation', 'pro', 'plan'],
  ['default', 'validation', 'free', 'plan'],
  ['default', 'pending', 'free', 'plan'],
  ['pending', 'validation', 'enterprise', 'state'],
  ['complete', 'validation', 'enterprise', 'state'],
];

describe('the states of a firewall migration', () => {
  for (const [state, step, plan, after] of allowed) {
    it(`lead from ${state} by ${step} to ${after} on the plan ${plan}`, () => {
      assert.equal(afterStep(step, { ...ready, state, plan }), after);
    });
  }

  for (const [state, step, plan, kind] of refused) {
    it(`refuse ${step} in ${state} on the plan ${plan}`, () => {
      const refusal = afterStep(step, { ...ready, state, plan });
      assert.equal(typeof refusal === 'object' && refusal.kind, kind);
    });
  }

  for (const step of ['validation', 'pending'] as const) {
    it(`need a compatible zone and rules for ${step}`, () => {
      const from = { ...ready, state: 'start' } as const;
      const refusals = [{ isCompatible: false }, { ruleCount: 0 }].map((lack) =>
        afterStep(step, { ...from, ...lack }),
      );
      assert.deepEqual(refusals, [{ kind: 'incompatible' }, { kind: 'no-rules' }]);
    });
  }

  // Regression: a second `pending` could take away the rules that the zone was about to depend on.
  it('need rules for a repeated step as well', () => {
    const empty = { ...ready, ruleCount: 0 };
    for (const state of ['validation', 'pending'] as const) {
      assert.deepEqual(afterStep('pending', { ...empty, state }), { kind: 'no-rules' });
    }
    assert.equal(afterStep('pending', { ...empty, state: 'complete' }), 'complete');
  });

  it('name the plan that a step needs', () => {
    const free = { ...ready, state: 'default', plan: 'free' } as const;
    const refusals = [afterStep('pending', free), afterStep('validation', free)];
    const needs = refusals.map((refusal) =>
      typeof refusal === 'object' && refusal.kind === 'plan' ? refusal.needs : refusal,
    );
    assert.deepEqual(needs, ['pro', 'enterprise']);
  });

  it('begin with the previous rules on plans that had them', () => {
    const states = ['free', 'pro', 'business', 'enterprise'].map((plan) =>
      stateOf(undefined, plan),
    );
    assert.deepEqual(states, ['default', 'start', 'start', 'start']);
  });

  it('do not run both firewalls on plans without the previous one, and end for good', () => {
    const stored = ['validation', 'pending', 'complete'] as const;
    const states = (plan: string) => stored.map((state) => stateOf(state, plan));
    assert.deepEqual(states('pro'), stored);
    assert.deepEqual(states('free'), ['default', 'pending', 'complete']);
  });

  it('keep the previous rules until the edge has the new ones', () => {
    const states = ['default', 'start', 'validation', 'pending', 'complete'] as const;
    assert.deepEqual(states.map(runsPrevious), [false, true, true, true, false]);
  });
});
