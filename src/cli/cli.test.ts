import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/free-port.ts';
import { type CommandLine, openCommandLine } from '../../test/support/palisade-command.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { VERSION } from '../app/node/version.ts';
import { settingsTable } from '../app/settings/settings.ts';

const BINARY = fileURLToPath(new URL('../../bin/palisade.js', import.meta.url));

let commandLine: CommandLine;
before(() => {
  commandLine = openCommandLine();
});
after(() => commandLine.close());

/** A separate installation: a data folder and free ports. */
async function installation() {
  const folder = tempFolder();
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    PALISADE_DATA_DIR: join(folder.path, 'data'),
    PALISADE_API_LISTEN: `127.0.0.1:${await freePort()}`,
    PALISADE_EDGE_LISTEN: `127.0.0.1:${await freePort()}`,
    PALISADE_GATEWAY_LISTEN: `127.0.0.1:${await freePort()}`,
  };
  const start = (args: readonly string[], more: Record<string, string> = {}): ChildProcess =>
    spawn(process.execPath, [BINARY, ...args], { env: { ...env, ...more } });
  const palisade = (args: readonly string[], more?: Record<string, string>) =>
    commandLine.run(args, { env: { ...env, ...more } });
  /** Runs the command in a separate process, as a shell does. */
  async function spawned(args: readonly string[], more?: Record<string, string>) {
    const child = start(args, more);
    assert.ok(child.stdout && child.stderr);
    const exit = once(child, 'exit');
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await exit;
    return { code, stdout, stderr };
  }
  return { folder, env, start, palisade, spawned };
}

/** The cells of a printed table, without its headings. */
function rowsOf(stdout: string): string[][] {
  const [, ...rows] = stdout.trimEnd().split('\n');
  return rows.map((row) => row.split(/ {2,}/));
}

