import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sensitiveDataRules } from '../../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import {
  type ValidatorName,
  validatorNames,
} from '../../../catalogs/managed-rulesets/sensitive-data/validator-name.ts';
import { validators } from './validators.ts';

interface Row {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** Numbers that issuers or descriptions of the check have published, and similar invalid ones. */
const table: Readonly<Record<ValidatorName, Row>> = {
  'aba-routing': {
    right: ['021000021', '111000025'],
    wrong: ['021000012', '990000009', '02100002'],
  },
  'any-payment-card': {
    right: ['4111111111111111', '501800000009'],
    wrong: ['4111111111111112', '9999999999999995'],
  },
  'argentine-cuit': { right: ['20-12345678-6', '30-50001091-2'], wrong: ['20-12345678-5'] },
  'australian-medicare': {
    right: ['2123 45670 1', '29502841711'],
    wrong: ['2123 45671 1', '1123 45670 1', '2123 45670 0'],
  },
  'australian-tfn': { right: ['123456782', '876 543 210'], wrong: ['123456783', '111111111'] },
  base58check: {
    right: ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
    wrong: ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNA', '0A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '', '1'],
  },
  'basic-credentials': {
    right: [Buffer.from('Aladdin:open-sesame').toString('base64')],
    wrong: ['authentication', Buffer.from('user:password').toString('base64'), ''],
  },
  bech32: {
    right: [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'A12UEL5L',
    ],
    wrong: [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
      'Bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'A1G7SGD8',
      'noseparator',
    ],
  },
  'belgian-national-number': {
    right: ['85.07.30-033.28', '93.05.18-223.61'],
    wrong: ['93.05.18-223.62', '93.05.18-223'],
  },
  'brazilian-cnpj': {
    right: ['11.222.333/0001-81'],
    wrong: ['11.222.333/0001-82', '00000000000000'],
  },
  'brazilian-cpf': {
    right: ['529.982.247-25', '11144477735'],
    wrong: ['52998224726', '99999999999'],
  },
  'chilean-rut': { right: ['12.345.678-5', '10000013-K'], wrong: ['12.345.678-K', '10000013-0'] },
  'chinese-resident-id': {
    right: ['11010519491231002X', '440524188001010014'],
    wrong: ['110105194912310021', '11010519491331002X'],
  },
  'crc-hex': { right: ['123456789cbf43926'], wrong: ['123456789cbf43927', ''] },
  'date-yymmdd': { right: ['880512-14-5523', '000229'], wrong: ['881312', '880230', '010229'] },
  'discord-token': {
    right: [`${base64url('812345678901234567')}.Xy9_aB.q7Wn3Kd82jsPz0aLmV5tRb1cEfGhUi`],
    wrong: [`${base64url('not a number at all')}.Xy9_aB.q7Wn3Kd82jsPz0aLmV5tRb1cEfGhUi`, ''],
  },
  'dutch-bsn': { right: ['111222333', '123456782'], wrong: ['111222334', '000000000'] },
  'ethereum-address': {
    right: [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
      '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
    ],
    wrong: ['0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  },
  'finnish-hetu': { right: ['131052-308T'], wrong: ['131052-308S', '311152-308T'] },
  'french-insee': {
    right: ['1 85 05 78 006 084 91', '255081416802538'],
    wrong: ['255081416802539'],
  },
  'german-tax-id': {
    right: ['86095742719', '47036892816', '65929970489', '57549285017'],
    wrong: ['86095742710', '01234567890', '12345678903', '11111111111'],
  },
  iban: {
    right: [
      'GB82 WEST 1234 5698 7654 32',
      'DE89370400440532013000',
      'NO9386011117947',
      'MT84MALT011000012345MTLCAST001S',
    ],
    wrong: ['GB82WEST12345698765433', 'GB82WEST1234569876543', 'ZZ82WEST12345698765432'],
  },
  'italian-fiscal-code': {
    right: ['RSSMRA85T10A562S'],
    wrong: ['RSSMRA85T10A562T', 'RSSMRA85T10A562'],
  },
  'japanese-my-number': { right: ['123456789018'], wrong: ['123456789017', '000000000000'] },
  jwt: {
    right: [`${base64url('{"alg":"HS256"}')}.${base64url('{"sub":1}')}.0123456789abcdef`],
    wrong: [
      `${base64url('{"typ":"JWT"}')}.${base64url('{"sub":1}')}.0123456789abcdef`,
      `${base64url('[1]')}.${base64url('{"sub":1}')}.0123456789abcdef`,
      `${base64url('{"alg":"HS256"}')}.${base64url('{"sub":1}')}`,
      'eyJ.eyJ.0123456789abcdef',
    ],
  },
  luhn: {
    right: ['79927398713', '046 454 286', '18'],
    wrong: ['79927398710', '046454287', '0', ''],
  },
  'mexican-curp': {
    right: ['HEGG560427MVZRRL04'],
    wrong: ['HEGG560427MVZRRL05', 'HEGG561327MVZRRL04'],
  },
  'mixed-token': {
    right: ['Zk82pqLw93mNcV7d', '9f86d081884c7d659a2feaa0c55ad015'],
    wrong: ['configuration-of-services', 'aaaaaaaaaaaaaaaa1', 'abcdefghijklmnop1234567890', ''],
  },
  'nhs-number': { right: ['943 476 5919', '4010232137'], wrong: ['9434765918', '1111111111'] },
  'norwegian-national-id': {
    right: ['15078502360', '29029600870'],
    wrong: ['15078502361', '00000000000'],
  },
  'payment-card': {
    right: [
      '4111111111111111',
      '4222222222222',
      '5500 0055 5555 5559',
      '2223003122003222',
      '378282246310005',
      '6011111111111117',
      '30569309025904',
      '3530111333300000',
      '6200000000000005',
    ],
    wrong: ['4111111111111112', '411111111111111', '9999999999999995', '0000000000000000', ''],
  },
  'not-a-placeholder': { right: ['cafebabe:deadbeef'], wrong: ['xxxxxxxx:xxxxxxxx', 'your-key'] },
  'polish-pesel': { right: ['44051401359'], wrong: ['44051401358', '44131401359'] },
  'portuguese-nif': { right: ['123456789', '276543211'], wrong: ['123456788'] },
  'rare-payment-card': {
    right: ['501800000009', '5018000000000009'],
    wrong: ['501800000008', '30569309025904', '4111111111111111'],
  },
  'random-token': {
    right: [['AK', 'IA2E0A8F3B244C9986'].join(''), '9f86d081884c7d65'],
    wrong: ['AKIAIOSFODNN7EXAMPLE', 'xxxxxxxxxxxxxxxx', 'aabbaabbaabbaabb', ''],
  },
  'real-password': {
    right: ['Tr0ub4dor&3', 'h7Gk2pQz'],
    wrong: ['password1', 'required', '********', '12345678', ''],
  },
  'service-token': {
    right: ['k3v9x2m1q8z7w4t6', '159504693527850454', '9B1CE47A02F85D63'],
    wrong: ['configuration', '00000000000000000000', 'example-key-4711', '9B1Ce47A02f85D63'],
  },
  'singapore-nric': {
    right: ['S1234567D', 'G7654321L', 'T1234567J'],
    wrong: ['S1234567E', 'A1234567D', ''],
  },
  'slack-token': {
    right: [['xoxb', '123456789012', 'k3v9x2m1q8z7w4t6'].join('-')],
    wrong: [
      ['xoxb', '1234', 'k3v9x2m1q8z7w4t6'].join('-'),
      ['xoxb', 'your', 'token', 'goes', 'here'].join('-'),
      '',
    ],
  },
  'south-african-id': { right: ['8001015009087'], wrong: ['8001015009086', '8013015009087'] },
  'spanish-dni-nie': {
    right: ['12345678Z', 'X1234567L', '12.345.678-Z'],
    wrong: ['12345678A', '1234567Z'],
  },
  'swedish-personnummer': {
    right: ['811218-9876', '19811218-9876', '701063-2391'],
    wrong: ['811218-9875', '811318-9876'],
  },
  'swift-bic': { right: ['DEUTDEFF', 'COBADEFFXXX'], wrong: ['WARRANTY', 'ABCDQQ22'] },
  'swiss-ahv': { right: ['756.9217.0769.85'], wrong: ['756.9217.0769.84'] },
  'turkish-id': { right: ['10000000146'], wrong: ['10000000147', '00000000146'] },
  'uk-driving-licence': {
    right: ['MORGA657054SM9IJ', 'LEE99 805225 A99XY'],
    wrong: ['MORGA677054SM9IJ', '9MORG657054SM9IJ', 'MORGA657004SM9IJ'],
  },
  'uk-nino': { right: ['AB 12 34 56 C'], wrong: ['GB 12 34 56 C', 'ZZ123456A'] },
  'url-password': {
    right: [['postgres://app:h7Gk2pQz', 'db'].join('@'), ['redis://:c4ch3pw99', 'cache'].join('@')],
    wrong: ['postgres://user:password@db', 'https://ada:ada@host', 'https://host/a', 'x://u:$P@h'],
  },
  'us-ssn': {
    right: ['536-22-8147', '001-01-0001'],
    wrong: [
      '000-22-8147',
      '666-22-8147',
      '900-22-8147',
      '536-00-8147',
      '536-22-0000',
      '078-05-1120',
    ],
  },
  verhoeff: { right: ['2363', '758722', '2345 6789 0124'], wrong: ['2364', '2345 6789 0125', ''] },
};

describe('validators', () => {
  it('are all named, all tested and all used', () => {
    assert.deepEqual(Object.keys(validators).sort(), [...validatorNames].sort());
    const used = new Set(sensitiveDataRules.map(({ validator }) => validator));
    assert.deepEqual(
      validatorNames.filter((name) => !used.has(name)),
      [],
    );
    assert.equal(Object.keys(table).length, validatorNames.length);
  });

  for (const name of validatorNames) {
    const { right, wrong } = table[name];
    it(`${name} accepts valid and refuses invalid values`, () => {
      assert.ok(right.length > 0 && wrong.length > 0);
      for (const text of right) assert.equal(validators[name](text), true, text);
      for (const text of wrong) assert.equal(validators[name](text), false, text);
    });

    it(`${name} returns a result for any text`, () => {
      fc.assert(fc.property(fc.string(), (text) => typeof validators[name](text) === 'boolean'));
    });
  }

  /** Checks that detect every single wrong digit; the others detect most. */
  for (const name of [
    'aba-routing',
    'brazilian-cpf',
    'dutch-bsn',
    'german-tax-id',
    'iban',
    'luhn',
    'nhs-number',
    'payment-card',
    'swiss-ahv',
    'verhoeff',
  ] as const) {
    it(`${name} detects any single wrong digit`, () => {
      const { right } = table[name];
      const change = fc.record({
        text: fc.constantFrom(...right),
        index: fc.nat(),
        by: fc.integer({ min: 1, max: 9 }),
      });
      fc.assert(
        fc.property(change, ({ text, index, by }) => {
          const offsets = [...text.matchAll(/[0-9]/g)].map(({ index }) => index);
          const at = offsets[index % offsets.length] ?? 0;
          const digit = (Number(text[at]) + by) % 10;
          return !validators[name](text.slice(0, at) + digit + text.slice(at + 1));
        }),
      );
    });
  }

  it('verhoeff notices any two neighbours that were swapped', () => {
    const { right } = table.verhoeff;
    fc.assert(
      fc.property(fc.constantFrom(...right), fc.nat(), (text, index) => {
        const digits = text.replace(/\D/g, '');
        const at = index % (digits.length - 1);
        const [a, b] = [digits[at], digits[at + 1]];
        if (a === b) return true;
        return !validators.verhoeff(`${digits.slice(0, at)}${b}${a}${digits.slice(at + 2)}`);
      }),
    );
  });
});
