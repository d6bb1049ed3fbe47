import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addressBlock, type Cidr, inAnyCidr, parseAddress, parseCidr } from './ip.ts';

const show = (cidr: Cidr | undefined) => cidr && `${cidr[0].toString()}/${cidr[1]}`;

describe('parseAddress', () => {
  const addresses = [
    ['192.0.2.1', 'ipv4', '192.0.2.1'],
    ['2001:DB8::1', 'ipv6', '2001:db8::1'],
    ['::', 'ipv6', '::'],
    ['::ffff:10.0.0.1', 'ipv4', '10.0.0.1'],
    ['::FFFF:0a00:0001', 'ipv4', '10.0.0.1'],
    ['0:0:0:0:0:ffff:1.2.3.4', 'ipv4', '1.2.3.4'],
    ['64:ff9b::8.8.8.8', 'ipv6', '64:ff9b::808:808'],
    // The IPv4-compatible form is not the mapped one: ::8.8.8.8 is not 8.8.8.8.
    ['::8.8.8.8', 'ipv6', '::808:808'],
    ['::127.0.0.1', 'ipv6', '::7f00:1'],
    ['fe80::1%eth0', 'ipv6', 'fe80::1%eth0'],
  ] as const;
  for (const [text, kind, canonical] of addresses) {
    it(`reads ${text} as ${canonical}`, () => {
      const address = parseAddress(text);
      assert.deepEqual([address?.kind(), address?.toString()], [kind, canonical]);
    });
  }

  const none = [
    ...['', ' ', 'localhost', '1.2.3', '1.2.3.4.5', '1.2.3.256', '1.2.3.4 ', ' 1.2.3.4'],
    ...['010.0.0.1', '0177.1', '0x7f.1', '0x7f000001', '2130706433', '1.2.3.4/32', '[::1]'],
    ...['1::2::3', '1:2:3:4:5:6:7:8:9', '12345::', '::ffff:1.2.3.256', ':::', 'g::'],
  ];
  for (const text of none) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(parseAddress(text), undefined));
  }

  it('accepts every address that Node accepts, and never throws', () => {
    const anything = fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), fc.string());
    fc.assert(
      fc.property(anything, (text) => {
        const address = parseAddress(text);
        if (isIP(text) !== 0) assert.ok(address, text);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('parseCidr', () => {
  const ranges = [
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['192.0.2.1', '192.0.2.1/32'],
    ['192.0.2.1/32', '192.0.2.1/32'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['::/0', '::/0'],
    ['::8.8.8.8/120', '::808:808/120'],
    // Mapped ranges become IPv4 ranges, because mapped addresses become IPv4 before they are compared.
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['::ffff:10.0.0.1', '10.0.0.1/32'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
  ] as const;
  for (const [text, expected] of ranges) {
    it(`reads ${text} as ${expected}`, () => assert.equal(show(parseCidr(text)), expected));
  }

  const none = [
    ...['', '/8', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/ 8', '10.0.0.0/8/8'],
    ...['10.0.0.0/x', '10.0.0.0/8x', '2001:db8::/129', '::ffff:10.0.0.0/64', 'example.test/24'],
    // Ambiguous spellings: some parsers read `10/8` as 0.0.0.10/8, and `012.0.0.0/8` as 10.0.0.0/8.
    ...['10/8', '10.0/16', '012.0.0.0/8', '0x0a.0.0.0/8', '167772160/8'],
  ];
  for (const text of none) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(parseCidr(text), undefined));
  }
});

describe('inAnyCidr', () => {
  const cidrs = ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::ffff:172.16.0.0/108']
    .map(parseCidr)
    .filter((cidr) => cidr !== undefined);
  assert.equal(cidrs.length, 4);

  const cases = [
    ['10.1.2.3', true],
    ['11.0.0.0', false],
    ['::ffff:10.1.2.3', true],
    ['::ffff:a01:203', true],
    ['::10.1.2.3', false],
    ['192.0.2.1', true],
    ['192.0.2.2', false],
    ['172.31.255.255', true],
    ['172.32.0.0', false],
    ['2001:db8:ffff::1', true],
    ['2001:db9::', false],
    ['not an address', false],
    ['', false],
  ] as const;
  for (const [address, expected] of cases) {
    it(`returns ${expected} for ${JSON.stringify(address)}`, () => {
      assert.equal(inAnyCidr(cidrs, address), expected);
    });
  }

  it('contains no address when there are no ranges', () =>
    assert.equal(inAnyCidr([], '10.0.0.1'), false));

  it('finds every IPv4 address in its own range, plain and mapped', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (address, bits) => {
        const cidr = parseCidr(`${address}/${bits}`);
        assert.ok(cidr);
        assert.ok(inAnyCidr([cidr], address));
        assert.ok(inAnyCidr([cidr], `::ffff:${address}`));
        assert.ok(!inAnyCidr([cidr], `::${address}`));
      }),
    );
  });
});

describe('the address block of a client', () => {
  const cases = [
    ['192.0.2.1', '192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3::4', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['not an address', 'not an address', 'not an address'],
  ] as const;
  for (const [address, block, network] of cases) {
    it(`${address}: ${block}, in ${network}`, () => {
      assert.deepEqual([addressBlock(address), addressBlock(address, 48)], [block, network]);
    });
  }
});