describe('command line', () => {
  let home: Awaited<ReturnType<typeof installation>>;
  before(async () => {
    home = await installation();
  });
  after(() => {
    // Neither help nor an invalid command creates the data folder.
    assert.ok(!existsSync(home.env['PALISADE_DATA_DIR'] ?? ''));
    home.folder.remove();
  });

  const commands = [
    [[], ['serve', 'restart', 'zone', 'token', 'credentials', 'doctor', 'completion']],
    [['serve'], Object.values(settingsTable).map(({ variable }) => variable)],
    [['doctor'], ['--url', ...Object.values(settingsTable).map(({ variable }) => variable)]],
    [['zone'], ['add', 'list', 'set-origin', 'remove']],
    [
      ['zone', 'add'],
      ['<name>', '--account', '--data-dir'],
    ],
    [
      ['zone', 'list'],
      ['--data-dir', '--api-listen'],
    ],
    [
      ['zone', 'remove'],
      ['<name-or-id>', '--data-dir'],
    ],
    [['credentials'], ['import', 'list', 'remove', 'check']],
    [
      ['credentials', 'import'],
      ['<file...>', '--name', '--format', '--replace', '--restart', '--data-dir'],
    ],
    [
      ['credentials', 'check'],
      ['--request', 'standard input'],
    ],
    [['threats'], ['import', 'list', 'remove']],
    [
      ['threats', 'import'],
      ['<file-or-url>', '--name', '--format', '--category', '--json', '--database-url', 'urlhaus'],
    ],
    [['token'], ['create', 'list', 'revoke']],
    [
      ['token', 'create'],
      ['<name>', '--permission', '--zone', '--expires', '--allow-ip'],
    ],
    [
      ['token', 'list'],
      ['--data-dir', '--admin-token'],
    ],
    [
      ['token', 'revoke'],
      ['<id>', '--data-dir'],
    ],
  ] as const;
  for (const [command, expected] of commands) {
    it(`explains "palisade ${command.join(' ')}"`, async () => {
      const { code, stdout } = await home.palisade([...command, '--help']);
      assert.equal(code, 0);
      for (const word of expected) assert.ok(stdout.includes(word), `${word} in\n${stdout}`);
    });
  }

  const mistakes: readonly [string, string[], Record<string, string>, RegExp][] = [
    [
      'a bad variable',
      ['serve'],
      { PALISADE_API_LISTEN: 'nowhere' },
      /PALISADE_API_LISTEN: expected host:port/,
    ],
    [
      'a bad flag',
      ['serve', '--edge-workers', '0'],
      {},
      /PALISADE_EDGE_WORKERS: expected a whole number/,
    ],
    [
      'a bad variable of another command',
      ['zone', 'list'],
      { PALISADE_DATABASE_URL: 'x' },
      /PALISADE_DATABASE_URL/,
    ],
    ['an unknown command', ['fly'], {}, /unknown command/],
    ['an unknown flag', ['zone', 'list', '--fly'], {}, /unknown option '--fly'/],
    ['a missing argument', ['zone', 'add'], {}, /missing required argument 'name'/],
    [
      'a missing bootstrap file',
      ['serve'],
      { PALISADE_BOOTSTRAP: '/does/not/exist' },
      /PALISADE_BOOTSTRAP: cannot read/,
    ],
  ];
  for (const [what, args, env, message] of mistakes) {
    it(`ends with 1 and names ${what}`, async () => {
      const { code, stderr } = await home.palisade(args, env);
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n\s+at /, 'no stack is printed');
    });
  }

  const readers: readonly (readonly [string[], number, RegExp])[] = [
    [['zone', 'list'], 1, /there is no installation/],
    [['zone', 'remove', 'shop.test'], 1, /there is no installation/],
    [['token', 'list'], 1, /there is no installation/],
    [['tasks'], 1, /there is no installation/],
    [['threats', 'list'], 1, /there is no installation/],
    [['credentials', 'list'], 0, /^$/],
    [['doctor'], 0, /^$/],
    [['restart'], 1, /no node serves on the data folder/],
  ];
  for (const [args, expected, message] of readers) {
    it(`creates no installation for "palisade ${args.join(' ')}"`, async () => {
      const { code, stderr } = await home.palisade(args);
      assert.equal(code, expected, stderr);
      assert.match(stderr, message);
      assert.ok(!existsSync(home.env['PALISADE_DATA_DIR'] ?? ''));
    });
  }

  it('sets the exit code of its process', async () => {
    assert.equal((await home.spawned(['--help'])).code, 0);
    const { code, stdout, stderr } = await home.spawned(['zone', 'list', '--fly']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /unknown option '--fly'/);
  });

  it('prints its version', async () => {
    const { code, stdout } = await home.palisade(['--version']);
    assert.deepEqual([code, stdout], [0, `${VERSION}\n`]);
  });

  it('checks expressions, also with lists', async () => {
    const check = (...more: string[]) =>
      home.palisade(['expr', 'check', 'ip.src in $office', ...more]);
    const unknown = await check();
    assert.equal(unknown.code, 0);
    assert.match(unknown.stdout, /^lists: {5}office$/m);
    assert.match(unknown.stderr, /were not checked; name them with --list/);
    assert.deepEqual((await check('--list', 'shops=hostname', '--list', 'office=ip')).stderr, '');
    assert.match((await check('--list', 'office=asn')).stderr, /cannot use a list of kind asn/);
    assert.match((await check('--list', 'office')).stderr, /A list is name=kind/);
  });

  it('exits silently when the reader of its output closes the pipe', async () => {
    const child = home.start(['expr', 'check', 'http.host eq "a.test"']);
    child.stdout?.destroy();
    assert.ok(child.stderr);
    const [stderr, exit] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.deepEqual([exit, stderr], [[0, null], '']);
  });

  it('does not repeat a bad secret', async () => {
    const { code, stdout, stderr } = await home.palisade(['serve'], {
      PALISADE_ADMIN_TOKEN: 'hunter2 hunter2',
    });
    assert.equal(code, 1);
    assert.match(stderr, /PALISADE_ADMIN_TOKEN/);
    assert.doesNotMatch(stdout + stderr, /hunter2/);
  });
});

describe('doctor command', () => {
  let home: Awaited<ReturnType<typeof installation>>;
  before(async () => {
    home = await installation();
  });
  after(() => home.folder.remove());

  it('exits with 0 for a fresh folder', async () => {
    const { code, stdout } = await home.palisade(['doctor']);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /Ready to start\./);
    assert.equal(stdout.match(/^ok /gm)?.length, 12, stdout);
    assert.match(stdout, /^ok {3}node +none runs on .*; the settings of this shell are checked$/m);
  });

  it('exits with 1 and advises if a check fails', async () => {
    const { code, stdout } = await home.palisade(['doctor', '--api-listen', '192.0.2.1:80']);
    assert.equal(code, 1);
    assert.match(stdout, /^FAIL API port/m);
    assert.match(stdout, /→ Set PALISADE_API_LISTEN/);
    assert.match(stdout, /Fix what is marked FAIL/);
  });

  it('checks whether outgoing requests may go to a URL', async () => {
    const refused = await home.palisade(['doctor', '--url', 'http://169.254.169.254/']);
    assert.equal(refused.code, 1);
    assert.match(refused.stdout, /^FAIL URL/m);
  });
});

