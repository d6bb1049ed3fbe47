/** A node that is restarted and reloaded while visitors use it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { type CommandLine, openCommandLine } from '../support/palisade-command.ts';
import { openRawOrigin, type RawOrigin, RawVisitor } from '../support/raw-http.ts';
import { tempFolder } from '../support/temp-folder.ts';

const certificates = fileURLToPath(new URL('../fixtures/tls', import.meta.url));
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const GET = 'GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n';
const CALL = '{"jsonrpc":"2.0","method":"eth_chainId","id":1}';
const POST = `POST /v1/sepolia HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\nContent-Length: ${CALL.length}\r\n\r\n${CALL}`;
const PAUSE_MS = 50;
const DRIP = GET.replace('/', '/drip');
const DRIP_MS = 1_000;
/** More of them take longer, and find no more: `RESTARTS=20` before the command of the test. */
const RESTARTS = Number(process.env['RESTARTS'] ?? 3);
const ACCOUNT = 'a'.repeat(32);
const POOL = 'd'.repeat(32);

/** The sites of these names, with one origin. */
const bootstrap = (port: number, names: readonly string[]) => ({
  accounts: [{ id: ACCOUNT, name: 'Shop' }],
  zones: names.map((name, n) => ({ id: zoneId(n), name, account: { id: ACCOUNT } })),
  pools: [
    {
      id: POOL,
      account: { id: ACCOUNT },
      name: 'shop',
      origins: [{ name: 'one', address: '127.0.0.1', port }],
    },
  ],
  load_balancers: names.map((name, n) => ({
    id: `e${n}`.padEnd(32, '0'),
    zone: { id: zoneId(n) },
    name,
    default_pools: [POOL],
    fallback_pool: POOL,
  })),
});
const zoneId = (n: number) => `b${n}`.padEnd(32, '0');

/** Visitors with keep-alive connections, and some that open a connection for each request. */
function load(
  port: number,
  { request = GET, end: ending = /\r\n\r\nok$/, count = 32, isTls = false } = {},
) {
  const failures: string[] = [];
  let served = 0;
  let isEnded = false;
  async function visit(isBrief: boolean): Promise<void> {
    while (!isEnded) {
      const options = {
        port,
        host: '127.0.0.1',
        servername: 'shop.test',
        rejectUnauthorized: false,
      };
      const visitor = new RawVisitor(isTls ? connectTls(options) : port);
      for (let isLast = false; !isLast && !isEnded; ) {
        visitor.text = '';
        visitor.send(request);
        const text = await visitor.until(ending).catch((error: Error) => error.message);
        if (text.startsWith('HTTP/1.1 200')) served += 1;
        else failures.push(text);
        // A pause, because continuous requests would slow down the restarts.
        await wait(PAUSE_MS);
        isLast = isBrief || failures.length > 0 || /^connection: close/im.test(text);
      }
      visitor.socket.destroy();
      if (failures.length > 0) return;
    }
  }
  const visitors = Array.from({ length: count }, (_, n) => visit(n >= count * 0.75));
  async function end(): Promise<readonly string[]> {
    isEnded = true;
    await Promise.all(visitors);
    return failures;
  }
  return {
    served: () => served,
    end,
    [Symbol.asyncDispose]: async () => void (await end()),
  };
}

/** RFC 9113, section 8.7: the server has not processed the request, so it may be repeated. */
const NOT_PROCESSED: ReadonlySet<string> = new Set([
  'ERR_HTTP2_GOAWAY_SESSION',
  `${constants.NGHTTP2_REFUSED_STREAM}`,
]);

/** `ok`, or the code of the error. */
function requestOver(session: ClientHttp2Session): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  try {
    const stream = session.request({ ':authority': 'shop.test', ':path': '/' });
    let body = '';
    stream.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    stream
      .on('error', () => {})
      .once('close', () => {
        const isWhole = stream.rstCode === constants.NGHTTP2_NO_ERROR && body === 'ok';
        resolve(isWhole ? body : `${stream.rstCode}`);
      });
  } catch (error) {
    resolve(`${(error as NodeJS.ErrnoException).code}`);
  }
  return promise;
}

