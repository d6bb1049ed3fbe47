import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RateLimit, RateQuestion } from '../../contracts/rate-questions.ts';
import { LiveRequest } from '../rules/live-request.ts';
import { compileRate, rateNotAsked, settleCounts } from '../rules/rate-limit.ts';
import { RuleEffects } from '../rules/rule-effects.ts';
import { NodeRates, type SendQuestions } from './node-rates.ts';
import { RateCounters } from './rate-counters.ts';

const PROCESSES = 4;

/** A primary and its edge processes. `answers` decides whether the primary responds. */
function node(now: () => number, answers = true) {
  const primary = new RateCounters({ now });
  const blocks: RateQuestion[][] = [];
  const processes = Array.from({ length: PROCESSES }, () => {
    const rates = new RateCounters({ now });
    const send: SendQuestions = (id, questions) => {
      blocks.push([...questions]);
      if (!answers) return;
      const waits = questions.map(({ key, limit, passed, ageMs, asks }) => {
        if (asks) return primary.take(key, limit, passed, ageMs);
        primary.addPassed(key, limit, passed, ageMs);
        return 0;
      });
      setImmediate(() => nodeRates.receive(id, waits));
    };
    // A primary that answers is always in time.
    const nodeRates = new NodeRates(rates, send, answers ? 600_000 : 1);
    return { rates, nodeRates };
  });
  return { processes, blocks };
}

type Process = ReturnType<typeof node>['processes'][number];

const rateOf = (requests: number, more: object = {}) =>
  compileRate({
    characteristics: ['cf.colo.id', 'ip.src'],
    period: 10,
    requests_per_period: requests,
    mitigation_timeout: 0,
    ...more,
  });

/** Whether a request passes; like run-phase.ts, evaluates the rule again after each answer. */
async function passes(
  rate: ReturnType<typeof rateOf>,
  edge: Process,
  effects = new RuleEffects(),
): Promise<boolean> {
  const source = {
    stream: { version: '1.1', headers: { pairs: [] }, connection: { localPort: 0 } },
    method: 'GET',
    scheme: 'https' as const,
    authority: 'shop.test',
    host: 'shop.test',
    target: '/',
    rawTarget: '/',
    clientAddress: '192.0.2.1',
    startedAt: 0,
  };
  const context = { request: new LiveRequest(source), effects, edge };
  for (;;) {
    try {
      return !rate.acts(context, true, 'r');
    } catch (error) {
      if (error !== rateNotAsked) throw error;
      const { key = '', limit } = context.effects.rateQuestion ?? {};
      const waitMs = await edge.nodeRates.ask(key, limit as RateLimit);
      context.effects.rateAnswers.set(key, waitMs);
    }
  }
}

const count = (passed: readonly boolean[]) => passed.filter(Boolean).length;

describe('rate limits of a node', () => {
  for (const requests of [1, 5, 100]) {
    it(`let no burst pass more than ${requests} and one per process, in 20 bursts`, async () => {
      let at = 0;
      const { processes } = node(() => at);
      const rate = rateOf(requests);
      for (let burst = 0; burst < 20; burst++) {
        const visits = Array.from({ length: 3 * requests + 40 }, (_, n) =>
          passes(rate, processes[n % PROCESSES] as Process),
        );
        const passed = count(await Promise.all(visits));
        assert.ok(passed >= requests && passed <= requests + PROCESSES, `${passed}`);
        // All windows have ended.
        at += 30_000;
      }
    });
  }

  it('limit nobody early', async () => {
    let at = 0;
    const { processes } = node(() => at);
    const rate = rateOf(5);
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 5; n++) {
        assert.ok(await passes(rate, processes[(n * 3) % PROCESSES] as Process));
        at += 100;
      }
      at += 30_000;
    }
  });

  it('ask only about keys with several requests, and not about keys that are limited', async () => {
    const { processes, blocks } = node(() => 0);
    const [first] = processes as [Process];
    assert.ok(await passes(rateOf(2), first));
    assert.equal(blocks.length, 0);
    assert.ok(await passes(rateOf(2), first));
    assert.equal(await passes(rateOf(2), first), false);
    assert.equal(blocks.flat().length, 2);
    assert.equal(await passes(rateOf(2), first), false);
    assert.equal(blocks.flat().length, 2);
    assert.equal(blocks[0]?.[0]?.passed, 1);
  });

  it('fall back to the count of the process if the primary does not answer', async () => {
    const { processes } = node(() => 0, false);
    const [first] = processes as [Process];
    const passed: boolean[] = [];
    for (let n = 0; n < 5; n++) passed.push(await passes(rateOf(3), first));
    assert.deepEqual(passed, [true, true, true, false, false]);
  });

  it('above 100 requests, or by the response, are counted by each process', async () => {
    const { processes, blocks } = node(() => 0);
    const [first] = processes as [Process];
    for (const rate of [
      rateOf(101),
      rateOf(50, { counting_expression: 'http.response.code eq 401' }),
    ]) {
      for (let n = 0; n < 4; n++) assert.ok(await passes(rate, first));
    }
    assert.equal(blocks.length, 0);
  });

  it('to the origin are taken back if they do not go there, also in the primary', async () => {
    const { processes } = node(() => 0);
    const rate = rateOf(2, { requests_to_origin: true });
    const [first, second] = processes as [Process, Process];
    for (let n = 0; n < 5; n++) {
      const effects = new RuleEffects();
      assert.ok(await passes(rate, first, effects));
      settleCounts(effects, false, first);
    }
    assert.deepEqual(
      [await passes(rate, first), await passes(rate, first), await passes(rate, first)],
      [true, true, false],
    );
    // The first request of a key passes in each process.
    assert.deepEqual([await passes(rate, second), await passes(rate, second)], [true, false]);
  });
});
