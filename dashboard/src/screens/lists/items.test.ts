import assert from 'node:assert/strict';
import { it } from 'node:test';
import { itemText, readItems } from './items.ts';

for (const [kind, text, items] of [
  [
    'ip',
    '192.0.2.7 # Head office\n\n 2001:db8::/32 ',
    [{ ip: '192.0.2.7', comment: 'Head office' }, { ip: '2001:db8::/32' }],
  ],
  ['asn', '64500\nAS1', [{ asn: 64500 }, { asn: 'AS1' }]],
  ['hostname', '*.example.com', [{ hostname: { url_hostname: '*.example.com' } }]],
  [
    'redirect',
    'a.test/x#y https://b.test/ 302 # moved',
    [
      {
        redirect: { source_url: 'a.test/x#y', target_url: 'https://b.test/', status_code: 302 },
        comment: 'moved',
      },
    ],
  ],
] as const) {
  it(`reads lines of ${kind} items`, () => {
    assert.deepEqual(readItems(kind, text), items);
  });
}

it('shows an item in a line', () => {
  const times = { id: 'a', created_on: '', modified_on: '' };
  assert.equal(itemText({ ...times, asn: 64500 }), '64500');
  assert.equal(itemText({ ...times, hostname: { url_hostname: 'a.test' } }), 'a.test');
});
