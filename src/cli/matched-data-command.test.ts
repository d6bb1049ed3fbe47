import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openCommandLine } from '../../test/support/palisade-command.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { encryptMatchedData } from '../contracts/events/matched-data.ts';
import { publicKeyFrom } from '../kernel/hpke.ts';

const BINARY = fileURLToPath(new URL('../../bin/palisade.js', import.meta.url));

describe('palisade matched-data', () => {
  const home = tempFolder();
  after(() => home.remove());

  const commandLine = openCommandLine();
  after(() => commandLine.close());
  const palisade = (args: readonly string[], input = '') =>
    commandLine.run(['matched-data', ...args], { input });

  const file = join(home.path, 'private');
  const encrypt = (clear: string, key: string) =>
    encryptMatchedData(clear, publicKeyFrom(Buffer.from(key, 'base64')));
  let publicKey = '';

  it('creates a private key that only its owner can read, and prints the public one', async () => {
    const { code, stdout, stderr } = await palisade(['generate-key', '--private-key-file', file]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^[A-Za-z0-9+/]{43}=\n$/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    publicKey = stdout.trim();
    assert.notEqual(readFileSync(file, 'utf8').trim(), publicKey);
  });

  it('decrypts an argument, and lines of its standard input', async () => {
    const decrypt = ['decrypt', '--private-key-file', file];
    const one = encrypt('{"a":1}', publicKey);
    assert.deepEqual(await palisade([...decrypt, one]), {
      code: 0,
      stdout: '{"a":1}\n',
      stderr: '',
    });
    const both = `${one}\n\n${encrypt('{"b":"ü"}', publicKey)}\r\n`;
    for (const args of [decrypt, [...decrypt, '-']]) {
      assert.equal((await palisade(args, both)).stdout, '{"a":1}\n{"b":"ü"}\n');
    }
  });

  it('continues after data that it cannot decrypt, and exits with 1', async () => {
    const lines = `truncated\n${encrypt('{}', publicKey)}\n`;
    const { code, stdout, stderr } = await palisade(['decrypt', '--private-key-file', file], lines);
    assert.deepEqual([code, stdout], [1, '{}\n']);
    assert.match(stderr, /^line 1: there is nothing to decrypt/);
  });

  it('escapes control characters', async () => {
    const clear = encrypt('no JSON \x1b[2J \x9b', publicKey);
    const { stdout } = await palisade(['decrypt', '--private-key-file', file, clear]);
    assert.equal(stdout, '"no JSON \\u001b[2J \\u009b"\n');
  });

  it('prints a matching pair of keys', async () => {
    const { stdout } = await palisade(['generate-key']);
    const [, secret = '', key = ''] =
      /^Private key: (\S+)\nPublic key: {2}(\S+)\n$/.exec(stdout) ?? [];
    const other = join(home.path, 'other');
    writeFileSync(other, secret);
    const decrypt = ['decrypt', '--private-key-file', other];
    assert.equal((await palisade([...decrypt, encrypt('{}', key)])).stdout, '{}\n');
    assert.match(
      (await palisade([...decrypt, encrypt('{}', publicKey)])).stderr,
      /for another key/,
    );
  });

  it('explains itself', async () => {
    assert.match((await palisade(['--help'])).stdout, /generate-key[\s\S]*decrypt/);
    assert.match((await palisade(['generate-key', '--help'])).stdout, /matched_data\.public_key/);
  });

  const decrypt = ['decrypt', '--private-key-file', file];
  const missing = ['decrypt', '--private-key-file', '/does/not/exist', 'x'];
  const mistakes: readonly [string, readonly string[], RegExp][] = [
    ['an existing file', ['generate-key', '--private-key-file', file], /exists already/],
    ['a missing folder', ['generate-key', '--private-key-file', '/no/key'], /cannot write/],
    ['a missing file', missing, /cannot read \/does\/not\/exist/],
    ['no key at all', ['decrypt', 'x'], /--private-key-file/],
    [
      'a file without a key',
      ['decrypt', '--private-key-file', BINARY, 'x'],
      /does not contain a private key/,
    ],
    ['invalid data', [...decrypt, 'x'], /is not an "encrypted_matched_data"/],
    ['data that was too large', [...decrypt, 'truncated'], /too large/],
    ['data that was left out', [...decrypt, 'omitted'], /too many matches/],
  ];
  for (const [what, args, message] of mistakes) {
    it(`ends with 1 and names ${what}`, async () => {
      const { code, stdout, stderr } = await palisade(args);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n\s+at /);
    });
  }
});
