import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { writeMmdb } from '../../../test/support/mmdb-file.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { lacksValue } from '../../catalogs/fields/fields.ts';
import { geoipGroups } from './geoip-groups.ts';

describe('field groups of MMDB files', () => {
  it('are read without loading the files, and again when files change', async () => {
    const folder = tempFolder();
    const clock = new ManualClock();
    const [first = '', second = ''] = ['a.mmdb', 'b.mmdb'].map((name) => join(folder.path, name));
    const groups = geoipGroups([first, second], clock);
    const lacking = () =>
      ['ip.geoip.country', 'ip.src.asnum', 'ip.src.city', 'cf.client.bot', 'ip.src'].filter(
        (name) => lacksValue(name, groups()),
      );
    assert.deepEqual(lacking(), [
      'ip.geoip.country',
      'ip.src.asnum',
      'ip.src.city',
      'cf.client.bot',
    ]);
    writeMmdb(first, 'GeoLite2-Country', { '192.0.2.0/24': { country: { iso_code: 'PT' } } });
    await clock.advance(6_000);
    assert.deepEqual(lacking(), ['ip.src.asnum', 'ip.src.city', 'cf.client.bot']);
    writeMmdb(second, 'GeoLite2-ASN', { '192.0.2.0/24': { autonomous_system_number: 1 } });
    await clock.advance(6_000);
    assert.deepEqual(lacking(), ['ip.src.city', 'cf.client.bot']);
    // The edge keeps the last good content of a file that is missing or broken.
    rmSync(first);
    writeFileSync(second, 'broken');
    await clock.advance(6_000);
    assert.deepEqual(lacking(), ['ip.src.city', 'cf.client.bot']);
    folder.remove();
  });
});
