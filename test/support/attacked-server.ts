import {
  respond,
  ServerUnderTest,
  type ServerUnderTestOptions,
} from '../../src/transport/fixtures/server-under-test.ts';
import type { HttpStream } from '../../src/transport/http-stream.ts';
import { floods } from '../../src/transport/http2/fixtures/floods.ts';
import { GET, headers } from '../../src/transport/http2/fixtures/frames.ts';
import { RawHttp2Visitor } from '../../src/transport/http2/fixtures/raw-http2-visitor.ts';
import { Attack, type Attacks } from './attack.ts';
import { eventually } from './eventually.ts';

const program = new URL('../fixtures/transport-attack-main.ts', import.meta.url);

export const serverAttacks: Readonly<Record<string, Attacks>> = {
  'stalled handshakes': [
    ['handshakes that never begin', 150],
    ['handshakes that stop in the middle', 150],
  ],
  // Each connection asks for a hundred pages: to answer forty of them takes a slow machine half a second by itself.
  'responses that nobody takes': [
    ['responses without a window', 4],
    ['responses with a window of one byte', 3],
    ['responses that are not read', 3],
  ],
  floods: Object.keys(floods).map((name) => [name, 2] as const),
};

/** How long a connection of the attacked server may keep it waiting. */
export const ATTACKED_WAIT_MS = 500;

/** A server that is attacked over TLS and HTTP/2. */
export class AttackedServer {
  readonly under: ServerUnderTest;
  /** Requests that wait for a response. */
  readonly #held: HttpStream[] = [];

  private constructor(under: ServerUnderTest) {
    this.under = under;
    const page = Buffer.alloc(100_000);
    under.onRequest = (stream) => {
      if (stream.target === '/') respond(stream, 'ok');
      else if (stream.target === '/long') {
        stream.respond(200, 'OK', []);
        stream.end(page);
      } else this.#held.push(stream);
    };
  }

  static async open(options: ServerUnderTestOptions = {}): Promise<AttackedServer> {
    const limits = {
      handshakeMs: ATTACKED_WAIT_MS,
      idleMs: ATTACKED_WAIT_MS,
      stallMs: ATTACKED_WAIT_MS,
    };
    return new AttackedServer(
      await ServerUnderTest.open({ maxConnections: 200, limits, ...options }),
    );
  }

  attack(attacks: Attacks): Attack {
    return new Attack(program, { port: this.under.tlsPort, attacks });
  }

  /** A new visitor, who connects again if the attackers take the connection away, until the response has come. */
  async visit(): Promise<void> {
    let visitor = this.#connect();
    await eventually('the visitor is served', () => {
      if (visitor.content(1) === 'ok') return true;
      if (visitor.socket.destroyed) visitor = this.#connect();
      return false;
    });
    visitor.socket.destroy();
  }

  #connect(): RawHttp2Visitor {
    const visitor = new RawHttp2Visitor(this.under.tlsPort);
    visitor.send(headers(1, GET));
    return visitor;
  }

  /** Responds to the pending requests and resets the counters. */
  settle(): void {
    for (const stream of this.#held.splice(0)) if (!stream.isClosed) respond(stream, 'late');
    this.under.requests.length = 0;
    this.under.refusals.length = 0;
  }

  close(): Promise<void> {
    return this.under.close();
  }
}
