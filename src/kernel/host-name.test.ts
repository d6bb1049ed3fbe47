import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHeaderValue, isHost, isHostHeader } from './host-name.ts';

const long = 'a'.repeat(63);

for (const host of [
  'a.test',
  'localhost',
  'my_app',
  'a.test.',
  '192.0.2.1',
  '::1',
  '2001:db8::1',
  `${long}.test`,
]) {
  test(`${host} is a host`, () => assert.ok(isHost(host)));
}

const noHosts = [
  '',
  '.',
  'a..b',
  '-a.test',
  'a-.test',
  'a b',
  'a/b',
  'a:80',
  'http://a',
  '[::1]',
  '256.0.0.1',
  '1.2.3',
  '0177.1',
  `${long}a.test`,
  'ü.test',
  'a\n',
  'fe80::1%eth0',
  '0x7f',
  'foo.0x1',
];
for (const host of noHosts) {
  test(`${JSON.stringify(host)} is not a host`, () => assert.ok(!isHost(host)));
}

for (const value of ['a.test', 'a.test:8080', '192.0.2.1:80', '[::1]', '[::1]:443']) {
  test(`${value} is a Host header`, () => assert.ok(isHostHeader(value)));
}
for (const value of ['', 'a:0', 'a:65536', 'a:b', '::1', '[a.test]', 'a b', 'a\r\nb', 'a,b']) {
  test(`${JSON.stringify(value)} is not a Host header`, () => assert.ok(!isHostHeader(value)));
}

test('header values hold no line breaks and nothing beyond Latin-1', () => {
  assert.ok(isHeaderValue('text/plain; charset=utf-8'));
  assert.ok(isHeaderValue('ü'));
  for (const bad of ['a\nb', 'a\rb', 'a\0b', '€']) assert.ok(!isHeaderValue(bad), bad);
});
