import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { mmdbOf, writeMmdb } from '../../../test/support/mmdb-file.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { readGeoipGroups } from './geoip-file.ts';
import { GeoipFiles } from './geoip-files.ts';

const portugal = {
  continent: { code: 'EU' },
  country: { iso_code: 'PT', is_in_european_union: true },
};
const lisbon = {
  ...portugal,
  city: { names: { en: 'São João' } },
  location: { latitude: 38.7, longitude: -9.1, metro_code: 5, time_zone: 'Europe/Lisbon' },
  postal: { code: '1100' },
  subdivisions: [{ iso_code: '11', names: { en: 'Lisbon' } }, { iso_code: 'X2' }],
};

describe('MMDB files', () => {
  let folder: ReturnType<typeof tempFolder>;
  const reported: string[] = [];

  beforeEach(() => {
    folder = tempFolder();
    reported.length = 0;
  });
  afterEach(() => folder.remove());

  const at = (name: string) => join(folder.path, name);

  async function open(...names: string[]): Promise<GeoipFiles> {
    const files = new GeoipFiles(names.map(at), {
      geoipRead: (_path, { type }) => reported.push(`read ${type}`),
      geoipRefused: (_path, problem) => reported.push(`refused ${problem}`),
      geoipProblems: (count) => reported.push(`${count} bad`),
    });
    await files.refresh();
    return files;
  }

  it('geolocate an address', async () => {
    writeMmdb(at('city.mmdb'), 'GeoLite2-City', {
      '203.0.113.0/24': lisbon,
      '2001:db8::/32': lisbon,
    });
    const files = await open('city.mmdb');
    for (const address of ['203.0.113.7', '2001:db8:1::7']) {
      assert.deepEqual(files.locationOf(address), {
        country: 'PT',
        loggedCountry: 'pt',
        continent: 'EU',
        isInEuropeanUnion: true,
        city: 'S\xc3\xa3o Jo\xc3\xa3o',
        region: 'Lisbon',
        regionCode: '11',
        secondRegionCode: 'X2',
        postalCode: '1100',
        metroCode: '5',
        latitude: 38.7,
        longitude: -9.1,
        timezone: 'Europe/Lisbon',
        asn: undefined,
        asnName: undefined,
      });
    }
    assert.deepEqual(reported, ['read GeoLite2-City', '0 bad']);
  });

  it('are combined, and have neither country nor network of other addresses', async () => {
    writeMmdb(at('country.mmdb'), 'GeoLite2-Country', { '203.0.113.0/24': portugal });
    writeMmdb(at('asn.mmdb'), 'GeoLite2-ASN', {
      '203.0.113.0/25': {
        autonomous_system_number: 64_500,
        autonomous_system_organization: 'Example',
      },
    });
    const files = await open('country.mmdb', 'asn.mmdb');
    const seen = (address: string) => {
      const { country, asn, asnName, isInEuropeanUnion, city } = files.locationOf(address);
      return [country, asn, asnName, isInEuropeanUnion, city];
    };
    assert.deepEqual(seen('203.0.113.7'), ['PT', 64_500, 'Example', true, undefined]);
    assert.deepEqual(seen('203.0.113.200'), ['PT', 0, undefined, true, undefined]);
    for (const other of ['198.51.100.1', '::1', 'fe80::1%eth0', 'nonsense', '']) {
      assert.deepEqual(seen(other), ['XX', 0, undefined, false, undefined], other);
    }
  });

  it('may have flat records of other vendors, and Tor exit nodes', async () => {
    writeMmdb(at('flat.mmdb'), 'ipinfo standard_location.mmdb', {
      '203.0.113.0/24': {
        asn: 'AS64500',
        as_name: 'Example',
        country_code: 'PT',
        country: 'Portugal',
        city: 'Porto',
        lat: '41.1',
        lng: '-8.6',
      },
    });
    writeMmdb(at('tor.mmdb'), 'GeoIP2-Anonymous-IP', {
      '203.0.113.9/32': { is_anonymous: true, is_tor_exit_node: true },
    });
    const files = await open('flat.mmdb', 'tor.mmdb');
    const { country, asn, asnName, city, latitude } = files.locationOf('203.0.113.7');
    assert.deepEqual(
      [country, asn, asnName, city, latitude],
      ['PT', 64_500, 'Example', 'Porto', 41.1],
    );
    assert.equal(files.locationOf('203.0.113.9').country, 'T1');
    assert.equal(files.locationOf('203.0.113.9').continent, 'T1');
  });

  it('are reloaded when they change; a broken or missing file does not replace the loaded one', async () => {
    const path = at('country.mmdb');
    const countryOf = (files: GeoipFiles) => files.locationOf('203.0.113.7').country;
    const files = await open('country.mmdb');
    assert.equal(countryOf(files), undefined);
    assert.match(reported.splice(0).join('\n'), /^refused ENOENT.*\n1 bad$/);

    writeMmdb(path, 'Country', { '203.0.113.0/24': portugal });
    await files.refresh();
    assert.equal(countryOf(files), 'PT');
    assert.deepEqual(reported.splice(0), ['read Country', '0 bad']);
    const { generation } = files;

    const whole = mmdbOf('Country', { '203.0.113.0/24': portugal });
    for (const broken of [
      '',
      'no MMDB file',
      whole.subarray(0, 50),
      whole.subarray(0, -20),
      whole.subarray(600),
      // Metadata this far from the end is not searched for.
      Buffer.concat([whole, Buffer.alloc(200_000)]),
    ]) {
      writeFileSync(path, broken);
      await files.refresh();
      await files.refresh();
      const [first, ...rest] = reported.splice(0);
      assert.match(
        `${first}`,
        /^refused the file is not a usable MMDB file: /,
        String(broken.length),
      );
      assert.deepEqual(rest, ['1 bad', '1 bad']);
      assert.equal(countryOf(files), 'PT');
      // A different problem is reported again.
      rmSync(path);
      await files.refresh();
      reported.length = 0;
    }
    assert.equal(files.generation, generation);

    writeMmdb(at('new.mmdb'), 'Country', { '203.0.113.0/24': { country: { iso_code: 'ES' } } });
    renameSync(at('new.mmdb'), path);
    await files.refresh();
    assert.equal(countryOf(files), 'ES');
    assert.deepEqual(reported, ['read Country', '0 bad']);
    assert.notEqual(files.generation, generation);
  });

  it('must be regular files, because opening others could block', async () => {
    mkdirSync(at('folder.mmdb'));
    await open('folder.mmdb');
    assert.match(`${reported[0]}`, /not a regular file/);
    assert.throws(() => readGeoipGroups(at('folder.mmdb')), /not a regular file/);
  });

  it('have fields according to their type', () => {
    for (const [type, groups] of [
      ['GeoLite2-Country', ['country']],
      ['DBIP-City-Lite', ['country', 'city']],
      ['GeoLite2-ASN', ['network']],
      ['ipinfo country_asn.mmdb', ['country', 'network']],
      ['GeoIP2-Anonymous-IP', []],
      ['Of our own', ['country', 'city', 'network']],
    ] as const) {
      writeMmdb(at('any.mmdb'), type, { '203.0.113.0/24': portugal });
      assert.deepEqual([...readGeoipGroups(at('any.mmdb'))], groups, type);
    }
  });
});
