import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openCommandLine } from '../../test/support/palisade-command.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { migrations, type Tables } from '../app/modules.ts';
import { openEmbeddedBus } from '../bus/embedded/embedded-bus.ts';
import { EncodedBatch } from '../bus/encoded-batch.ts';
import { HTTP_REQUESTS_TOPIC, httpRequestColumns } from '../contracts/events/http-request-event.ts';
import { systemClock } from '../kernel/clock.ts';
import { ColumnWriter } from '../kernel/columns/column-writer.ts';
import { openDatabase } from '../storage/database.ts';
import { sqliteDialect } from '../storage/dialects/sqlite/sqlite-dialect.ts';

const SHOP = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);

describe('palisade logs', () => {
  let home: ReturnType<typeof tempFolder>;
  const commandLine = openCommandLine();

  before(async () => {
    home = tempFolder();
    mkdirSync(join(home.path, 'data'));
    const database = openDatabase<Tables>(sqliteDialect(join(home.path, 'data', 'palisade.db')));
    await database.migrate(migrations);
    await database.close();
    const bus = openEmbeddedBus({
      folder: join(home.path, 'data', 'bus'),
      writer: 'edge-1',
      clock: systemClock,
      onError: assert.fail,
    });
    const text = requestsOf([
      [SHOP, '/a', 200, 'curl/8'],
      [SHOP, '/b', 503, 'evil\u001b[2J'],
      [OTHER, '/c', 200, ''],
    ]);
    await bus.publish(HTTP_REQUESTS_TOPIC, new EncodedBatch(text, 3));
    await bus.close();
  });

  after(async () => {
    await commandLine.close();
    home.remove();
  });

  /** A batch as the edge stores it: zone, URI, status and user agent of each request. */
  function requestsOf(rows: readonly (readonly [string, string, number, string])[]): string {
    const writer = new ColumnWriter(httpRequestColumns, rows.length);
    const { values } = writer;
    for (const [zone, uri, status, agent] of rows) {
      const row = writer.count;
      values.zoneId[row] = zone;
      values.EdgeStartTimestamp[row] = Date.UTC(2026, 9, 10, 13, 55, 36, row);
      values.ClientIP[row] = '203.0.113.7';
      values.ClientRequestMethod[row] = 'GET';
      values.ClientRequestScheme[row] = 'https';
      values.ClientRequestHost[row] = 'www.shop.test';
      values.ClientRequestURI[row] = uri;
      values.EdgeResponseStatus[row] = status;
      values.ClientRequestUserAgent[row] = agent;
      writer.count = row + 1;
    }
    return writer.take();
  }

  const palisade = (...args: string[]) =>
    commandLine.run(['logs', ...args], { env: { PALISADE_DATA_DIR: join(home.path, 'data') } });

  it('prints readable lines, without control characters', async () => {
    const { stdout, stderr, code } = await palisade();
    assert.deepEqual([stderr, code], ['', 0]);
    const lines = stdout.split('\n');
    assert.equal(lines.length, 4);
    assert.equal(
      lines[0],
      '2026-10-10T13:55:36.000Z  200  GET https://www.shop.test/a  0 ms  203.0.113.7  "curl/8"',
    );
    assert.match(stdout, /"evil\\u001b\[2J"/);
  });

  it('prints chosen fields of the lines of a zone that pass a filter', async () => {
    const filter = '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":500}}';
    const chosen = ['--zone', SHOP, '--filter', filter, '--fields', 'ClientRequestURI'];
    assert.equal((await palisade(...chosen)).stdout, '{"ClientRequestURI":"/b"}\n');
    const all = await palisade('--zone', OTHER, '--json');
    assert.equal(JSON.parse(all.stdout).ClientRequestURI, '/c');
  });

  it('refuses invalid arguments with the reason', async () => {
    const rows: readonly [args: string[], message: RegExp][] = [
      [['--zone', 'nowhere.test'], /there is no zone nowhere\.test/],
      [['--dataset', 'dns'], /there is no dataset dns; there are audit_logs, /],
      [['--filter', '{"where":[]}'], /where/],
      [['--fields', 'Nope'], /has no field "Nope"/],
      [['--since', 'yesterday'], /Expected RFC 3339/],
    ];
    for (const [args, message] of rows) {
      const { stderr, code } = await palisade(...args);
      assert.match(stderr, message);
      assert.notEqual(code, 0, args.join(' '));
    }
  });

  it('shows what a job would send of sample lines', async () => {
    const file = join(home.path, 'lines.ndjson');
    writeFileSync(
      file,
      '{"ClientRequestHost":"a.test","EdgeResponseStatus":200}\n{"ClientRequestHost":"b.test","EdgeResponseStatus":500}\n',
    );
    const { stdout, stderr, code } = await palisade(
      'simulate',
      file,
      '--filter',
      '{"where":{"key":"EdgeResponseStatus","operator":"eq","value":"500"}}',
      '--output-options',
      '{"field_names":["ClientRequestHost"],"output_type":"csv","batch_prefix":"host\\n"}',
    );
    assert.deepEqual([stdout, stderr, code], ['host\n"b.test"\n', '1 of 2 lines pass.\n', 0]);
    const refused: readonly [options: string, message: RegExp][] = [
      ['{"outputtype":"csv"}', /"\/outputtype" is not a member that is known here/],
      ['{"field_names":"ClientRequestHost"}', /"\/field_names" must be an array/],
      ['{"batch_prefix":5}', /"\/batch_prefix" must be a string/],
    ];
    for (const [options, message] of refused) {
      const simulated = await palisade('simulate', file, '--output-options', options);
      assert.match(simulated.stderr, message);
      assert.deepEqual([simulated.stdout, simulated.code !== 0], ['', true]);
    }
    writeFileSync(file, '{"EdgeResponseStatus":"many"}');
    assert.match((await palisade('simulate', file)).stderr, /lines\[0\]\.EdgeResponseStatus/);
  });
});
