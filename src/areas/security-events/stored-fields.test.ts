import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FirewallEventFields } from '../../contracts/events/firewall-event.ts';
import { type SampleEvent, sampleEvent } from './fixtures/sample-event.ts';
import { shownId, storedId } from './security-event-model.ts';
import { decodeFields, encodeFields } from './stored-fields.ts';

const columnsOf = ({ fields }: { fields: FirewallEventFields }) => ({
  zone_id: 'zone',
  ruleset_id: 'set',
  occurred_at: fields.Datetime,
  action: fields.Action,
  source: fields.Source,
  rule_id: fields.RuleID,
  host: fields.ClientRequestHost.toLowerCase(),
  path: fields.ClientRequestPath.slice(0, 500),
  client_ip: fields.ClientIP,
  country: fields.ClientCountry ?? 'unknown',
  ray_id: fields.RayID,
});

describe('the fields of an event in its row', () => {
  const samples: readonly [string, SampleEvent][] = [
    ['of a usual event', {}],
    [
      'that differ from the columns',
      { ClientRequestHost: 'WWW.Shop.test', ClientRequestPath: `/${'x'.repeat(900)}` },
    ],
    [
      'that are empty',
      { Ref: '', Description: '', Metadata: {}, ClientRequestUserAgent: '', RuleID: '' },
    ],
    ['of a location', { ClientCountry: 'pt', ClientASN: 64_500, ClientASNDescription: 'Example' }],
    ['with metadata', { Metadata: { a: [1, { b: '' }], b: null } }],
    ['that a later version has', { Later: { x: 1 }, EdgeResponseStatus: 200 } as SampleEvent],
  ];
  for (const [what, sample] of samples) {
    it(`survive encoding and decoding: fields ${what}`, () => {
      const event = sampleEvent('zone', sample);
      const row = columnsOf(event);
      assert.deepEqual(decodeFields(encodeFields(event.fields, row), row), event.fields);
    });
  }

  it('take less than a third of the plain JSON', () => {
    const event = sampleEvent('zone', { Ref: 'b'.repeat(32), OriginatorRayID: '00' });
    const [before, after] = [
      JSON.stringify(event.fields),
      encodeFields(event.fields, columnsOf(event)),
    ];
    assert.ok(after.length * 3 < before.length, `${after.length} of ${before.length}`);
  });

  it('have the id of the edge, which is stored as a digest', () => {
    const { fields } = sampleEvent('zone', { MatchIndex: 2 });
    const id = `${fields.RayID}-${fields.RuleID}-2`;
    assert.equal(storedId(id, fields).length, 17);
    assert.equal(shownId(storedId(id, fields), fields), id);
    assert.equal(shownId(storedId('another', fields), fields), 'another');
  });
});
