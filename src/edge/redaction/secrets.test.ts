import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isSensitiveName,
  shownPath,
  shownQuery,
  shownText,
  shownUri,
  shownWords,
} from './secrets.ts';

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';

describe('redaction of texts that visitors send', () => {
  const open = [
    '',
    'GET',
    'www.shop.example',
    'a-rather-long-name-of-a-page',
    'text/html,application/xhtml+xml;q=0.9',
    agent,
    'gzip, deflate, br',
    'Go-http-client/1.1',
    'Chrome/120.0.6099.109',
    'Googlebot-Image/1.0',
    '192.168.100.200, 10.0.0.1',
    '2001:db8::1',
  ];
  for (const text of open) {
    it(`shows ${text.slice(0, 40)}`, () => assert.equal(shownText(text), text));
  }

  const secrets = [
    '5f4dcc3b5aa765d61d8327deb882cf99',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'AKIAIOSFODNN7EXAMPLE',
    'Bearer x',
    'password=hunter2',
    'https://user:hunter2@host/',
    'someone@shop.example',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    'api_key: x',
    '550e8400-e29b-41d4-a716-446655440000',
    'xK9-dQ2_bV7-mZ1',
    '078-05-1120',
    'correcthorsebatterystaple',
  ];
  for (const text of secrets) {
    it(`hides ${text}`, () => assert.equal(shownText(text), `(${text.length} characters)`));
  }

  it('hides values by their names', () => {
    for (const name of ['password', 'newPassword', 'access_token', 'PHPSESSID', 'pw', 'api-key']) {
      assert.ok(isSensitiveName(name), name);
    }
    for (const name of ['q', 'page', 'sort', 'color', 'width']) {
      assert.ok(!isSensitiveName(name), name);
    }
  });

  it('checks each part of a URL, however it is encoded', () => {
    const key = '5f4dcc3b5aa765d6';
    const encoded = [...key].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
    assert.equal(shownPath(`/reset/${key}/now`), '/reset/(16 characters)/now');
    assert.equal(shownPath(`/reset/${encoded}/now`), '/reset/(16 characters)/now');
    assert.equal(
      shownQuery(`a=1&pass=x&${key}&b=${encoded}`),
      'a=1&pass=(1 characters)&(16 characters)&b=(16 characters)',
    );
    assert.equal(
      shownUri(`https://a.test/x?token=${key}#${key}`),
      'https://a.test/x?token=(16 characters)',
    );
    assert.equal(shownUri('/x'), '/x');
    assert.ok(!shownUri('https://user:hunter2@a.test/').includes('hunter2'));
  });

  it('hides the segment after a word such as token in a path, unless it is a plain word', () => {
    assert.equal(shownPath('/token/x7Kq2/next'), '/token/(5 characters)/next');
    assert.equal(shownPath('/api-key/A1'), '/api-key/(2 characters)');
    assert.equal(shownPath('/password/reset'), '/password/reset');
    assert.equal(shownPath('/a;jsessionid=A1B2'), '/(17 characters)');
  });

  it('shows the other parts of a URL as they were sent', () => {
    assert.equal(shownPath('/%2e%2E/caf%C3%A9'), '/%2e%2E/caf%C3%A9');
    assert.equal(shownQuery('q=%3Cscript%3E&%71=1'), 'q=%3Cscript%3E&%71=1');
  });

  it('hides words of a user agent', () => {
    assert.equal(shownWords(agent), agent);
    assert.equal(shownWords('bot/1.0 (x; bot@shop.example) y'), 'bot/1.0 (x; (17 characters) y');
    assert.equal(shownWords('app token=abc'), 'app (9 characters)');
    for (const secret of ['app 4111 1111 1111 1111', 'Bearer abc']) {
      assert.equal(shownWords(secret), `(${secret.length} characters)`);
    }
  });

  it('truncates long texts', () => {
    assert.equal(shownText('ab '.repeat(500)).length, 201);
    assert.ok(shownPath('/ab'.repeat(5_000)).length < 500);
  });

  it('shows nothing of a secret that begins where the text is truncated', () => {
    const key = '5f4dcc3b5aa765d61d8327deb882cf99';
    for (const before of [190, 195, 199]) {
      assert.doesNotMatch(shownText(`${'ab '.repeat(before / 3)}${key}`), /5f4/);
    }
    for (const before of [980, 990, 999]) {
      const long = 'a'
        .repeat(3)
        .concat('/')
        .repeat(before / 4);
      assert.doesNotMatch(shownPath(`${long}/${key}/x`), /5f4/);
      assert.doesNotMatch(shownQuery(`${long.replaceAll('/', '&')}&x=${key}`), /5f4/);
    }
  });

  it('checks a bounded part, however long the text is', () => {
    // The time grew with the square of the length: each of these would take hours.
    const long = ['a', 'ab.cd+', 'pass', `pass${'a'.repeat(50)}`, '://x', '1 1 1 1 x', '%61'];
    for (const text of long) {
      const value = text.repeat(1_000_000 / text.length);
      for (const show of [shownText, shownWords, shownPath, shownQuery, shownUri]) {
        assert.ok(show(value).length < 2_000);
      }
    }
  });
});
