import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { proxyHeaderV2 } from './fixtures/proxy-header-v2.ts';
import { parseProxyHeader } from './proxy-header.ts';

const line = (text: string) => Buffer.from(text, 'latin1');

const addresses = (remote: string, local: string) => ({
  remoteAddress: remote,
  remotePort: 56_324,
  localAddress: local,
  localPort: 443,
});

const v4 = addresses('192.0.2.1', '192.0.2.2');
const v6 = addresses('2001:db8::1', '2001:db8::2');
const v6Bytes = '20010db8000000000000000000000001 20010db8000000000000000000000002 dc0401bb';

const accepted: readonly [string, Buffer, typeof v4 | undefined][] = [
  ['version 1, IPv4', line('PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\n'), v4],
  ['version 1, IPv6', line('PROXY TCP6 2001:db8::1 2001:0DB8:0::2 56324 443\r\n'), v6],
  [
    'version 1, IPv4 within IPv6',
    line('PROXY TCP6 ::ffff:192.0.2.1 ::ffff:c000:202 56324 443\r\n'),
    v4,
  ],
  ['version 1, unknown', line('PROXY UNKNOWN\r\n'), undefined],
  ['version 1, UNKNOWN with addresses', line('PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n'), undefined],
  ['version 2, IPv4', proxyHeaderV2(0x21, 0x11, 'c0000201 c0000202 dc0401bb'), v4],
  ['version 2, IPv6', proxyHeaderV2(0x21, 0x21, v6Bytes), v6],
  ['version 2, extensions', proxyHeaderV2(0x21, 0x11, 'c0000201 c0000202 dc0401bb 04000100'), v4],
  ['version 2, local', proxyHeaderV2(0x20, 0x11, 'c0000201 c0000202 dc0401bb'), undefined],
  ['version 2, local without addresses', proxyHeaderV2(0x20, 0x00, ''), undefined],
  ['version 2, unspecified', proxyHeaderV2(0x21, 0x00, ''), undefined],
  ['version 2, Unix', proxyHeaderV2(0x21, 0x31, '00'.repeat(216)), undefined],
];

const refused: readonly [string, Buffer][] = [
  ['HTTP', line('GET / HTTP/1.1\r\n')],
  ['TLS', Buffer.from('1603010200', 'hex')],
  ['another word', line('PROXI TCP4')],
  ['another case', line('proxy TCP4 192.0.2.1 192.0.2.2 1 2\r\n')],
  ['another family', line('PROXY UDP4 192.0.2.1 192.0.2.2 1 2\r\n')],
  ['IPv6 addresses for TCP4', line('PROXY TCP4 ::1 ::1 1 2\r\n')],
  ['an IPv4 address as IPv6', line('PROXY TCP6 192.0.2.1 192.0.2.2 1 2\r\n')],
  ['a short address', line('PROXY TCP4 192.1 192.0.2.2 1 2\r\n')],
  ['an address with a zone', line('PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n')],
  ['a port beyond 65535', line('PROXY TCP4 192.0.2.1 192.0.2.2 65536 2\r\n')],
  ['a port with a leading zero', line('PROXY TCP4 192.0.2.1 192.0.2.2 01 2\r\n')],
  ['too few parts', line('PROXY TCP4 192.0.2.1 192.0.2.2 1\r\n')],
  ['too many parts', line('PROXY TCP4 192.0.2.1 192.0.2.2 1 2 3\r\n')],
  ['two spaces', line('PROXY TCP4  192.0.2.1 192.0.2.2 1 2\r\n')],
  ['a line end without CR', line('PROXY TCP4 192.0.2.1 192.0.2.2 1 2\nGET / HTTP/1.1\r\n')],
  ['a line without end', line(`PROXY UNKNOWN ${'x'.repeat(100)}`)],
  ['another version', proxyHeaderV2(0x31, 0x11, 'c0000201 c0000202 dc0401bb')],
  ['another command', proxyHeaderV2(0x22, 0x11, 'c0000201 c0000202 dc0401bb')],
  ['datagrams', proxyHeaderV2(0x21, 0x12, 'c0000201 c0000202 dc0401bb')],
  ['truncated addresses', proxyHeaderV2(0x21, 0x21, 'c0000201 c0000202 dc0401bb')],
  ['a header that is too long', proxyHeaderV2(0x21, 0x11, '00'.repeat(4_096)).subarray(0, 16)],
];

describe('a PROXY header', () => {
  for (const [what, bytes, expected] of accepted) {
    it(`is parsed wherever its bytes are split: ${what}`, () => {
      const more = Buffer.concat([bytes, line('PROXY')]);
      assert.deepEqual(parseProxyHeader(more), { length: bytes.length, addresses: expected });
      for (let length = 0; length < bytes.length; length++) {
        assert.equal(parseProxyHeader(bytes.subarray(0, length)), undefined, `${length}`);
      }
    });
  }

  for (const [what, bytes] of refused) {
    it(`is refused with ${what}`, () => {
      assert.throws(() => parseProxyHeader(bytes));
    });
  }
});