/** HTTP/2 visitors, each with one request after the other. */
function http2Load(port: number, count = 8) {
  const failures: string[] = [];
  let served = 0;
  let isEnded = false;
  const open = () => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, {
      servername: 'shop.test',
      rejectUnauthorized: false,
    });
    return session.on('error', (error) => failures.push(error.message));
  };
  async function visit(): Promise<void> {
    let session = open();
    while (!isEnded && failures.length === 0) {
      if (session.closed || session.destroyed) session = open();
      const outcome = await requestOver(session);
      if (outcome === 'ok') served += 1;
      else if (!NOT_PROCESSED.has(outcome)) failures.push(`HTTP/2: ${outcome}`);
      await wait(PAUSE_MS);
    }
    session.destroy();
  }
  const visitors = Array.from({ length: count }, visit);
  async function end(): Promise<readonly string[]> {
    isEnded = true;
    await Promise.all(visitors);
    return failures;
  }
  return {
    served: () => served,
    end,
    [Symbol.asyncDispose]: async () => void (await end()),
  };
}

/** The ray ids in an access log. */
function loggedRays(file: string): ReadonlySet<string> {
  if (!existsSync(file)) return new Set();
  // The last line may be incomplete.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return new Set(lines.map((line) => JSON.parse(line).RayID));
}

