import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AlertKind } from '../../../contracts/alert.ts';
import { type Decision, decide, type History, type Pace } from './grouping-model.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const now = Date.UTC(2026, 0, 1);
const ago = (...minutes: number[]) => ({ sentAt: minutes.map((each) => now - each * MINUTE) });
const waits = (ms: number): Decision => ({ state: 'waiting', dueAt: now + ms });
const sent: Decision = { state: 'sent' };

type Case = readonly [
  title: string,
  history: Partial<History>,
  pace: Partial<Pace>,
  Decision,
  kind?: AlertKind,
];

const table: readonly Case[] = [
  ['first alert', {}, {}, sent],
  ['third message', ago(1, 2), {}, sent],
  ['flapping', ago(1, 2, 3), {}, waits(9 * MINUTE)],
  ['three messages long ago', ago(1, 2, 10), {}, sent],
  ['first alert with an interval', {}, { intervalMs: 30 * MINUTE }, sent],
  ['within the interval', ago(10), { intervalMs: 30 * MINUTE }, waits(20 * MINUTE)],
  ['after the interval', ago(30), { intervalMs: 30 * MINUTE }, sent],
  ['an interval replaces the limit for flapping', ago(1, 2, 3), { intervalMs: MINUTE }, sent],
  ['a group exists', { dueAt: now + 5 }, {}, waits(5)],
  ['a group is late', { dueAt: now - 5 }, {}, waits(-5)],
  ['hourly', {}, { cadenceMs: HOUR }, waits(HOUR)],
  [
    'hourly with an interval',
    ago(30),
    { cadenceMs: HOUR, intervalMs: 2 * HOUR },
    waits(1.5 * HOUR),
  ],
  ['silenced', { isSilenced: true, dueAt: now + 5 }, {}, { state: 'silenced' }],
  ['repeated spike', ago(119), {}, { state: 'dropped' }, 'event_spike'],
  ['later spike', ago(120), {}, sent, 'event_spike'],
  ['the clock was set back', ago(-90), { intervalMs: 30 * MINUTE }, waits(30 * MINUTE)],
];

describe('grouping of alerts', () => {
  it('depends on the earlier messages to the recipient', () => {
    for (const [title, history, pace, expected, kind = 'pool_health'] of table) {
      const whole: History = { sentAt: [], dueAt: undefined, isSilenced: false, ...history };
      const decision = decide(kind, { cadenceMs: 0, intervalMs: undefined, ...pace }, whole, now);
      assert.deepEqual(decision, expected, title);
    }
  });
});