/** The same commands must work on the data folder alone and through a running node. */
function managesZonesAndTokens(getHome: () => Awaited<ReturnType<typeof installation>>): void {
  const palisade = (...args: string[]) => getHome().palisade(args);

  it('adds, lists and removes zones', async () => {
    const added = await palisade('zone', 'add', 'Shop.test');
    assert.equal(added.code, 0, added.stderr);
    const id =
      /^Created zone shop\.test with id ([0-9a-f]{32})\.\nAttacks are blocked by Managed Ruleset, logged by OWASP Core Ruleset, in the entry point [0-9a-f]{32}\.\n$/.exec(
        added.stdout,
      )?.[1];
    assert.ok(id, added.stdout);
    const listed = await palisade('zone', 'list');
    assert.match(listed.stdout, /^ID +NAME +STATUS +PLAN +ACCOUNT\n/);
    assert.deepEqual(rowsOf(listed.stdout), [
      [id, 'shop.test', 'active', 'enterprise', 'My account'],
    ]);
    const [asJson, ...others] = JSON.parse((await palisade('zone', 'list', '--json')).stdout);
    assert.deepEqual([asJson.id, asJson.name, others], [id, 'shop.test', []]);

    const again = await palisade('zone', 'add', 'shop.test');
    assert.equal(again.code, 1);
    assert.match(again.stderr, /^palisade: shop\.test already exists\. \(1061\)\n$/);

    const removed = await palisade('zone', 'remove', 'shop.test');
    assert.equal(removed.stdout, 'Deleted zone shop.test.\n');
    assert.deepEqual(rowsOf((await palisade('zone', 'list')).stdout), []);
  });

  it('adds zones whose managed rules only log, and zones without rules', async () => {
    const logs = await palisade('zone', 'add', 'logs.test', '--rules', 'log');
    assert.match(logs.stdout, /\nAttacks are logged by Managed Ruleset and OWASP Core Ruleset, in/);
    const none = await palisade('zone', 'add', 'none.test', '--rules', 'none');
    assert.match(none.stdout, /^Created zone none\.test with id [0-9a-f]{32}\.\n$/);
    const bad = await palisade('zone', 'add', 'bad.test', '--rules', 'all');
    assert.match(bad.stderr, /Allowed choices are block, log, none/);
    for (const name of ['logs.test', 'none.test']) await palisade('zone', 'remove', name);
  });

  it('replaces the origins of a zone', async () => {
    await palisade('zone', 'add', 'shop.test', '--origin', 'http://127.0.0.1:81');
    await palisade('zone', 'add', 'later.test');
    for (const name of ['shop.test', 'later.test']) {
      const urls = ['http://127.0.0.1:82', 'https://origin.test'];
      const { code, stdout, stderr } = await palisade('zone', 'set-origin', name, ...urls);
      assert.equal(code, 0, stderr);
      assert.equal(stdout, `Requests for ${name} go to ${urls.join(', ')}.\n`);
    }
    const bad = await palisade('zone', 'set-origin', 'shop.test', 'nowhere');
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /nowhere is not an origin/);
    for (const name of ['shop.test', 'later.test']) await palisade('zone', 'remove', name);
  });

  it('refuses to add a bad zone or to remove an unknown one', async () => {
    const bad = await palisade('zone', 'add', 'no dots');
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /"no dots" is not a valid domain name/);
    const unknown = await palisade('zone', 'remove', 'unknown.test');
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /there is no zone unknown\.test/);
    const account = await palisade('zone', 'add', 'x.test', '--account', 'f'.repeat(32));
    assert.equal(account.code, 1);
    assert.match(account.stderr, /no such account/);
  });

  it('creates, lists and revokes tokens', async () => {
    const expires = ['--expires', '2099-01-31T00:00:00Z', '--allow-ip', '10.0.0.0/8', '::1'];
    const permissions = ['--permission', 'Zone Read', 'Account Settings Read', 'API Tokens Read'];
    const created = await palisade('token', 'create', 'ci', ...permissions, ...expires);
    assert.equal(created.code, 0, created.stderr);
    assert.match(created.stdout, /^pslu_[\w-]{48}\n$/, 'nothing but the secret, for scripts');
    const id = /Created token ([0-9a-f]{32})\./.exec(created.stderr)?.[1];
    assert.ok(id, created.stderr);

    const listed = rowsOf((await palisade('token', 'list')).stdout);
    assert.deepEqual(listed.map(([, name, status]) => [name, status]).sort(), [
      ['Administrator', 'active'],
      ['ci', 'active'],
    ]);
    const asJson = JSON.parse((await palisade('token', 'list', '--json')).stdout);
    assert.ok(asJson.some((token: { id: string }) => token.id === id));
    const revoked = await palisade('token', 'revoke', id);
    assert.equal(revoked.stdout, `Revoked token ${id}.\n`);
    const again = await palisade('token', 'revoke', id);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /API token not found \(1003\)/);
    assert.equal(rowsOf((await palisade('token', 'list')).stdout).length, 1);
  });

  it('refuses to create a token that could not work', async () => {
    const unknown = await palisade('token', 'create', 'x', '--permission', 'Fly');
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /there is no permission group "Fly"\. Known ones:\n/);
    const zone = ['--zone', 'a'.repeat(32), '--permission', 'Account Settings Read'];
    const none = await palisade('token', 'create', 'x', ...zone);
    assert.match(none.stderr, /none of these permissions applies to a zone/);
    const late = ['--permission', 'Zone Read', '--expires', '2000-01-01T00:00:00Z'];
    const expired = await palisade('token', 'create', 'x', ...late);
    assert.equal(expired.code, 1);
    assert.match(expired.stderr, /expires_on must be later/);
  });
}

