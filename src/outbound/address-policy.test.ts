import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ipaddr from 'ipaddr.js';
import { type Cidr, parseCidr } from '../kernel/ip.ts';
import { AddressPolicy, type AddressVerdict } from './address-policy.ts';
import { refusedRanges } from './refused-ranges.ts';

const refused = [
  // unspecified, loopback
  '0.0.0.0',
  '0.255.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  // private, unique local, shared
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '100.127.255.255',
  'fc00::1',
  'fd12:3456:789a::1',
  // link local, with and without zone
  '169.254.0.1',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  // metadata services
  '169.254.169.254',
  '169.254.170.2',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
  // multicast, broadcast, reserved
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  '240.0.0.1',
  'ff02::1',
  'FF0E::1',
  // documentation, benchmark
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '198.18.0.1',
  '198.19.255.255',
  '2001:db8::1',
  '2001:2::1',
  '3fff::1',
  // IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::FFFF:10.0.0.1',
  '::ffff:169.254.169.254',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::8.8.8.8',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  // segment routing, discard-only, unassigned
  '5f00::1',
  '100::1',
  '4000::1',
  // not an address, or not in its canonical spelling
  '',
  'localhost',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '2130706433',
  '127.1',
  '0',
  '127.0.0.1.',
  ' 127.0.0.1',
  '[::1]',
  '2606:4700::1%eth0',
  '8.8.8.8\n',
];

const permitted = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '2606:4700:4700::1111',
  '2A00:1450:4001::1',
  '2001:200::1',
  '64:ff9b::8.8.8.8',
];

function cidrs(...texts: string[]): Cidr[] {
  return texts.map((text) => parseCidr(text) ?? assert.fail(text));
}

describe('address policy', () => {
  it(`refuses everything but public unicast (${refused.length} spellings)`, () => {
    const policy = new AddressPolicy();
    for (const address of refused) assert.equal(policy.judge(address), 'refused', address);
  });

  it(`permits public unicast (${permitted.length} spellings)`, () => {
    const policy = new AddressPolicy();
    for (const address of permitted) assert.equal(policy.judge(address), 'public', address);
  });

  for (const { cidr, kind } of refusedRanges) {
    it(`refuses all of ${cidr} (${kind})`, () => {
      const type = cidr.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4;
      const policy = new AddressPolicy();
      assert.equal(policy.judge(type.networkAddressFromCIDR(cidr).toString()), 'refused');
      assert.equal(policy.judge(type.broadcastAddressFromCIDR(cidr).toString()), 'refused');
    });
  }

  it('accepts listed ranges, and only these, although they are not public', () => {
    const policy = new AddressPolicy(cidrs('127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'fe80::/10'));
    const cases: [string, AddressVerdict][] = [
      ['127.0.0.1', 'listed'],
      ['127.0.0.2', 'refused'],
      ['::ffff:127.0.0.1', 'listed'],
      ['10.200.0.1', 'listed'],
      ['11.0.0.1', 'public'],
      ['192.168.0.1', 'refused'],
      ['fd00::1', 'listed'],
      ['fe80::1%eth0', 'listed'],
      ['::1', 'refused'],
      ['64:ff9b::10.0.0.1', 'refused'],
    ];
    for (const [address, verdict] of cases) assert.equal(policy.judge(address), verdict, address);
  });
});