describe('a node under load', () => {
  const folder = tempFolder();
  const file = join(folder.path, 'bootstrap.json');
  const tlsFolder = join(folder.path, 'tls');
  const accessLog = join(folder.path, 'access.log');
  let commandLine: CommandLine;
  let origin: RawOrigin;
  let home: NodeHome;
  let node: NodeProcess;
  let edgePort: number;
  let tlsPort: number;

  before(async () => {
    commandLine = openCommandLine();
    origin = await openRawOrigin((socket, head) => {
      if (!head.startsWith(DRIP.slice(0, 9))) return void socket.write(OK);
      socket.write(OK.slice(0, -1));
      // The head was sent before the restart, the end may follow after it.
      setTimeout(() => socket.write('k'), DRIP_MS);
    });
    writeFileSync(file, JSON.stringify(bootstrap(origin.port, ['shop.test'])));
    mkdirSync(tlsFolder);
    for (const name of ['shop.test.crt', 'shop.test.key']) {
      cpSync(join(certificates, name), join(tlsFolder, name));
    }
    tlsPort = await freePort();
    home = await nodeHome({
      PALISADE_EDGE_WORKERS: '2',
      PALISADE_BOOTSTRAP: file,
      PALISADE_EDGE_TLS_LISTEN: `127.0.0.1:${tlsPort}`,
      PALISADE_EDGE_TLS_DIR: tlsFolder,
      PALISADE_ACCESS_LOG: accessLog,
      // No server listens there, because the call needs no upstream.
      PALISADE_GATEWAY_UPSTREAMS: '{"sepolia":["http://127.0.0.1:9"]}',
      PALISADE_GATEWAY_RATE_LIMIT: 'off',
    });
    node = await home.start();
    edgePort = Number(new URL(node.edge).port);
  });
  after(async () => {
    commandLine.close();
    await home.remove();
    origin.close();
    folder.remove();
  });

  const restart = () => commandLine.run(['restart', '--data-dir', node.dataDir]);
  const primary = (): number =>
    JSON.parse(readFileSync(join(node.dataDir, 'node.json'), 'utf8')).pid;

  it('names the address for TLS when it is ready', () => {
    assert.match(node.output(), new RegExp(`"edge_tls":"https://127.0.0.1:${tlsPort}"`));
  });

  it(`is restarted ${RESTARTS} times without a failed request`, async (test) => {
    await using visitors = load(edgePort);
    await using secure = load(tlsPort, { count: 8, isTls: true });
    await using dripping = load(edgePort, { request: DRIP, count: 8 });
    await using secureDripping = load(tlsPort, { request: DRIP, count: 8, isTls: true });
    await using multiplexed = http2Load(tlsPort);
    await using callers = load(Number(new URL(node.gateway).port), {
      request: POST,
      end: /"0xaa36a7"\}$/,
      count: 8,
    });
    const processes = [primary()];
    for (let round = 0; round < RESTARTS; round++) {
      const [served, answered] = [visitors.served(), callers.served()];
      const idle = new RawVisitor(edgePort, GET);
      await idle.until(/\r\n\r\nok$/);
      if (round === 1) {
        // The first process forwards signals to the current primary.
        node.child.kill('SIGUSR2');
        await eventually('another process serves', () => primary() !== processes.at(-1));
      } else {
        const { code, stdout, stderr } = await restart();
        assert.deepEqual(
          [code, stderr, stdout],
          [0, '', `Restarted: process ${primary()} serves.\n`],
        );
      }
      processes.push(primary());
      // An idle connection may still send requests until a response closes it.
      do {
        idle.text = '';
        idle.send(GET);
        await idle.until(/\r\n\r\nok$/);
      } while (!/^connection: close\r\n/im.test(idle.text));
      assert.ok(visitors.served() > served && callers.served() > answered);
      assert.equal((await fetch(`${node.origin}/readyz`)).status, 200);
    }
    const all = { visitors, callers, secure, dripping, secureDripping, multiplexed };
    const failures = await Promise.all(Object.values(all).map((each) => each.end()));
    assert.deepEqual(failures.flat(), []);
    assert.ok(Object.values(all).every((each) => each.served() > 0));
    for (const [who, each] of Object.entries(all)) test.diagnostic(`${who}: ${each.served()}`);
    const served = visitors.served();
    // A process of low priority writes the access log.
    const logged = () => loggedRays(accessLog).size;
    await eventually('the access log has them all', () => logged() >= served).catch(() =>
      assert.fail(`${logged()} of ${served} requests are in the access log:\n${node.output()}`),
    );
    assert.equal(new Set(processes).size, RESTARTS + 1);
    assert.equal(processes[0], node.child.pid);
    assert.doesNotMatch(node.output(), /"level":"error"/);
  });

  it('keeps serving if its successor cannot start', async () => {
    const before = primary();
    await using visitors = load(edgePort);
    writeFileSync(file, '{');
    const { code, stderr } = await restart();
    assert.equal(code, 1);
    assert.match(stderr, /could not start, and the node continues with the old one/);
    assert.equal(primary(), before);
    assert.deepEqual(await visitors.end(), []);
  });

  it('reads its bootstrap file and certificates again on SIGHUP', async () => {
    node.child.kill('SIGHUP');
    await eventually('the bad file is reported', () =>
      node.output().includes('the bootstrap file could not be applied'),
    );
    writeFileSync(file, JSON.stringify(bootstrap(origin.port, ['shop.test', 'www.other.test'])));
    renameSync(accessLog, `${accessLog}.1`);
    cpSync(join(certificates, '_.other.test.pem'), join(tlsFolder, '_.other.test.pem'));
    node.child.kill('SIGHUP');
    await eventually('the file is applied', () =>
      node
        .output()
        .includes('the bootstrap file, the certificates and the MMDB files were read again'),
    );
    // The edge processes get the new site a moment after the file was read.
    await eventually('the new site is served', async () => {
      const socket = connectTls({
        host: '127.0.0.1',
        port: tlsPort,
        servername: 'www.other.test',
        rejectUnauthorized: false,
      });
      const request = GET.replace('shop.test', 'www.other.test');
      const visitor = new RawVisitor(socket, request.replace(/\r\n$/, 'Connection: close\r\n\r\n'));
      return (await visitor.end()).startsWith('HTTP/1.1 200 ');
    });
    await eventually('the access log has a new file', () => loggedRays(accessLog).size > 0);
  });

  it('ends with its first process', async () => {
    const ended = once(node.child, 'exit');
    node.child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    await assert.rejects(fetch(`${node.origin}/healthz`));
    const { code, stderr } = await restart();
    assert.deepEqual(
      [code, stderr],
      [1, `palisade: no node serves on the data folder ${node.dataDir}\n`],
    );
  });
});
