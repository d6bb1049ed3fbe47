import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settle } from '../../../../test/support/manual-clock.ts';
import type { ProbeResult } from '../../../outbound/probe/probe-check.ts';
import { toMonitor } from '../monitors/monitor-model.ts';
import type { MonitorDocument } from '../monitors/monitor-schema.ts';
import type { Origin } from '../pools/pool-model.ts';
import type { PoolDocument } from '../pools/pool-schema.ts';
import { samplePool, sampleResult } from './fixtures/sample-pool.ts';
import { checkOf, OriginProbe, targetOf } from './origin-probe.ts';

const never = new AbortController().signal;

const monitor = (document: MonitorDocument = {}) =>
  toMonitor({ id: 'm', accountId: 'a', document });

function origin(members: Partial<PoolDocument['origins'][number]> = {}): Origin {
  const [made] = samplePool(['o'], {
    origins: [{ name: 'o', address: '192.0.2.1', ...members }],
  }).origins;
  assert.ok(made);
  return made;
}

describe('the port of a probe', () => {
  const cases: readonly (readonly [MonitorDocument, { port?: number }, number])[] = [
    [{}, {}, 80],
    [{ type: 'https' }, {}, 443],
    [{}, { port: 8080 }, 8080],
    [{ port: 9000 }, { port: 8080 }, 9000],
    [{ port: 0 }, { port: 8080 }, 8080],
    [{ type: 'tcp', port: 5432 }, {}, 5432],
    [{ type: 'smtp', port: 25 }, { port: 8080 }, 25],
    [{ type: 'udp_icmp', port: 53 }, {}, 53],
  ];
  for (const [document, members, port] of cases) {
    it(`is port ${port} with ${JSON.stringify({ document, members })}`, () => {
      const target = targetOf(origin(members), monitor(document));
      assert.deepEqual(target, { address: '192.0.2.1', port });
    });
  }
});

describe('a probe of an origin', () => {
  it('has the defaults of monitors', () => {
    assert.deepEqual(checkOf(origin(), monitor()), {
      kind: 'http',
      timeoutMs: 5_000,
      retries: 2,
      method: 'GET',
      path: '/',
      headers: {},
      expectedCodes: [{ from: 200, to: 200 }],
      expectedBody: '',
      followRedirects: false,
      allowInsecure: false,
    });
    // Some clients send an empty text for the default.
    assert.deepEqual(
      checkOf(origin(), monitor({ expected_codes: '' })),
      checkOf(origin(), monitor()),
    );
    for (const kind of ['smtp', 'icmp_ping', 'udp_icmp'] as const) {
      const check = checkOf(origin(), monitor({ type: kind, port: 25 }));
      assert.deepEqual(check, { kind, timeoutMs: 5_000, retries: 2 });
    }
    assert.deepEqual(
      checkOf(origin(), monitor({ type: 'tcp', port: 22, timeout: 1, retries: 0 })),
      {
        kind: 'tcp',
        timeoutMs: 1_000,
        retries: 0,
      },
    );
  });

  it('prefers the host header of the origin to that of the monitor', () => {
    const headersWith = (header?: { Host: string[] }) => {
      const document = { header: { host: ['monitor.test'], 'X-A': ['1'] } };
      const check = checkOf(origin(header && { header }), monitor(document));
      return 'headers' in check ? check.headers : undefined;
    };
    assert.deepEqual(headersWith(), { host: ['monitor.test'], 'X-A': ['1'] });
    assert.deepEqual(headersWith({ Host: ['own.test'] }), { Host: ['own.test'], 'X-A': ['1'] });
  });
});

describe('concurrent probes', () => {
  it('are limited to the number of slots, and a free slot is used again', async () => {
    const waiting: PromiseWithResolvers<ProbeResult>[] = [];
    const prober = {
      probe() {
        const result = Promise.withResolvers<ProbeResult>();
        waiting.push(result);
        return result.promise;
      },
    };
    const origins = new OriginProbe(prober, 2);
    const all = [1, 2, 3, 4].map(() => origins.probe(origin(), monitor(), never));
    await settle();
    assert.equal(waiting.length, 2);
    waiting[0]?.resolve(sampleResult(true));
    await settle();
    assert.equal(waiting.length, 3);
    waiting[1]?.reject(new Error('a bug'));
    await settle();
    assert.equal(waiting.length, 4);
    for (const result of waiting) result.resolve(sampleResult(true));
    const results = await Promise.all(all);
    assert.deepEqual(
      results.map(({ failureReason }) => failureReason),
      ['No failures', 'Other Failure', 'No failures', 'No failures'],
    );
  });

  it('free their slot when they are aborted', async () => {
    const abort = new AbortController();
    const origins = new OriginProbe({ probe: async () => sampleResult(true) }, 1);
    abort.abort(new Error('stopping'));
    await assert.rejects(origins.probe(origin(), monitor(), abort.signal), /stopping/);
    assert.equal((await origins.probe(origin(), monitor(), never)).healthy, true);
  });
});