describe('commands without a node', () => {
  let home: Awaited<ReturnType<typeof installation>>;
  before(async () => {
    home = await installation();
  });
  after(() => home.folder.remove());

  managesZonesAndTokens(() => home);

  it('refuse a token that is not the one of the installation', async () => {
    writeFileSync(
      join(home.env['PALISADE_DATA_DIR'] ?? '', 'admin-token'),
      'wrong-token-0123456789',
    );
    const { code, stderr } = await home.palisade(['zone', 'list']);
    assert.equal(code, 1);
    assert.match(stderr, /the token is not known/);
  });
});

interface Pool {
  readonly id: string;
  readonly name: string;
  readonly origins: readonly { readonly address: string; readonly port: number }[];
}

describe('commands beside a node that runs', () => {
  let home: Awaited<ReturnType<typeof installation>>;
  let node: ChildProcess;
  let printed = '';

  before(async () => {
    home = await installation();
    const smtp = ['--smtp-url', 'smtp://me:hunter2@127.0.0.1:9'];
    node = home.start(['serve', '--edge-workers', '1', '--log-level', 'warn', ...smtp]);
    node.stdout?.setEncoding('utf8');
    for await (const chunk of node.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
      printed += chunk;
      if (printed.includes('Palisade is ready.')) break;
    }
    node.stdout?.resume();
  });
  after(async () => {
    if (node.exitCode === null) node.kill('SIGKILL');
    home.folder.remove();
  });

  it('the node prints JSON lines, which name the file of the token and not the token', () => {
    const file = join(home.env['PALISADE_DATA_DIR'] ?? '', 'admin-token');
    const kept = readFileSync(file, 'utf8').trim();
    assert.match(kept, /^pslu_/);
    assert.ok(!printed.includes(kept));
    const lines = printed
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(lines.at(0).file, file);
    assert.equal(lines.at(-1).msg, 'Palisade is ready.');
    assert.equal(lines.at(-1).api, `http://${home.env['PALISADE_API_LISTEN']}/client/v4`);
  });

  it('doctor recognises the running node', async () => {
    const { code, stdout } = await home.palisade(['doctor']);
    assert.equal(code, 0, stdout);
    assert.match(
      stdout,
      new RegExp(`^ok   API port .* in use by this node, process ${node.pid}$`, 'm'),
    );
    assert.match(
      stdout,
      new RegExp(`^ok   edge port .* in use by this node, process ${node.pid}$`, 'm'),
    );
    assert.match(stdout, new RegExp(`The node runs, as process ${node.pid}\\.\n$`));
  });

  // Regression: it checked the settings of its own shell, and so other ports than those of the node.
  it('doctor checks the settings of the node and not those of the shell', async () => {
    const { code, stdout } = await home.palisade(['doctor'], {
      PALISADE_API_LISTEN: '',
      PALISADE_EDGE_LISTEN: '192.0.2.1:80',
      PALISADE_GATEWAY_LISTEN: '',
    });
    assert.equal(code, 0, stdout);
    for (const variable of ['PALISADE_API_LISTEN', 'PALISADE_EDGE_LISTEN']) {
      assert.match(stdout, new RegExp(`port +${home.env[variable]} is in use by this node`));
    }
    assert.match(
      stdout,
      new RegExp(
        `^ok   node +process ${node.pid} at http://${home.env['PALISADE_API_LISTEN']}; its settings are checked, not those that this shell sets: PALISADE_EDGE_LISTEN$`,
        'm',
      ),
    );
    assert.match(stdout, /^skip mail server .*; set PALISADE_SMTP_URL here to check this$/m);
    assert.doesNotMatch(stdout, /hunter2/);
    const flagged = await home.palisade(['doctor', '--edge-listen', '192.0.2.1:80']);
    assert.match(flagged.stdout, /^FAIL edge port +cannot listen on 192\.0\.2\.1:80/m);
  });

  it('doctor says why it cannot read the settings of a node', async () => {
    const { stdout } = await home.palisade(['doctor'], {
      PALISADE_DATA_DIR: join(home.folder.path, 'another'),
      PALISADE_ADMIN_TOKEN: 'of-another-node-0123456789-0123456789',
    });
    assert.match(stdout, /^warn node +the settings of the node cannot be read.*not known/m);
    assert.match(stdout, /→ If it is your node, set PALISADE_DATA_DIR/);
  });

  // Regression: without the listen address of the node they worked on its data folder beside it.
  it('commands find the node by its data folder', async () => {
    const calls = async () => {
      const metrics = await fetch(`http://${home.env['PALISADE_API_LISTEN']}/metrics`);
      const line = /^palisade_api_requests_total\{.*route="[^"]*\/user\/tokens".*\} (\d+)$/m;
      return Number(line.exec(await metrics.text())?.[1] ?? 0);
    };
    const before = await calls();
    const listed = await home.palisade(['token', 'list'], { PALISADE_API_LISTEN: '' });
    assert.deepEqual([listed.code, await calls()], [0, before + 1], listed.stderr);
  });

  managesZonesAndTokens(() => home);

  async function pools(): Promise<Pool[]> {
    const api = `http://${home.env['PALISADE_API_LISTEN']}/client/v4`;
    const token = readFileSync(join(home.env['PALISADE_DATA_DIR'] ?? '', 'admin-token'), 'utf8');
    const headers = { authorization: `Bearer ${token.trim()}` };
    const get = async (path: string) => {
      const response = await fetch(api + path, { headers });
      return ((await response.json()) as { result: Pool[] }).result;
    };
    const [account] = await get('/accounts');
    return get(`/accounts/${account?.id}/load_balancers/pools`);
  }

  it('a zone has one pool, which is removed with the zone', async () => {
    const kept = (await pools()).length;
    await home.palisade(['zone', 'add', 'shop.test', '--origin', 'http://127.0.0.1:81']);
    await home.palisade(['zone', 'set-origin', 'shop.test', 'http://127.0.0.1:82']);
    const [pool, ...others] = (await pools()).filter(({ name }) => name.startsWith('shop-test'));
    assert.deepEqual(others, []);
    assert.deepEqual(
      pool?.origins.map(({ address, port }) => [address, port]),
      [['127.0.0.1', 82]],
    );
    await home.palisade(['zone', 'remove', 'shop.test']);
    assert.equal((await pools()).length, kept);
  });

  it('a second node on the same folder is refused with the reason', async () => {
    const { code, stderr } = await home.spawned(['serve'], {
      PALISADE_API_LISTEN: `127.0.0.1:${await freePort()}`,
      PALISADE_EDGE_LISTEN: `127.0.0.1:${await freePort()}`,
    });
    assert.equal(code, 1);
    assert.match(stderr, /another node uses the data folder/);
  });

  it('the node exits with 0 on SIGTERM', async () => {
    const exit = once(node, 'exit');
    node.kill('SIGTERM');
    assert.deepEqual(await exit, [0, null]);
  });
});
