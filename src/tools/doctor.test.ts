import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { SMTPServerOptions } from 'smtp-server';
import { freePort } from '../../test/support/free-port.ts';
import { startMailServer } from '../../test/support/mail-server.ts';
import { writeMmdb } from '../../test/support/mmdb-file.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { openCore } from '../app/node/core.ts';
import { readSettings } from '../app/settings/settings.ts';
import { blockOf } from '../gateway/fixtures/blocks.ts';
import { systemClock } from '../kernel/clock.ts';
import { openDatabase } from '../storage/database.ts';
import { sqliteDialect } from '../storage/dialects/sqlite/sqlite-dialect.ts';
import { silentTelemetry } from '../telemetry/silent-telemetry.ts';
import { examine, examineUrl } from './doctor.ts';
import { examinedSettings } from './examined-settings.ts';
import type { Finding } from './finding.ts';

const certificates = fileURLToPath(new URL('../../test/fixtures/tls', import.meta.url));

describe('doctor', () => {
  let folder: ReturnType<typeof tempFolder>;
  let sources: Record<string, string>;
  const listening: Server[] = [];

  beforeEach(async () => {
    folder = tempFolder();
    sources = {
      PALISADE_DATA_DIR: join(folder.path, 'data'),
      PALISADE_API_LISTEN: `127.0.0.1:${await freePort()}`,
      PALISADE_EDGE_LISTEN: `127.0.0.1:${await freePort()}`,
      PALISADE_GATEWAY_LISTEN: `127.0.0.1:${await freePort()}`,
    };
  });
  afterEach(() => {
    for (const server of listening.splice(0)) server.close();
    folder.remove();
  });

  const settings = () => readSettings(sources);

  async function findings(): Promise<Record<string, Finding>> {
    const found: Record<string, Finding> = {};
    for await (const finding of examine(await examinedSettings(sources))) {
      found[finding.check] = finding;
    }
    return found;
  }

  async function listenOverTls(): Promise<void> {
    sources['PALISADE_EDGE_TLS_LISTEN'] = `127.0.0.1:${await freePort()}`;
    sources['PALISADE_EDGE_TLS_DIR'] = join(folder.path, 'tls');
  }

  const core = () => openCore(settings(), silentTelemetry.log, systemClock);

  it('finds nothing wrong with a fresh folder', async () => {
    const found = Object.values(await findings());
    assert.deepEqual(
      found.map(({ check }) => check),
      [
        'node',
        'settings',
        'runtime',
        'data folder',
        'secrets',
        'API port',
        'edge port',
        'gateway port',
        'gateway',
        'database',
        'credentials',
        'mail server',
      ],
    );
    for (const finding of found) assert.equal(finding.state, 'ok', JSON.stringify(finding));
  });

  it('finds nothing wrong with a folder in use by an up-to-date installation', async () => {
    await (await core()).close();
    const found = await findings();
    assert.equal(found['database']?.detail, 'SQLite responds; its schema is up to date');
    assert.equal(found['secrets']?.detail, 'only its owner can read the administrator token');
    assert.ok(Object.values(found).every(({ state }) => state === 'ok'));
  });

  it('checks the chain and the head of each upstream of the gateway', async () => {
    assert.match((await findings())['gateway']?.detail ?? '', /PALISADE_GATEWAY_UPSTREAMS/);
    const head = blockOf('4');
    const answering = async (chain: string, block: object) => {
      const server = createHttpServer(async (request, response) => {
        const { method } = JSON.parse(await text(request));
        const result = method === 'eth_chainId' ? chain : block;
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
      });
      listening.push(server);
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-key`;
    };
    sources['PALISADE_GATEWAY_UPSTREAMS'] = JSON.stringify({
      sepolia: [
        await answering('0x1', head),
        await answering('0xaa36a7', head),
        await answering('0xaa36a7', { ...head, gasUsed: '0x9' }),
        `http://127.0.0.1:${await freePort()}/secret-key`,
      ],
      rinkeby: ['http://127.0.0.1:1'],
    });
    const found = await findings();
    const of = (name: string) => {
      const { state, detail } = found[`gateway upstream ${name}`] ?? {};
      return `${state}: ${detail}`;
    };
    assert.equal(of('sepolia-1'), 'error: it serves chain 1, not 11155111 (Sepolia)');
    assert.match(of('sepolia-2'), /^warning: chain 11155111, block 5, \d+ s old$/);
    assert.match(of('sepolia-3'), /^error: the hash of its newest block is wrong/);
    assert.match(of('sepolia-4'), /^error: .* cannot be reached \(ECONNREFUSED\)/);
    assert.match(of('rinkeby-1'), /^warning: rinkeby was withdrawn on 2023-01-30/);
    assert.ok(!JSON.stringify(found).includes('secret-key'));
  });

  it('logs in at the mail server, without a mail', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = ({ password }, _session, callback) =>
      password === 'right' ? callback(null, { user: 'me' }) : callback(new Error('no'));
    const server = await startMailServer({ authOptional: false, onAuth });
    const mail = async (password: string) => {
      sources['PALISADE_SMTP_URL'] = `smtp://me:${password}@127.0.0.1:${server.port}`;
      return (await findings())['mail server'];
    };
    try {
      const good = await mail('right');
      assert.deepEqual(good?.detail, `127.0.0.1:${server.port} responds`);
      const bad = await mail('wrong-secret');
      assert.equal(bad?.state, 'warning');
      assert.match(bad?.detail ?? '', /Invalid login/);
      assert.match(bad?.advice ?? '', /PALISADE_SMTP_URL/);
      assert.ok(!JSON.stringify(bad).includes('wrong-secret'));
      assert.equal(server.mails.length, 0);
    } finally {
      await server.stop();
    }
    assert.equal((await mail('right'))?.state, 'warning');
  });

  it('warns about a missing mail server if policies or pools need one', async () => {
    const opened = await core();
    const { id } = await opened.database.read
      .selectFrom('accounts')
      .select('id')
      .executeTakeFirstOrThrow();
    const policy = (name: string, enabled: number, mechanisms: object) => ({
      id: name,
      account_id: id,
      alert_type: 'load_balancing_health_alert',
      enabled,
      document_json: JSON.stringify({ name, mechanisms }),
      created_at: 0,
      modified_at: 0,
    });
    const email = [{ id: 'ops@example.com' }];
    const add = (...policies: ReturnType<typeof policy>[]) =>
      opened.database.transaction((tx) =>
        tx.insertInto('notification_policies').values(policies).execute(),
      );
    await add(
      policy('off', 0, { email }),
      policy('web', 1, { email: [], webhooks: [{ id: 'w' }] }),
    );
    assert.equal((await findings())['mail server']?.state, 'ok');
    await add(policy('on', 1, { email }));
    await opened.close();
    const missing = (await findings())['mail server'];
    assert.equal(missing?.state, 'warning');
    assert.equal(missing?.detail, 'none is set, but mails are to be sent by 1 notification policy');
  });

  it('shows the type and date of MMDB files, and which cannot be used', async () => {
    const [good, missing] = ['good.mmdb', 'missing.mmdb'].map((name) => join(folder.path, name));
    sources['PALISADE_GEOIP_FILES'] = `${good},${missing}`;
    writeMmdb(String(good), 'GeoLite2-ASN', { '192.0.2.0/24': { autonomous_system_number: 1 } });
    const found = await findings();
    assert.equal(
      found['MMDB file good.mmdb']?.detail,
      'GeoLite2-ASN of 2025-10-09, 1 MB in each edge process',
    );
    assert.equal(found['MMDB file missing.mmdb']?.state, 'error');
  });

  it('shows a damaged credential store', async () => {
    const stores = join(folder.path, 'data', 'credentials');
    mkdirSync(stores, { recursive: true });
    writeFileSync(join(stores, 'x.pcs'), 'x');
    const { credentials } = await findings();
    assert.equal(credentials?.state, 'warning');
    assert.match(credentials?.detail ?? '', /x\.pcs cannot be used/);
  });

  it('creates nothing', async () => {
    await findings();
    assert.ok(!existsSync(join(folder.path, 'data')));
    const again = await findings();
    assert.match(again['database']?.detail ?? '', /the first start creates the file/);
  });

  for (const [check, variable] of [
    ['API port', 'PALISADE_API_LISTEN'],
    ['edge port', 'PALISADE_EDGE_LISTEN'],
    ['edge TLS port', 'PALISADE_EDGE_TLS_LISTEN'],
  ] as const) {
    it(`names the variable to set when the ${check} is in use`, async () => {
      sources[variable] = `127.0.0.1:${await freePort()}`;
      const [host, port] = String(sources[variable]).split(':');
      const server = createServer().listen(Number(port), host);
      listening.push(server);
      await once(server, 'listening');
      const finding = (await findings())[check];
      assert.equal(finding?.state, 'error');
      assert.match(finding?.detail ?? '', /another program uses/);
      assert.ok(finding?.advice?.includes(variable));
    });

    it(`reports a ${check} with an address of another machine`, async () => {
      sources[variable] = '192.0.2.1:80';
      const finding = (await findings())[check];
      assert.equal(finding?.state, 'error');
      assert.ok(finding?.advice?.includes(variable));
    });
  }

  it('finds nothing wrong with a folder of certificates', async () => {
    await listenOverTls();
    cpSync(certificates, join(folder.path, 'tls'), { recursive: true });
    const found = await findings();
    assert.equal(found['edge TLS port']?.state, 'ok');
    assert.deepEqual(
      [found['certificates']?.state, found['certificates']?.detail],
      ['ok', `2 in ${join(folder.path, 'tls')}`],
    );
  });

  const folders: readonly [string, (path: string) => void, Finding['state'], RegExp, RegExp][] = [
    ['is missing', () => {}, 'error', /ENOENT/, /let this user read it/],
    ['is empty', (path) => mkdirSync(path), 'error', /no certificate/, /NAME\.crt with NAME\.key/],
    [
      'has no usable file',
      (path) => {
        mkdirSync(path);
        cpSync(join(certificates, 'shop.test.crt'), join(path, 'shop.test.crt'));
      },
      'error',
      /shop\.test\.crt cannot be used: ENOENT/,
      /Replace the certificate and its key/,
    ],
    [
      'has an unusable file',
      (path) => {
        cpSync(certificates, path, { recursive: true });
        writeFileSync(join(path, 'bad.test.pem'), 'nonsense');
      },
      'warning',
      /bad\.test\.pem cannot be used/,
      /Replace the certificate and its key/,
    ],
    [
      'has an expired certificate',
      (path) => {
        cpSync(certificates, path, { recursive: true });
        cpSync(`${certificates}-expired`, path, { recursive: true });
      },
      'error',
      /the certificate of old\.test has expired: it was valid until 2020-03-01/,
      /Renew it/,
    ],
  ];
  for (const [what, make, state, detail, advice] of folders) {
    it(`reports ${state} if the folder of certificates ${what}`, async () => {
      await listenOverTls();
      make(join(folder.path, 'tls'));
      const finding = (await findings())['certificates'];
      assert.equal(finding?.state, state);
      assert.match(finding.detail, detail);
      assert.match(finding.advice ?? '', advice);
    });
  }

  it('reports that no folder of certificates is set', async () => {
    await listenOverTls();
    delete sources['PALISADE_EDGE_TLS_DIR'];
    const finding = (await findings())['certificates'];
    assert.equal(finding?.state, 'error');
    assert.match(finding?.advice ?? '', /PALISADE_EDGE_TLS_DIR/);
  });

  it('names variables that have no effect', async () => {
    sources['PALISADE_API_LISTN'] = 'x';
    const finding = (await findings())['settings'];
    assert.deepEqual(
      [finding?.state, finding?.detail],
      ['warning', 'not a setting: PALISADE_API_LISTN'],
    );
  });

  it('reports a database that does not respond, without its password', async () => {
    const port = await freePort();
    sources['PALISADE_DATABASE_URL'] = `postgres://u:hunter2@127.0.0.1:${port}/d`;
    const finding = (await findings())['database'];
    assert.equal(finding?.state, 'error');
    assert.match(finding?.advice ?? '', /PALISADE_DATABASE_URL/);
    assert.doesNotMatch(JSON.stringify(finding), /hunter2/);
  });

  for (const url of ['postgres://u:hunter2@[bad/d', 'postgres://u:hunter2@127.0.0.1:99999/d']) {
    it(`reports ${url}, without repeating its password`, async () => {
      sources['PALISADE_DATABASE_URL'] = url;
      const finding = (await findings())['database'];
      assert.equal(finding?.state, 'error');
      assert.doesNotMatch(JSON.stringify(finding), /hunter2/);
    });
  }

  it('says what to do with a database from before the baseline', async () => {
    const file = join(folder.path, 'x.db');
    sources['PALISADE_DATABASE_URL'] = `sqlite:${file}`;
    const database = openDatabase(sqliteDialect(file));
    await database.migrate([{ name: 'storage/0001-core-tables', up: async () => {} }]);
    await database.close();
    const finding = (await findings())['database'];
    assert.equal(finding?.state, 'error');
    assert.match(finding?.detail ?? '', /before the baseline/);
    assert.match(finding?.advice ?? '', /an empty data folder or database/);
  });

  it('calls it bad when the database file is none', async () => {
    const file = join(folder.path, 'x.db');
    writeFileSync(file, 'This is certainly not a database. '.repeat(100));
    sources['PALISADE_DATABASE_URL'] = `sqlite:${file}`;
    assert.equal((await findings())['database']?.state, 'error');
  });

  it('reports a data folder that is a file', async () => {
    writeFileSync(join(folder.path, 'data'), '');
    assert.equal((await findings())['data folder']?.state, 'error');
  });

  it('reports an administrator token that other users can read', async () => {
    mkdirSync(join(folder.path, 'data'));
    const file = join(folder.path, 'data', 'admin-token');
    writeFileSync(file, 'secret-of-the-administrator');
    chmodSync(file, 0o640);
    const finding = (await findings())['secrets'];
    assert.equal(finding?.state, 'error');
    assert.match(finding?.advice ?? '', /chmod 600/);
    assert.doesNotMatch(JSON.stringify(finding), /secret-of-the-administrator/);
  });

  it('warns about a short administrator token, without repeating it', async () => {
    sources['PALISADE_ADMIN_TOKEN'] = 'hunter2-hunter2';
    const finding = (await findings())['secrets'];
    assert.equal(finding?.state, 'warning');
    assert.doesNotMatch(JSON.stringify(finding), /hunter2/);
  });

  const urls = [
    ['https://127.0.0.1/', 'error'],
    ['http://169.254.169.254/latest', 'error'],
    ['file:///etc/passwd', 'error'],
    ['nonsense', 'error'],
  ] as const;
  for (const [url, state] of urls) {
    it(`reports ${state} for outgoing requests to ${url}`, async () => {
      assert.equal((await examineUrl(settings(), url)).state, state);
    });
  }

  it('accepts a private URL in a range that the operator lists', async () => {
    sources['PALISADE_OUTBOUND_ALLOW'] = '127.0.0.0/8';
    assert.equal((await examineUrl(settings(), 'http://127.0.0.1:9/')).state, 'ok');
  });
});
