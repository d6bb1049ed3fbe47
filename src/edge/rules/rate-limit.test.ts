import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RateCounters } from '../limits/rate-counters.ts';
import { LiveRequest } from './live-request.ts';
import { type CompiledRate, compileRate, countDeferred } from './rate-limit.ts';
import { RuleEffects } from './rule-effects.ts';

const KEY = 'http.request.headers["x-key"]';

function rateOf(ratelimit: Record<string, unknown>): CompiledRate {
  const characteristics = ['cf.colo.id', KEY];
  const rate = { characteristics, period: 10, requests_per_period: 10, ...ratelimit };
  return compileRate(rate);
}

/** A request with this key. */
function visit(key = 'a', target = '/', clientAddress = '192.0.2.1') {
  const source = {
    stream: { version: '1.1', headers: { pairs: ['x-key', key] }, connection: { localPort: 0 } },
    method: 'GET',
    scheme: 'https' as const,
    authority: 'shop.test',
    host: 'shop.test',
    target,
    rawTarget: target,
    clientAddress,
    startedAt: 0,
  };
  return { request: new LiveRequest(source), effects: new RuleEffects() };
}

/** How many requests pass at two requests per second for two minutes. */
function passing(rate: CompiledRate): number {
  let at = 0;
  const edge = { rates: new RateCounters({ now: () => at }) };
  let passed = 0;
  for (; at < 120_000; at += 500) {
    if (!rate.acts({ ...visit(), edge }, true, 'r')) passed += 1;
  }
  return passed;
}

describe('rates of rules', () => {
  it('throttle to the limit (refused requests were counted, so that a steady visitor was blocked indefinitely)', () => {
    const passed = passing(rateOf({ mitigation_timeout: 0 }));
    assert.ok(passed >= 100 && passed <= 125, `${passed} passed, of 10 in each 10 s`);
  });

  it('start anew after the timeout (a visitor that continued to send requests stayed blocked)', () => {
    const passed = passing(rateOf({ mitigation_timeout: 10 }));
    assert.ok(passed >= 70, `${passed} passed`);
  });

  it('count responses by the counting expression, including requests that do not match the rule', () => {
    const rate = rateOf({
      requests_per_period: 1,
      counting_expression: 'http.response.code eq 401 and http.request.uri.path eq "/login"',
    });
    const edge = { rates: new RateCounters() };
    for (const [target, status] of [
      ['/login', 401],
      ['/login', 200],
      ['/', 401],
      ['/login', 401],
    ] as const) {
      const context = visit('a', target);
      assert.equal(rate.acts({ ...context, edge }, target === '/', 'r'), false);
      context.request.setResponse({ status, headers: [] });
      countDeferred(context.effects.deferredCounts, context.request, edge.rates);
    }
    assert.equal(rate.acts({ ...visit(), edge }, true, 'r'), true);
  });

  for (const characteristic of ['ip.src', 'cf.unique_visitor_id']) {
    it(`count IPv6 visitors by their /64 with ${characteristic} (each address had a limit of its own)`, () => {
      const characteristics = ['cf.colo.id', characteristic];
      const rate = rateOf({ requests_per_period: 2, characteristics });
      const edge = { rates: new RateCounters() };
      const acts = (...addresses: string[]) =>
        addresses.map((address) => rate.acts({ ...visit('a', '/', address), edge }, true, 'r'));
      assert.deepEqual(
        acts('2001:db8::1', '2001:db8:0:0:ffff::2', '2001:0db8::3', '2001:db8:0:1::1'),
        [false, false, true, false],
      );
      assert.deepEqual(acts('192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.1'), [
        false,
        false,
        false,
        true,
      ]);
    });
  }

  it('keep digests of long values (30,000 headers of 16 KB took half a gigabyte)', () => {
    const rate = rateOf({ requests_per_period: 1 });
    const processes = [{ rates: new RateCounters() }, { rates: new RateCounters() }] as const;
    const [one, other] = processes;
    const long = 'x'.repeat(16_000);
    for (const key of [`${long}1`, `${long}2`, 'short']) {
      assert.equal(rate.acts({ ...visit(key), edge: one }, true, 'r'), false);
    }
    const updates = one.rates.drain() ?? assert.fail();
    assert.equal(updates.counts.length, 3);
    assert.ok(updates.counts.every(([key]) => key.length < 100));
    other.rates.merge(updates);
    for (const edge of processes) {
      assert.equal(rate.acts({ ...visit(`${long}1`), edge }, true, 'r'), true);
      assert.equal(rate.acts({ ...visit(`${long}3`), edge }, true, 'r'), false);
    }
  });
});
