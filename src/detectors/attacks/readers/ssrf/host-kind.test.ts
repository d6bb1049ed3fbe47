import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hostKind } from './host-kind.ts';

const part = (notation: number, value: number): string =>
  [`${value}`, `0x${value.toString(16)}`, `0${value.toString(8)}`][notation] ?? '';

describe('hosts', () => {
  it('of the loopback network are recognised in every notation', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const notation = fc.integer({ min: 0, max: 2 });
    fc.assert(
      fc.property(
        byte,
        byte,
        byte,
        notation,
        fc.integer({ min: 1, max: 4 }),
        (b, c, d, how, parts) => {
          const bytes = [127, b, c, d];
          const rest = bytes.slice(parts - 1).reduce((sum, each) => sum * 256 + each, 0);
          const host = [...bytes.slice(0, parts - 1), rest]
            .map((each) => part(how, each))
            .join('.');
          assert.equal(hostKind(host).kind, 'loopback', host);
          assert.equal(hostKind(host).isDisguised, how > 0 || parts < 4, host);
        },
      ),
    );
  });

  const cases: readonly (readonly [string, string, boolean])[] = [
    ['[::1]', 'loopback', false],
    ['[::ffff:10.0.0.1]', 'private', true],
    ['[64:ff9b::a9fe:a9fe]', 'metadata', true],
    ['[fd12::1]', 'private', false],
    ['localhost.', 'loopback', false],
    ['app.localhost', 'loopback', false],
    ['1.2.3.4', 'public', false],
    ['1.2.3.4.5', 'public', false],
    ['10.0.0.1.shop.test', 'public', false],
    ['1e100.net', 'public', false],
    ['169.254.169.254.nip.io', 'metadata', false],
  ];
  for (const [host, kind, isDisguised] of cases) {
    it(`${host} is ${kind}`, () => {
      const found = hostKind(host);
      assert.deepEqual([found.kind, found.isDisguised], [kind, isDisguised]);
    });
  }
});
