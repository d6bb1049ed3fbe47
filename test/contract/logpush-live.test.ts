/** Live views of a zone: sessions over the API, lines over a WebSocket. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, afterEach, before, it } from 'node:test';
import { WebSocket } from 'ws';
import type { Bus } from '../../src/bus/bus.ts';
import { openEmbeddedBus } from '../../src/bus/embedded/embedded-bus.ts';
import { EncodedBatch } from '../../src/bus/encoded-batch.ts';
import {
  HTTP_REQUESTS_TOPIC,
  httpRequestColumns,
} from '../../src/contracts/events/http-request-event.ts';
import { ColumnWriter } from '../../src/kernel/columns/column-writer.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const MINUTE = 60_000;
const LOGS_READ = 'c4a30cd58c5d42619c86a3c36c441e2d';
const ZONE_READ = 'c8fed203ed3043cba015a93ad1616f1f';

describeOnEachDatabase('live views of a zone', (kind) => {
  let folder: ReturnType<typeof tempFolder>;
  let api: TestApi;
  let bus: Bus;
  let zone: string;
  let server: string;
  const sockets: WebSocket[] = [];

  before(async () => {
    folder = tempFolder();
    api = await openTestApi(kind, { settings: { PALISADE_DATA_DIR: folder.path } });
    server = (await api.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
    bus = openEmbeddedBus({
      folder: join(folder.path, 'bus'),
      writer: 'edge-1',
      clock: api.clock,
      onError: assert.fail,
    });
    await publish('', '/first');
    zone = await api.newZone();
  });

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.terminate();
  });

  after(async () => {
    await api.close();
    await bus.close();
    folder.remove();
  });

  const policiesOf = (groupId: string) => [
    {
      effect: 'allow',
      resources: { [`com.cloudflare.api.account.zone.${zone}`]: '*' },
      permission_groups: [{ id: groupId }],
    },
  ];

  const create = (body: object, token?: string) =>
    api.call('POST', `/zones/${zone}/logpush/edge`, {
      ...(token !== undefined && { token }),
      body: { fields: 'ClientRequestURI,EdgeResponseStatus', kind: 'instant-logs', ...body },
    });

  async function publish(zoneId: string, ...uris: string[]): Promise<void> {
    const writer = new ColumnWriter(httpRequestColumns, uris.length);
    for (const uri of uris) {
      writer.values.zoneId[writer.count] = zoneId;
      writer.values.ClientRequestURI[writer.count] = uri;
      writer.values.EdgeResponseStatus[writer.count] = 200;
      writer.count += 1;
    }
    await bus.publish(HTTP_REQUESTS_TOPIC, new EncodedBatch(writer.take(), uris.length));
  }

  /** Listens at the URL of a session, on the port of the test. */
  async function listen(conf: string) {
    const socket = new WebSocket(server + new URL(conf).pathname);
    sockets.push(socket);
    const lines: Record<string, unknown>[] = [];
    socket.on('message', (data) => lines.push(JSON.parse(String(data))));
    await once(socket, 'open');
    return { socket, lines };
  }

  /** Moves the clock until lines have arrived. */
  async function arrive(lines: readonly unknown[], count: number): Promise<void> {
    await eventually(`${count} lines arrive`, async () => {
      await api.clock.advance(200);
      return lines.length >= count;
    });
  }

  it('send the new lines of the zone, each with its sample interval', async () => {
    const { status, body } = await create({});
    assert.equal(status, 200, JSON.stringify(body.errors));
    const { session_id: id, destination_conf: conf, ...rest } = body.result;
    assert.deepEqual(rest, {
      fields: 'ClientRequestURI,EdgeResponseStatus',
      sample: 1,
      filter: '',
      kind: 'instant-logs',
    });
    assert.match(
      conf,
      new RegExp(`^wss?://.+/client/v4/zones/${zone}/logpush/edge/sessions/${id}$`),
    );
    const { lines } = await listen(conf);
    await api.clock.advance(0);
    await publish(zone, '/a', '/b');
    await publish('0'.repeat(32), '/of-another-zone');
    await publish(zone, '/c');
    await arrive(lines, 3);
    assert.deepEqual(lines, [
      { ClientRequestURI: '/a', EdgeResponseStatus: 200, sampleInterval: 1 },
      { ClientRequestURI: '/b', EdgeResponseStatus: 200, sampleInterval: 1 },
      { ClientRequestURI: '/c', EdgeResponseStatus: 200, sampleInterval: 1 },
    ]);
    const list = await api.call('GET', `/zones/${zone}/logpush/edge`);
    assert.deepEqual(
      list.body.result.map((session: { session_id: string }) => session.session_id),
      [id],
    );
  });

  it('accept filters with the older operator neq, and sample', async () => {
    const filter = '{"where":{"key":"ClientRequestURI","operator":"neq","value":"/no"}}';
    const { body } = await create({ filter, sample: 2 });
    const { lines } = await listen(body.result.destination_conf);
    await api.clock.advance(0);
    await publish(zone, ...Array.from({ length: 64 }, () => '/no'));
    await publish(zone, ...Array.from({ length: 512 }, (_, at) => `/${at}`));
    await arrive(lines, 100);
    assert.ok(lines.length > 100 && lines.length < 412, `${lines.length} of 512`);
    assert.ok(lines.every((line) => line['sampleInterval'] === 2));
    assert.ok(lines.every((line) => line['ClientRequestURI'] !== '/no'));
  });

  it('are sampled above a thousand lines a second, and show the sample interval', async () => {
    const { body } = await create({ fields: 'ClientRequestURI' });
    const { lines } = await listen(body.result.destination_conf);
    await api.clock.advance(0);
    for (let batch = 0; batch < 3; batch++) {
      await publish(zone, ...Array.from({ length: 1_000 }, () => '/many'));
    }
    await arrive(lines, 1_000);
    await api.clock.advance(1_000);
    await publish(zone, '/last');
    await eventually('the last line arrives', async () => {
      await api.clock.advance(500);
      return lines.some((line) => line['ClientRequestURI'] === '/last');
    });
    const shown = lines.reduce((sum, line) => sum + Number(line['sampleInterval']), 0);
    assert.equal(shown, 3_001);
    assert.ok(lines.length < 3_001);
  });

  it('exist once per zone: a new one replaces the old one, a new listener the previous one', async () => {
    const first = (await create({})).body.result;
    const one = await listen(first.destination_conf);
    const again = await listen(first.destination_conf);
    await once(one.socket, 'close');
    const second = (await create({})).body.result;
    await once(again.socket, 'close');
    assert.notEqual(second.session_id, first.session_id);
    await refusedSocket(first.destination_conf);
    await listen(second.destination_conf);
  });

  it('end after an hour, or five minutes without a listener', async () => {
    const unheard = (await create({})).body.result;
    await api.clock.advance(5 * MINUTE);
    await refusedSocket(unheard.destination_conf);
    assert.deepEqual((await api.call('GET', `/zones/${zone}/logpush/edge`)).body.result, []);

    const heard = (await create({})).body.result;
    const created = api.clock.now();
    for (let minutes = 4; minutes < 60; minutes += 4) {
      api.clock.set(created + minutes * MINUTE);
      const { socket } = await listen(heard.destination_conf);
      socket.close();
      await once(socket, 'close');
    }
    api.clock.set(created + 60 * MINUTE - 1_000);
    const { socket } = await listen(heard.destination_conf);
    const ended = once(socket, 'close');
    await api.clock.advance(1_000);
    assert.equal((await ended)[0], 1000);
    await refusedSocket(heard.destination_conf);
  });

  async function refusedSocket(conf: string, status = /404/): Promise<void> {
    const socket = new WebSocket(server + new URL(conf).pathname);
    const [error] = await once(socket, 'error');
    assert.match(error.message, status);
  }

  it('leave some for other accounts, whatever the clients of one do', async (test) => {
    const { destination_conf: conf } = (await create({})).body.result;
    const { pathname } = new URL(conf);
    const head = `GET ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
    const keys = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
    const port = Number(new URL(server).port);
    // Each takes the place of the one before, which does not confirm that it is closed. Its time to do so does not end here.
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const silent = Array.from({ length: 17 }, () => new RawVisitor(port, head + keys));
    const statuses = await Promise.all(
      silent.map(async (client) => (await client.until(/\r\n\r\n/)).slice(9, 12)),
    );
    assert.deepEqual(statuses.sort(), [...Array(16).fill('101'), '429']);
    test.mock.timers.reset();
    for (const { socket } of silent) socket.destroy();
    await eventually('there is space again', async () => {
      const socket = new WebSocket(server + pathname);
      const opened = await once(socket, 'open').then(
        () => true,
        () => false,
      );
      socket.terminate();
      return opened;
    });
  });

  it('are refused to clients with a wrong id', async () => {
    const { destination_conf: conf, session_id: id } = (await create({})).body.result;
    await refusedSocket(conf.replace(id, 'A'.repeat(id.length)));
    await refusedSocket(conf.replace(id, ''));
    await refusedSocket(conf.replace(zone, '0'.repeat(32)));
    // On other paths the upgrade is an ordinary request without credentials.
    await refusedSocket('ws://x/client/v4/zones', /400/);
    await refusedSocket('ws://x/');
  });

  it('explain what is wrong with a request', async () => {
    const rows: readonly [body: object, code: number, message: RegExp][] = [
      [{ fields: 'Nope' }, 1002, /has no field "Nope"/],
      [{ fields: '' }, 1002, /fields/],
      [{ sample: 0 }, 1002, /sample/],
      [{ filter: '{"where":[]}' }, 1004, /bad predicate: where/],
      [{ kind: 'other' }, 1002, /kind/],
    ];
    for (const [given, code, message] of rows) {
      const { status, body } = await create(given);
      assert.equal(status, 400, JSON.stringify(given));
      assert.equal(body.errors[0].code, code);
      assert.match(body.errors[0].message, message);
    }
    const reader = await api.zoneToken(LOGS_READ, zone);
    const path = `/zones/${zone}/logpush/edge`;
    assert.equal((await api.call('GET', path, { token: reader })).status, 200);
  });

  it('show the default fields of the dataset if they name none', async () => {
    const { result } = (await api.call('POST', `/zones/${zone}/logpush/edge`)).body;
    const path = `/zones/${zone}/logpush/datasets/http_requests/fields/default`;
    const byDefault = Object.keys((await api.call('GET', path)).body.result);
    assert.deepEqual(result.fields.split(','), byDefault);
    assert.deepEqual([result.sample, result.filter], [1, '']);
  });

  it('end with the token that created them', async () => {
    const ended = [
      (id: string) => api.call('DELETE', `/user/tokens/${id}`),
      (id: string) => {
        const body = { name: 'off', policies: policiesOf(LOGS_READ), status: 'disabled' };
        return api.call('PUT', `/user/tokens/${id}`, { body });
      },
      (id: string) => {
        const body = { name: 'less', policies: policiesOf(ZONE_READ) };
        return api.call('PUT', `/user/tokens/${id}`, { body });
      },
      // Whoever had the old secret could listen on.
      (id: string) => api.call('PUT', `/user/tokens/${id}/value`, { body: {} }),
    ];
    for (const end of ended) {
      const body = { name: 'listener', policies: policiesOf(LOGS_READ) };
      const { id, value } = (await api.call('POST', '/user/tokens', { body })).body.result;
      const session = await create({}, value);
      const conf = session.body.result.destination_conf;
      const { socket } = await listen(conf);
      let closed = false;
      socket.once('close', () => {
        closed = true;
      });
      await api.clock.advance(1);
      assert.equal((await end(id)).status, 200);
      await eventually('the socket is closed', async () => {
        await api.clock.advance(1_000);
        return closed;
      });
      await assert.rejects(listen(conf), /404/);
    }
  });

  it('are audited, without their id', async () => {
    const { body } = await create({ filter: '' });
    const path = `/accounts/${api.accountId}/audit_logs?per_page=1`;
    const [entry] = (await api.call('GET', path)).body.result;
    assert.deepEqual(entry.resource, { id: zone, type: 'live_log_session' });
    assert.ok(!JSON.stringify(entry).includes(body.result.session_id));
  });

  it('cannot be opened by pages of other origins', async () => {
    const { body } = await create({});
    const { pathname } = new URL(body.result.destination_conf);
    for (const origin of ['https://evil.test', 'null']) {
      const socket = new WebSocket(server + pathname, { origin });
      sockets.push(socket);
      // Rejects with the error if there is one.
      await assert.rejects(once(socket, 'open'), /403/);
    }
    const own = new WebSocket(server + pathname, { origin: server.replace('ws', 'http') });
    sockets.push(own);
    await once(own, 'open');
  });

  const openStream = (body: object = {}, token?: string) =>
    api.call('POST', `/zones/${zone}/traffic/live`, {
      ...(token !== undefined && { token }),
      body,
    });

  const newStream = async (body: object = {}, token?: string) => {
    const answer = await openStream(body, token);
    assert.equal(answer.status, 200, JSON.stringify(answer.body.errors));
    return answer.body.result;
  };

  /** The requests in the messages of a stream. */
  const requestsIn = (messages: readonly Record<string, unknown>[]) =>
    messages.flatMap(({ requests }) => requests as Record<string, unknown>[]);

  it('are streamed to several clients, each with its own fields and filter', async () => {
    const filter = '{"where":{"key":"ClientRequestURI","operator":"startsWith","value":"/a"}}';
    const all = await newStream();
    const some = await newStream({ fields: ['ClientRequestURI'], filter });
    assert.match(all.url, new RegExp(`^ws://.+/zones/${zone}/traffic/live/pslv_`));
    const one = await listen(all.url);
    const other = await listen(some.url);
    await api.clock.advance(0);
    await publish(zone, '/a', '/b');
    await publish('0'.repeat(32), '/of-another-zone');
    await arrive(one.lines, 1);
    await arrive(other.lines, 1);
    const [first] = requestsIn(one.lines);
    assert.deepEqual([first?.['ClientRequestURI'], first?.['EdgeResponseStatus']], ['/a', 200]);
    assert.deepEqual(
      requestsIn(one.lines).map((request) => request['ClientRequestURI']),
      ['/a', '/b'],
    );
    assert.deepEqual(other.lines, [{ requests: [{ ClientRequestURI: '/a' }], left_out: 0 }]);
  });

  it('are limited in a stream, which says how many requests it left out', async () => {
    const { lines } = await listen((await newStream()).url);
    await api.clock.advance(0);
    await publish(zone, ...Array.from({ length: 1_000 }, () => '/many'));
    await arrive(lines, 1);
    await api.clock.advance(1_000);
    await publish(zone, '/last');
    await eventually('the last request arrives', async () => {
      await api.clock.advance(200);
      return requestsIn(lines).some(({ ClientRequestURI: uri }) => uri === '/last');
    });
    const leftOut = lines.reduce((sum, line) => sum + Number(line['left_out']), 0);
    assert.deepEqual([requestsIn(lines).length, leftOut], [101, 900]);
  });

  it('have streams that are opened once, within a minute', async () => {
    const { url } = await newStream();
    await refusedSocket(url.replace(/pslv_./, 'pslv_-'));
    await listen(url);
    await refusedSocket(url);
    const late = await newStream();
    assert.equal(Date.parse(late.expires_on), api.clock.now() + MINUTE);
    await api.clock.advance(MINUTE);
    await refusedSocket(late.url);
  });

  it('have streams that end with their token, and after an hour', async () => {
    const ANALYTICS_READ = '9c88f9c5bce24ce7af9a958ba9c504db';
    const body = { name: 'watcher', policies: policiesOf(ANALYTICS_READ) };
    const { id, value } = (await api.call('POST', '/user/tokens', { body })).body.result;
    const ends: readonly [url: string, end: () => Promise<unknown>][] = [
      [(await newStream({}, value)).url, () => api.call('DELETE', `/user/tokens/${id}`)],
      [(await newStream()).url, async () => api.clock.set(api.clock.now() + 60 * MINUTE)],
    ];
    for (const [url, end] of ends) {
      const { socket } = await listen(url);
      let isClosed = false;
      socket.once('close', () => {
        isClosed = true;
      });
      await api.clock.advance(1);
      await end();
      await eventually('the socket is closed', async () => {
        await api.clock.advance(1_000);
        return isClosed;
      });
    }
  });

  it('have streams only for those who may see the requests', async () => {
    const token = await api.zoneToken(ZONE_READ, zone);
    assert.equal((await openStream({}, token)).status, 403);
    const rows: readonly [body: object, pointer: string, message: RegExp][] = [
      [{ fields: ['Nope'] }, '/fields', /has no field "Nope"/],
      [{ fields: [] }, '/fields', /fields/],
      [{ filter: '{"where":[]}' }, '/filter', /where/],
      [{ filter: 'path eq "/"' }, '/filter', /JSON/],
    ];
    for (const [given, pointer, message] of rows) {
      const { status, body } = await openStream(given);
      assert.equal(status, 400, JSON.stringify(given));
      assert.equal(body.errors[0].source?.pointer, pointer);
      assert.match(body.errors[0].message, message);
    }
  });
});
