import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strengthIn } from '../../fixtures/strength-in.ts';

const PIXEL = '\x89PNG\r\n\x1a\n';

const strengthOf = (fileName: string, type: string, content: string, field = 'avatar') =>
  strengthIn(
    {
      method: 'POST',
      target: '/profile',
      headers: { host: 'a.test', 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n${content}\r\n--b--\r\n`,
    },
    ['upload'],
  );

const stored = (method: string, target: string, headers: Readonly<Record<string, string>>) =>
  strengthIn({ method, target, headers: { host: 'a.test', ...headers }, body: '' }, ['upload']);

describe('the reader of uploads', () => {
  for (const name of ['shell.php', 'a.PHTML', 'a.jsp', 'a.aspx', 'a.cgi', '.htaccess', '.user.ini'])
    it(`blocks ${name}, whatever it contains`, () =>
      assert.equal(strengthOf(name, 'image/png', PIXEL), 'clear'));

  for (const name of ['ca.cer', 'lib.inc', 'web.config', 'authorized_keys'])
    it(`logs ${name}, which may be something else`, () =>
      assert.equal(strengthOf(name, 'text/plain', 'x'), 'likely'));

  for (const field of ['code', 'snippet[content]', 'files[source]'])
    it(`logs a file that an editor sends as ${field}`, () =>
      assert.equal(strengthOf('index.php', 'text/plain', 'echo 1;', field), 'likely'));

  for (const name of ['a.png', 'main.js', 'notes.md', 'php.txt'])
    it(`leaves ${name}`, () => assert.equal(strengthOf(name, 'image/png', PIXEL), undefined));

  it('logs a page under the name of a picture', () =>
    assert.equal(strengthOf('a.png', 'image/png', '<html><p>x'), 'likely'));

  it('logs a file that is moved to the name of a program', () => {
    assert.equal(stored('MOVE', '/a.txt', { destination: 'http://a.test/a.php' }), 'likely');
    assert.equal(stored('MOVE', '/a.php', { destination: 'http://a.test/a.txt' }), undefined);
  });
});
