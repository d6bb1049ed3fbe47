import assert from 'node:assert/strict';
import { it } from 'node:test';
import { curlCommand, edgeAddress } from './edge-address.ts';

for (const [listen, host, port] of [
  [null, '127.0.0.1', 8080],
  [undefined, '127.0.0.1', 8080],
  ['127.0.0.1:18080', '127.0.0.1', 18080],
  ['0.0.0.0:80', 'page.test', 80],
  ['[::]:8080', 'page.test', 8080],
  ['[::1]:8080', '[::1]', 8080],
  ['8081', 'page.test', 8081],
  ['unix:/tmp/edge', '127.0.0.1', 8080],
] as const) {
  it(`reads the address ${listen}`, () => {
    assert.deepEqual(edgeAddress(listen, 'page.test'), { host, port });
  });
}

for (const [name, host, port, command] of [
  ['app.localhost', '127.0.0.1', 8080, "curl -i 'http://app.localhost:8080/a'"],
  ['app.localhost', '192.0.2.1', 80, "curl -i -H 'Host: app.localhost' 'http://192.0.2.1/a'"],
  ['shop.test', '127.0.0.1', 8080, "curl -i -H 'Host: shop.test' 'http://127.0.0.1:8080/a'"],
] as const) {
  it(`requests ${name} from ${host}`, () => {
    assert.equal(curlCommand(name, '/a', { host, port }), command);
  });
}
