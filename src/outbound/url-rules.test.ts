import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseCidr } from '../kernel/ip.ts';
import { GuardedClient } from './guarded-client.ts';
import type { OutboundRules } from './outbound-client.ts';
import { OutboundError } from './outbound-error.ts';

const strict: OutboundRules = { requireTls: true, usualPortsOnly: true };
const loopback = parseCidr('127.0.0.1') ?? assert.fail();

/** The code `checkUrl` throws, or the URL it returns. */
function check(text: string, rules?: OutboundRules, client = new GuardedClient()): string {
  try {
    return client.checkUrl(text, rules).href;
  } catch (error) {
    assert.ok(error instanceof OutboundError);
    assert.ok(!error.message.includes('secret'), error.message);
    return error.code;
  }
}

it('accepts the usual ports of the called service', () => {
  const rules = { ...strict, furtherPorts: [8088] };
  assert.equal(check('https://example.com:8088/', strict), 'port_refused');
  assert.equal(check('https://example.com:8088/', rules), 'https://example.com:8088/');
  assert.equal(check('https://example.com:8089/', rules), 'port_refused');
});

it('accepts only ports 80 and 443 where the rules say so', () => {
  const rules = { requireTls: true, defaultPortsOnly: true };
  assert.equal(check('https://example.com/', rules), 'https://example.com/');
  assert.equal(check('https://example.com:80/', rules), 'https://example.com:80/');
  assert.equal(check('https://example.com:8443/', rules), 'port_refused');
  const allowing = new GuardedClient({ allow: [loopback] });
  assert.equal(check('http://127.0.0.1:8443/', rules, allowing), 'http://127.0.0.1:8443/');
});

const cases: readonly (readonly [string, string])[] = [
  ['https://example.com', 'https://example.com/'],
  ['HTTPS://EXAMPLE.COM/Path?q=1', 'https://example.com/Path?q=1'],
  ['http://example.com:8081/', 'http://example.com:8081/'],
  ['https://example.com./', 'https://example.com./'],
  ['https://1.1.1.1/', 'https://1.1.1.1/'],
  ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  // loopback in all spellings
  ['http://127.0.0.1/', 'address_refused'],
  ['http://127.1/', 'address_refused'],
  ['http://0177.0.0.1/', 'address_refused'],
  ['http://0x7f.0.0.1/', 'address_refused'],
  ['http://0x7f000001/', 'address_refused'],
  ['http://2130706433/', 'address_refused'],
  ['http://017700000001/', 'address_refused'],
  ['http://127.0.0.1./', 'address_refused'],
  ['http://127。0。0。1/', 'address_refused'],
  ['http://127.0.0.1/', 'address_refused'],
  ['http://①②⑦.0.0.1/', 'address_refused'],
  ['http://%31%32%37.0.0.1/', 'address_refused'],
  ['http://0/', 'address_refused'],
  ['http://0.0.0.0:8787/', 'address_refused'],
  ['http://[::1]/', 'address_refused'],
  ['http://[::]/', 'address_refused'],
  ['http://[::ffff:7f00:1]/', 'address_refused'],
  ['http://[::ffff:127.0.0.1]/', 'address_refused'],
  ['http://[64:ff9b::7f00:1]/', 'address_refused'],
  ['http://localhost/', 'address_refused'],
  ['http://LOCALHOST/', 'address_refused'],
  ['http://localhost.:8787/', 'address_refused'],
  ['http://admin.localhost/', 'address_refused'],
  ['http://169.254.169.254/latest/meta-data/', 'address_refused'],
  ['http://[fd00:ec2::254]/', 'address_refused'],
  // browsers would repair these; here they are refused
  ['http://[fe80::1%25eth0]/', 'invalid_url'],
  ['http://127.0.0.1@example.com/', 'invalid_url'],
  ['https://user:secret@example.com/', 'invalid_url'],
  ['http://example.com\\@127.0.0.1/', 'invalid_url'],
  ['http:127.0.0.1/', 'invalid_url'],
  ['http:///127.0.0.1/', 'invalid_url'],
  ['http://exa mple.com/', 'invalid_url'],
  ['http://exam\tple.com/', 'invalid_url'],
  ['http://example.com/\r\nHost: secret', 'invalid_url'],
  ['http://256.1.1.1/', 'invalid_url'],
  ['http://1.2.3.4.5/', 'invalid_url'],
  ['http://example.com:99999/', 'invalid_url'],
  ['http://example.com:0/', 'invalid_url'],
  ['http://a..example.com/', 'invalid_url'],
  ['http://./', 'invalid_url'],
  ['ftp://example.com/', 'invalid_url'],
  ['file:///etc/passwd', 'invalid_url'],
  ['gopher://127.0.0.1/', 'invalid_url'],
  ['javascript:alert(1)', 'invalid_url'],
  ['//example.com/', 'invalid_url'],
  ['example.com', 'invalid_url'],
  ['', 'invalid_url'],
  [`https://example.com/${'a'.repeat(9_000)}`, 'invalid_url'],
];

