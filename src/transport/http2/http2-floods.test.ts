import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { respond, ServerUnderTest } from '../fixtures/server-under-test.ts';
import { floods, heldRequest } from './fixtures/floods.ts';
import {
  DATA,
  END_STREAM,
  frame,
  GET,
  headers,
  PING,
  uint32,
  WINDOW_UPDATE,
  withFields,
} from './fixtures/frames.ts';
import { RawHttp2Visitor } from './fixtures/raw-http2-visitor.ts';

describe('an HTTP/2 connection', () => {
  let under: ServerUnderTest;
  let visitor: RawHttp2Visitor;

  beforeEach(async () => {
    under = await ServerUnderTest.open();
    under.onRequest = (stream) => {
      if (stream.target !== '/hold') respond(stream, 'ok');
    };
    visitor = new RawHttp2Visitor(under.tlsPort);
  });
  afterEach(async () => {
    visitor.socket.destroy();
    await under.close();
  });

  for (const [name, { first = [], unit }] of Object.entries(floods)) {
    it(`is closed on a flood of ${name}`, async () => {
      const before = process.memoryUsage().rss;
      visitor.send(heldRequest);
      await eventually('it is there', () => under.requests.length === 1);
      visitor.send(...first);
      let sent = 0;
      while (!visitor.socket.destroyed && sent < 100_000) {
        await visitor.flood(() => unit(sent++), 1_000);
        under.passTime(500);
      }
      await visitor.closed;
      assert.ok(sent < 100_000, `${sent}`);

      await eventually('its slot is free', () => under.server.connections === 0);
      await eventually('nothing is under way', () =>
        under.requests.every(({ isClosed }) => isClosed),
      );
      assert.ok(process.memoryUsage().rss - before < 100 * 2 ** 20);
    });
  }

  it('allows occasional pings', async () => {
    visitor.send(headers(1, withFields([':path', '/hold'])));
    for (let n = 1; n <= 200; n++) {
      visitor.send(frame(PING, 0, 0, Buffer.alloc(8)), frame(WINDOW_UPDATE, 0, 0, uint32(1)));
      await eventually('the response is received', () => pings() === n);
      under.passTime(500);
    }
    assert.equal(visitor.goawayCode(), undefined);
    function pings(): number {
      return visitor.frames.filter(({ type }) => type === PING).length;
    }
  });

  it('allows many requests', async () => {
    for (let n = 0; n < 5_000; n += 100) {
      const ids = Array.from({ length: 100 }, (_, k) => 2 * (n + k) + 1);
      visitor.send(...ids.map((id) => headers(id, GET)));
      await eventually('all responses are received', () =>
        ids.every((id) => visitor.hasFrame(DATA, id)),
      );
      visitor.frames.length = 0;
      under.passTime(100);
    }
    assert.equal(visitor.goawayCode(), undefined);
  });

  it('allows uploads in small chunks, and refused ones', async () => {
    let received = 0;
    under.onRequest = (stream) => {
      if (stream.target === '/refused') respond(stream, 'no');
      else {
        stream.body?.read({
          onData: (bytes) => {
            received += bytes.length;
            return true;
          },
          onEnd: () => respond(stream, 'ok'),
          onFailure: () => {},
        });
      }
    };
    const upload = withFields([':method', 'POST']);
    visitor.send(headers(1, upload, 0));
    for (let n = 1; n <= 100; n++) {
      visitor.send(...Array.from({ length: 500 }, () => frame(DATA, 0, 1, '0123456789')));
      await eventually('it is read', () => received === n * 5_000);
      under.passTime(500);
    }
    visitor.send(frame(DATA, END_STREAM, 1));
    await eventually('the response is received', () => visitor.content(1) === 'ok');
    const refused = withFields([':method', 'POST'], [':path', '/refused']);
    for (let id = 3; id < 60; id += 2) {
      // Data that is in flight when the response arrives.
      visitor.send(headers(id, refused, 0), frame(DATA, 0, id, Buffer.alloc(16_000)));
      await eventually('the response is received', () => visitor.content(id) === 'no');
      await eventually('it is reset', () => {
        under.passTime(100);
        return visitor.resetCode(id) === 0;
      });
      visitor.send(frame(DATA, 0, id, Buffer.alloc(16_000)));
    }
    visitor.send(headers(201, GET, 0), frame(DATA, END_STREAM, 201));
    await eventually('it still works', () => visitor.content(201) === 'ok');
  });

  it('allows downloads with a WINDOW_UPDATE for every frame', async () => {
    under.onRequest = (stream) => {
      stream.respond(200, 'OK', []);
      stream.end(Buffer.alloc(2 ** 24));
    };
    let acknowledged = 0;
    visitor.socket.on('data', () => {
      const data = visitor.frames.filter(({ type }) => type === DATA);
      for (const { payload } of data.slice(acknowledged)) {
        if (payload.length === 0) continue;
        const more = uint32(payload.length);
        visitor.send(frame(WINDOW_UPDATE, 0, 0, more), frame(WINDOW_UPDATE, 0, 1, more));
      }
      acknowledged = data.length;
      under.passTime(100);
    });
    visitor.send(headers(1, GET));
    await eventually('everything is received', () => under.requests[0]?.isClosed === true);
    assert.equal(visitor.resetCode(1), undefined);
    assert.equal(visitor.content(1).length, 2 ** 24);
  });
});
