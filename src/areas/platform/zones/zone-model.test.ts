import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isPublicSuffix, newZone, normalizeZoneName } from './zone-model.ts';

const label63 = 'a'.repeat(63);
const longest = `${`${'a'.repeat(49)}.`.repeat(5)}com`;

describe('normalizeZoneName', () => {
  const good = [
    ['shop.test', 'shop.test'],
    ['Shop.TEST', 'shop.test'],
    ['shop.test.', 'shop.test'],
    ['a.b.c.example.co', 'a.b.c.example.co'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
    ['1-2.test', '1-2.test'],
    [`${label63}.test`, `${label63}.test`],
    [longest, longest],
  ] as const;
  for (const [name, expected] of good) {
    it(`stores ${name.slice(0, 40)} as ${expected.slice(0, 40)}`, () => {
      assert.equal(normalizeZoneName(name), expected);
    });
  }

  const bad = [
    ...['', '.', 'test', 'shop.test..', '.shop.test', 'shop..test', '-shop.test', 'shop.t'],
    ...['127.0.0.11', 'shop.123', 'a-.test', 'shop.te-', 'shop.-st', 'shop.0x7f'],
    ...['shop_x.test', 'sh op.test', 'münchen.de', 'shop.test/path', 'shop.test:80', '*.shop.test'],
    ...[
      `a${label63}.test`,
      `shop.${'t'.repeat(21)}`,
      `a${longest}`.repeat(2),
      'shop.test\n',
      '\0.test',
    ],
  ];
  for (const name of bad) {
    it(`refuses ${JSON.stringify(name.slice(0, 40))}`, () => {
      assert.equal(normalizeZoneName(name), undefined);
    });
  }

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.domain(), (name) => {
        const once = normalizeZoneName(name);
        if (once !== undefined) assert.equal(normalizeZoneName(once), once);
      }),
    );
  });

  it('is fast for hostile names', () => {
    for (const name of ['a.'.repeat(500_000), `${'a-'.repeat(500_000)}!`]) {
      assert.equal(normalizeZoneName(name), undefined);
    }
  });
});

describe('isPublicSuffix', () => {
  const suffixes = ['co.uk', 'github.io', 'foo.ck', 'k12.ma.us', 'xn--55qx5d.cn'];
  for (const name of suffixes) {
    it(`is true for ${name}`, () => assert.ok(isPublicSuffix(name)));
  }

  for (const name of ['shop.test', 'app.localhost', 'shop.co.uk', 'me.github.io', 'www.ck']) {
    it(`is false for ${name}`, () => assert.ok(!isPublicSuffix(name)));
  }
});

it('creates a zone that is active at once, with the default plan', () => {
  const account = { id: 'account', name: 'My account' };
  assert.deepEqual(newZone({ id: 'zone', name: 'shop.test', account }, 7), {
    id: 'zone',
    name: 'shop.test',
    account,
    status: 'active',
    type: 'full',
    paused: false,
    plan: 'enterprise',
    vanityNameServers: [],
    createdAt: 7,
    modifiedAt: 7,
    activatedAt: 7,
  });
  const chosen = newZone({ id: 'z', name: 'n.test', account, type: 'partial', plan: 'free' }, 7);
  assert.deepEqual([chosen.type, chosen.plan], ['partial', 'free']);
});