describe('checkUrl', () => {
  for (const [text, expected] of cases) {
    it(`${JSON.stringify(text.slice(0, 60))} → ${expected}`, () => {
      assert.equal(check(text), expected);
    });
  }

  it('requires TLS and usual ports only if the rules say so', () => {
    assert.equal(check('http://example.com/', strict), 'tls_required');
    assert.equal(check('https://example.com:6379/', strict), 'port_refused');
    assert.equal(check('https://1.1.1.1:6379/', strict), 'port_refused');
    assert.equal(check('https://example.com:8443/', strict), 'https://example.com:8443/');
    assert.equal(check('https://example.com:6379/'), 'https://example.com:6379/');
  });

  it('exempts listed addresses from all rules', () => {
    const client = new GuardedClient({ allow: [loopback] });
    assert.equal(check('http://127.0.0.1:9000/', strict, client), 'http://127.0.0.1:9000/');
    assert.equal(check('http://localhost:9000/', strict, client), 'http://localhost:9000/');
    assert.equal(check('http://127.0.0.2:9000/', strict, client), 'address_refused');
    assert.equal(check('http://1.1.1.1/', strict, client), 'tls_required');
    // Without DNS, it is unknown whether this name resolves to a listed address.
    assert.equal(check('http://example.com/', strict, client), 'http://example.com/');
  });
});

describe('checkReachable', () => {
  const names: Record<string, string[]> = {
    'public.test': ['1.1.1.1'],
    'private.test': ['10.0.0.7'],
    'listed.test': ['127.0.0.1'],
    'mixed.test': ['10.0.0.7', '1.1.1.1'],
  };
  const client = new GuardedClient({
    allow: [loopback],
    resolve: async (name) => names[name] ?? Promise.reject(new Error('ENOTFOUND')),
  });
  const code = (url: string, rules?: OutboundRules) =>
    client.checkReachable(url, rules).then(
      () => 'ok',
      (error: OutboundError) => error.code,
    );

  it('throws the same error as a request', async () => {
    assert.equal(await code('https://public.test/'), 'ok');
    assert.equal(await code('https://private.test/'), 'address_refused');
    assert.equal(await code('https://mixed.test/'), 'ok');
    assert.equal(await code('https://nowhere.test/'), 'name_not_found');
    assert.equal(await code('http://public.test/', strict), 'tls_required');
    assert.equal(await code('http://private.test/', strict), 'tls_required');
    assert.equal(await code('http://listed.test:9000/', strict), 'ok');
    assert.equal(await code('http://127.0.0.1/'), 'ok');
    assert.equal(await code('http://10.0.0.7/'), 'address_refused');
  });

  it('does not reveal the address of a name', async () => {
    await assert.rejects(client.checkReachable('https://private.test/?key=secret'), (error) => {
      assert.match(String(error), /private\.test resolves to a private address/);
      assert.doesNotMatch(JSON.stringify(error) + String(error), /10\.0\.0\.7|secret/);
      return true;
    });
  });
});
