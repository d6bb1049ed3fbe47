import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FormPart, parseMultipart } from './multipart.ts';

const TYPE = 'multipart/form-data; boundary=b';
const field = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const lines = (...each: string[]) => each.join('\r\n');

function part(content: string, more: Partial<FormPart> = {}): FormPart {
  return {
    names: [],
    filenames: [],
    contentTypes: [],
    contentDispositions: [],
    contentTransferEncodings: [],
    content,
    ...more,
  };
}

function named(name: string, content: string): FormPart {
  return part(content, {
    names: [name],
    contentDispositions: [`form-data; name="${name}"`],
  });
}

describe('a multipart form', () => {
  const upload = 'form-data; name="f"; filename="a \\"b\\" C:\\x;.png"';
  const good: [what: string, type: string, body: string, parts: FormPart[]][] = [
    ['no parts', TYPE, '--b--\r\n', []],
    ['one part', TYPE, lines('--b', field('a'), '', '1', '--b--'), [named('a', '1')]],
    [
      'parts of one name',
      TYPE,
      lines('--b', field('a'), '', '1', '--b', field('a'), '', '2', '--b--', ''),
      [named('a', '1'), named('a', '2')],
    ],
    [
      'a file',
      TYPE,
      lines(
        '--b',
        `content-disposition:${upload}\t`,
        'CONTENT-TYPE: image/png',
        'Content-Transfer-Encoding: binary',
        '',
        '\x00\r\n\xff--b\n--b',
        '--b--',
      ),
      [
        part('\x00\r\n\xff--b\n--b', {
          names: ['f'],
          filenames: ['a "b" C:\\x;.png'],
          contentTypes: ['image/png'],
          contentDispositions: [upload],
          contentTransferEncodings: ['binary'],
        }),
        // Some servers accept any line end before a boundary: the parts that they see are included.
        part('\x00\r\n\xff--b', {
          names: ['f'],
          filenames: ['a "b" C:\\x;.png'],
          contentTypes: ['image/png'],
          contentDispositions: [upload],
          contentTransferEncodings: ['binary'],
        }),
        part(''),
        part('\x00\r\n\xff', {
          names: ['f'],
          filenames: ['a "b" C:\\x;.png'],
          contentTypes: ['image/png'],
          contentDispositions: [upload],
          contentTransferEncodings: ['binary'],
        }),
      ],
    ],
    ['empty content', TYPE, lines('--b', field('a'), '', '', '--b--'), [named('a', '')]],
    ['nothing after the headers', TYPE, lines('--b', field('a'), '', '--b--'), [named('a', '')]],
    ['a part without headers', TYPE, lines('--b', '', 'x', '--b--'), [part('x')]],
    [
      'text around the form, and a part after its end',
      TYPE,
      lines('before', '--b \t', field('a'), '', '1', '--b-- ', 'after', '--b', field('c'), '', '2'),
      [named('a', '1'), named('c', '2')],
    ],
    [
      'two names and two headers',
      TYPE,
      lines(
        '--b',
        'Content-Disposition: form-data; name=a; name="b"; filename*=UTF-8\'\'x.php;',
        'Content-Type: text/plain',
        'Content-Type: text/html',
        '',
        '1',
        '--b--',
      ),
      [
        part('1', {
          names: ['a', 'b'],
          filenames: ["UTF-8''x.php", 'x.php'],
          contentTypes: ['text/plain', 'text/html'],
          contentDispositions: ['form-data; name=a; name="b"; filename*=UTF-8\'\'x.php;'],
        }),
      ],
    ],
    [
      'a last byte 0xA0',
      TYPE,
      lines('--b', 'Content-Type: \xc3\xa0', '', '1', '--b--'),
      [part('1', { contentTypes: ['\xc3\xa0'] })],
    ],
    [
      'a quoted boundary',
      'Multipart/Form-Data; charset=utf-8; Boundary="x y:=?"',
      lines('--x y:=?', field('a'), '', '1', '--x y:=?--'),
      [named('a', '1')],
    ],
  ];
  for (const [what, type, body, parts] of good) {
    it(`is read with ${what}`, () => assert.deepEqual(parseMultipart(type, body).parts, parts));
  }

  const whole = lines('--b', field('a'), '', '1', '--b--');
  // Some server accepts each of these as a form.
  const one = [named('a', '1')];
  const lenient: [what: string, type: string, body: string, parts: FormPart[]][] = [
    ['two boundaries', `multipart/form-data; boundary=c; boundary=b`, whole, one],
    ['two content types', `${TYPE}, ${TYPE}`, whole, one],
    ['a comma after the boundary', `${TYPE},x`, whole, one],
    ['an open quote', 'multipart/form-data; boundary="b', whole, one],
    [
      'a long boundary',
      `multipart/form-data; boundary=${'b'.repeat(71)}`,
      whole.replaceAll('--b', `--${'b'.repeat(71)}`),
      one,
    ],
    ['no closing boundary', TYPE, lines('--b', field('a'), '', '1'), one],
    ['half a closing boundary', TYPE, lines('--b', field('a'), '', '1', '--'), one],
    [
      'a line end instead of the closing boundary',
      TYPE,
      lines('--b', field('a'), '', '1', ''),
      one,
    ],
    ['no end after a boundary', TYPE, lines('--b', field('a'), '', '1', '--b'), one],
    ['bare line feeds', TYPE, whole.replaceAll('\r\n', '\n'), one],
    ['a part with no line of its own', TYPE, lines('--b', '--b--'), [part('')]],
    ['headers without an end', TYPE, lines('--b', field('a'), '--b--'), [named('a', '')]],
    [
      'a line that is not a header',
      TYPE,
      lines('--b', 'nonsense', field('a'), '', '1', '--b--'),
      one,
    ],
    ['text after a boundary', TYPE, lines('--bc', field('a'), '', '1', '--b--'), one],
    ['a boundary within a line', TYPE, lines('x--b', field('a'), '', '1', '--b--'), one],
    [
      'text after the boundary that ends a part',
      TYPE,
      lines('--b', field('a'), '', '1', '--bc', 'd', '--b--'),
      [named('a', '1\r\n--bc\r\nd'), named('a', '1'), part('', {})],
    ],
    [
      'a folded header',
      TYPE,
      lines('--b', 'Content-Disposition: form-data;', ' name="a"', '', '1', '--b--'),
      one,
    ],
    [
      'a bare line end in a header',
      TYPE,
      lines('--b', `X: a\n${field('a')}`, '', '1', '--b--'),
      one,
    ],
    ['very long headers', TYPE, lines('--b', `X: ${'x'.repeat(9000)}`, field('a'), '', '1'), one],
    [
      'a zero byte in a header',
      TYPE,
      lines('--b', field('a\x00'), '', '1', '--b--'),
      [named('a\x00', '1')],
    ],
  ];
  for (const [what, type, body, parts] of lenient) {
    it(`is read with ${what}`, () => assert.deepEqual(parseMultipart(type, body).parts, parts));
  }

  const spellings: [spelling: string, names: string[]][] = [
    ['name=a', ['a']],
    ["name='a'", ["'a'", 'a']],
    ['name=a b', ['a b', 'a']],
    ['x y; name="a"', ['a']],
    ['NAME = "a"', ['a']],
    ['name="a', ['a']],
    ['x="; name=b"; name="a"', ['a']],
  ];
  for (const [spelling, names] of spellings) {
    it(`finds the name in ${spelling}`, () => {
      const body = lines('--b', `Content-Disposition: form-data; ${spelling}`, '', '1', '--b--');
      assert.deepEqual(parseMultipart(TYPE, body).parts[0]?.names, names);
    });
  }

  const none: [what: string, type: string, body: string][] = [
    ['no boundary named', 'multipart/form-data', whole],
    ['an empty boundary', 'multipart/form-data; boundary=""', whole],
    ['an endless boundary', `multipart/form-data; boundary=${'b'.repeat(300)}`, whole],
    ['an empty body', TYPE, ''],
    ['another boundary in the body', TYPE, whole.replaceAll('--b', '--c')],
  ];
  for (const [what, type, body] of none) {
    it(`has no parts with ${what}`, () => assert.deepEqual(parseMultipart(type, body).parts, []));
  }

  it('may have as many parts as allowed', () => {
    const body = `${lines('--b', '', '', '').repeat(1000)}--b--`;
    const { parts, hasMore } = parseMultipart(TYPE, body);
    assert.deepEqual([parts.length, hasMore], [1000, false]);
    const more = parseMultipart(TYPE, lines('--b', '', '', '') + body);
    assert.deepEqual([more.parts.length, more.hasMore], [1000, true]);
  });

  const hostile = [
    '\r\n--',
    '\r\n\r\n',
    ' ',
    '"',
    '\\',
    ';',
    ';a="\\"',
    '\r\n--b\t',
    '\n--b\n',
    'a:b\r\n',
  ];
  for (const piece of hostile) {
    // Two megabytes: a parser with quadratic time would not finish.
    it(`is read to its end when full of ${JSON.stringify(piece)}`, () => {
      const filler = piece.repeat(2_000_000 / piece.length);
      const heads = `${field(filler.slice(0, 8000))}\r\n\r\n\r\n--b\r\n`.repeat(250);
      assert.ok(parseMultipart(TYPE, `--b${filler}`).parts.length <= 1000);
      assert.ok(parseMultipart(TYPE, lines('--b', filler, '', '1', '--b--')).parts.length > 0);
      assert.ok(parseMultipart(TYPE, lines('--b', field(filler), '', '1')).parts.length > 0);
      parseMultipart(TYPE, `--b\r\n${heads}\r\n\r\n--b--`);
    });
  }

  it('has the complete parts of a truncated body, wherever it was truncated', () => {
    const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx`;
    const whole = `${part('one')}\r\n${part('two')}\r\n--b--\r\n`;
    const second = whole.indexOf('\r\n--b', 1);
    const end = whole.indexOf('\r\n--b--');
    for (let length = 0; length <= whole.length; length++) {
      const { parts } = parseMultipart(TYPE, whole.slice(0, length), {
        isTruncated: true,
      });
      const known = (length >= second + 5 ? 1 : 0) + (length >= end + 5 ? 1 : 0);
      assert.equal(parts.length, known, whole.slice(0, length));
    }
  });
});
