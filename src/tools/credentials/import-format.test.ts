import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { Fingerprinter } from '../../detectors/credentials/fingerprinter.ts';
import { detectFormat, type ImportFormat, lineFormats } from './import-format.ts';

const prints = new Fingerprinter(Buffer.alloc(32, 1));
const wanted = new Fingerprinter(Buffer.alloc(32, 1));
const SHA1 = hash('sha1', 'lovelace');

describe('lines of lists', () => {
  const pairs: readonly [line: string, username: string, password: string][] = [
    ['ada:lovelace', 'ada', 'lovelace'],
    ['Ada@Example.com:lovelace', 'ada@example.com', 'lovelace'],
    ['ada;love:lace', 'ada', 'love:lace'],
    ['ada\tlovelace', 'ada', 'lovelace'],
    ['ada:love:lace;\t', 'ada', 'love:lace;\t'],
    ['ada: lovelace ', 'ada', ' lovelace '],
    ['ädä:pässwörd', 'ädä', 'pässwörd'],
  ];
  for (const [line, username, password] of pairs) {
    it(`reads the pair ${JSON.stringify(line)}`, () => {
      const bytes = Buffer.from(line);
      assert.ok(lineFormats.pairs.parse(prints, bytes, 0, bytes.length));
      const latin1 = (text: string) => Buffer.from(text).toString('latin1');
      assert.ok(wanted.pair(latin1(username), latin1(password)));
      assert.deepEqual([prints.high, prints.low], [wanted.high, wanted.low]);
    });
  }

  for (const line of [SHA1, SHA1.toUpperCase(), `${SHA1}:1`, `${SHA1.toUpperCase()}:23174662`]) {
    it(`reads the SHA-1 ${line}`, () => {
      const bytes = Buffer.from(line);
      assert.ok(lineFormats.sha1.parse(prints, bytes, 0, bytes.length));
      assert.ok(wanted.password('lovelace'));
      assert.deepEqual([prints.high, prints.low], [wanted.high, wanted.low]);
    });
  }

  it('reads a password with any byte in it', () => {
    const bytes = Buffer.from(' a:b;c\t');
    assert.ok(lineFormats.passwords.parse(prints, bytes, 0, bytes.length));
    assert.ok(wanted.password(' a:b;c\t'));
    assert.deepEqual([prints.high, prints.low], [wanted.high, wanted.low]);
  });

  const malformed: readonly [ImportFormat, string][] = [
    ['pairs', 'adalovelace'],
    ['pairs', 'ada:'],
    ['pairs', ':lovelace'],
    ['pairs', '  :lovelace'],
    ['pairs', `ada:${'x'.repeat(1025)}`],
    ['passwords', 'x'.repeat(1025)],
    ['sha1', SHA1.slice(1)],
    ['sha1', `${SHA1}0`],
    ['sha1', `${SHA1}:`],
    ['sha1', `${SHA1}:x`],
    ['sha1', `${SHA1.slice(1)}g`],
    ['sha1', `${SHA1};1`],
  ];
  for (const [format, line] of malformed) {
    it(`refuses ${JSON.stringify(line.slice(0, 50))} as ${format}`, () => {
      const bytes = Buffer.from(line);
      assert.equal(lineFormats[format].parse(prints, bytes, 0, bytes.length), false);
    });
  }
});

describe('the format of a list', () => {
  const table: readonly [string, string, ImportFormat | undefined][] = [
    ['pairs', 'ada:lovelace\nbob:builder\n', 'pairs'],
    ['pairs of Windows with semicolons', 'ada;lovelace\r\nbob;builder\r\n', 'pairs'],
    ['pairs with tabs and a few bad lines', 'a\tb\nc\td\ne\tf\nbad\n', 'pairs'],
    ['passwords', 'lovelace\nbuilder\n', 'passwords'],
    ['passwords, some with a colon', 'love:lace\nbuilder\n123456\nqwerty\n', 'passwords'],
    ['one password', 'lovelace', 'passwords'],
    ['hashes', `${SHA1}\n${SHA1}`, 'sha1'],
    ['hashes with counts', `${SHA1.toUpperCase()}:3\r\n${SHA1}:4\r\n`, 'sha1'],
    ['pairs with a hash as password', `ada:${SHA1}\nbob:${SHA1}\n`, 'pairs'],
    ['nothing', '\n\n', undefined],
  ];
  for (const [what, text, format] of table) {
    it(`is detected from ${what}`, () => assert.equal(detectFormat(Buffer.from(text)), format));
  }
});
