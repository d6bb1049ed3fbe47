import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { metricsText } from './metrics-text.ts';
import { PrometheusMetrics } from './prometheus-metrics.ts';

const run = promisify(execFile);

const BLOCKED_MS = 300;

/** The lines that a process with these log statements writes to its standard output. */
async function logged(level: string, statements: string): Promise<Record<string, unknown>[]> {
  const module = new URL('./pino-logger.ts', import.meta.url).href;
  const code = `
    import { pinoLogger } from ${JSON.stringify(module)};
    const log = pinoLogger({ level: ${JSON.stringify(level)}, pretty: false, base: { process: 'test' } });
    ${statements}`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code]);
  return stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe('logger', () => {
  it('writes one JSON object per line, with level, time and process', async () => {
    const lines = await logged('info', "log.info({ port: 80 }, 'serving'); log.warn({}, 'look');");
    assert.deepEqual(
      lines.map(({ level, msg, process: from }) => [level, msg, from]),
      [
        ['info', 'serving', 'test'],
        ['warn', 'look', 'test'],
      ],
    );
    assert.equal(lines[0]?.['port'], 80);
    assert.match(String(lines[0]?.['time']), /^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it('leaves out records below its level', async () => {
    const all = "log.debug({}, 'd'); log.info({}, 'i'); log.warn({}, 'w'); log.error({}, 'e');";
    const messages = async (level: string) => (await logged(level, all)).map(({ msg }) => msg);
    assert.deepEqual(await messages('warn'), ['w', 'e']);
    assert.deepEqual(await messages('debug'), ['d', 'i', 'w', 'e']);
  });

  it('does not write members that are named like a secret', async () => {
    const names = ['authorization', 'secret', 'token', 'key', 'password'];
    const fields = Object.fromEntries(names.map((name) => [name, 'hunter2']));
    const nested = { headers: { authorization: 'hunter2' }, user: { secret: 'hunter2' } };
    const [line] = await logged(
      'info',
      `log.info(${JSON.stringify({ ...fields, ...nested, other: 'shown' })}, 'x');`,
    );
    assert.equal(line?.['other'], 'shown');
    assert.doesNotMatch(JSON.stringify(line), /hunter2/);
    for (const name of names) assert.equal(line?.[name], '[removed]');
  });

  it('writes an error with its message and stack', async () => {
    const [line] = await logged('info', "log.error({ err: new Error('boom') }, 'failed');");
    const written = line?.['err'] as { message: string; stack: string } | undefined;
    assert.equal(written?.message, 'boom');
    assert.match(written?.stack ?? '', /Error: boom\n/);
  });
});

describe('metrics', () => {
  it('adds up the metrics of several processes', async () => {
    const processes = [new PrometheusMetrics(), new PrometheusMetrics()];
    let readings = 0;
    for (const [n, metrics] of processes.entries()) {
      const requests = metrics.counter({ name: 'x_total', help: 'X', labels: ['outcome'] });
      requests.inc({ outcome: 'ok' });
      requests.inc({ outcome: 'ok' }, 2);
      if (n === 0) requests.inc({ outcome: 'bad' });
      const seconds = metrics.histogram({ name: 's_seconds', help: 'S', buckets: [0.1, 1] });
      seconds.observe({}, 0.5);
      metrics.gauge({ name: 'g', help: 'G', labels: ['slot'] }).set({ slot: String(n) }, n + 7);
      const read = () => [{ labels: { state: 'open' }, value: ++readings }];
      metrics.observableGauge({ name: 'o', help: 'O', labels: ['state'], read });
    }
    assert.equal(readings, 0, 'observable gauges are read on demand only');
    const text = await metricsText(await Promise.all(processes.map((each) => each.snapshot())));
    const expected = [
      '# HELP palisade_x_total X',
      '# TYPE palisade_x_total counter',
      'palisade_x_total{outcome="ok"} 6',
      'palisade_x_total{outcome="bad"} 1',
      'palisade_s_seconds_bucket{le="0.1"} 0',
      'palisade_s_seconds_bucket{le="1"} 2',
      'palisade_s_seconds_count 2',
      'palisade_g{slot="0"} 7',
      'palisade_g{slot="1"} 8',
      'palisade_o{state="open"} 3',
    ];
    const lines = text.split('\n');
    for (const line of expected) assert.ok(lines.includes(line), `${line} is missing in\n${text}`);
  });

  it('measures the process itself', async () => {
    const text = await metricsText([await new PrometheusMetrics().snapshot()]);
    assert.match(text, /^palisade_process_resident_memory_bytes \d+/m);
  });

  it('measures how long the event loop was blocked since the last call', async () => {
    const metrics = new PrometheusMetrics();
    const longest = async () => {
      const text = await metricsText([await metrics.snapshot()]);
      return Number(/^palisade_nodejs_eventloop_lag_max_seconds (.+)$/m.exec(text)?.[1]);
    };
    await setImmediate();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
    await setImmediate();
    const blocked = await longest();
    assert.ok(blocked >= BLOCKED_MS / 1_000);
    assert.notEqual(await longest(), blocked);
  });

  it('does not wake an idle process', async () => {
    const module = new URL('./prometheus-metrics.ts', import.meta.url).href;
    const code = `
      import { PrometheusMetrics } from ${JSON.stringify(module)};
      new PrometheusMetrics();
      setTimeout(() => console.log(performance.nodeTiming.uvMetricsInfo.loopCount), 500);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code]);
    assert.ok(Number(stdout) < 10, `${stdout} turns`);
  });

  it('labels the memory of each kind of process', async () => {
    const kinds = ['primary', 'edge', 'edge'].map((kind) => new PrometheusMetrics(kind));
    const text = await metricsText(await Promise.all(kinds.map((each) => each.snapshot())));
    const found = text.match(/^palisade_process_resident_memory_bytes.*\} \d+$/gm) ?? [];
    assert.deepEqual(
      found.map((line) => line.replace(/ \d+$/, '')),
      ['primary', 'edge'].map(
        (kind) => `palisade_process_resident_memory_bytes{process="${kind}"}`,
      ),
    );
    // A metric keeps its own labels.
    assert.match(
      text,
      /^palisade_nodejs_heap_space_size_used_bytes\{space="old",process="edge"\}/m,
    );
  });

  it('refuses a name that is taken', () => {
    const metrics = new PrometheusMetrics();
    metrics.counter({ name: 'twice_total', help: 'X' });
    assert.throws(
      () => metrics.counter({ name: 'twice_total', help: 'X' }),
      /palisade_twice_total is already in use/,
    );
  });
});
