import {
  beside,
  found,
  near,
  type SensitiveDataRule,
  sensitiveDataRule,
} from './sensitive-data-rule.ts';

const socialSecurity = near('ssn', 'social security', 'soc sec', 'social', 'ss no', 'taxpayer id');

/** Personal numbers in the United States. Other numbers rarely have the dashes of a social security number. */
export const usIdentityRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'us-social-security-number',
    description: 'US social security number',
    group: 'personal-data',
    tags: ['national-id', 'us'],
    enabled: true,
    patterns: ['[0-8][0-9]{2}-[0-9]{2}-[0-9]{4}'],
    boundary: 'number',
    validator: 'us-ssn',
    samples: {
      matching: [found('SSN ', '536-22-8147', '.'), found('<td>', '001-01-0001', '</td>')],
      other: [
        'SSN 666-22-8147',
        'SSN 536-00-8147',
        'SSN 536-22-0000',
        'example 078-05-1120 and 123-45-6789',
        'call 1-536-22-8147',
        'part 536-22-8147-9',
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'us-social-security-number-unformatted',
    description: 'US social security number without dashes',
    group: 'personal-data',
    tags: ['national-id', 'us'],
    patterns: ['[0-8][0-9]{8}', '[0-8][0-9]{2} [0-9]{2} [0-9]{4}'],
    boundary: 'number',
    validator: 'us-ssn',
    context: socialSecurity,
    samples: {
      matching: [found('"ssn":"', '536228147', '"'), found('Social Security: ', '536 22 8147')],
      other: ['"ssn":"000228147"', '"order":"536228147"', 'ssn 5362281470'],
    },
  }),
  sensitiveDataRule({
    ref: 'us-individual-taxpayer-number',
    description: 'US individual taxpayer identification number',
    group: 'personal-data',
    tags: ['tax-id', 'us'],
    patterns: ['9[0-9]{2}-(?:5[0-9]|6[0-5]|7[0-9]|8[0-8]|9[0-24-9])-[0-9]{4}'],
    boundary: 'number',
    samples: {
      matching: [found('ITIN ', '912-70-1234'), found('', '999-94-0001', ',')],
      other: ['912-93-1234', '912-66-1234', '812-70-1234'],
    },
  }),
  sensitiveDataRule({
    ref: 'us-employer-identification-number',
    description: 'US employer identification number',
    group: 'personal-data',
    tags: ['tax-id', 'us'],
    patterns: ['[0-9]{2}-[0-9]{7}'],
    boundary: 'number',
    context: near('ein', 'fein', 'employer identification', 'employer id', 'federal tax'),
    samples: {
      matching: [found('EIN: ', '12-3456789'), found('Federal Tax ID ', '98-7654321', '.')],
      other: ['Part 12-3456789', 'EIN: 12-34567890', 'being 12-3456789'],
    },
  }),
  sensitiveDataRule({
    ref: 'us-passport',
    id: '398fb15f86384cfdb29d55ff5fe4101e',
    description: 'US Passport',
    group: 'personal-data',
    tags: ['passport', 'us'],
    patterns: ['[0-9]{9}', '[A-Z][0-9]{8}'],
    boundary: 'number',
    context: beside('passport', 'passport no', 'passports'),
    samples: {
      matching: [found('Passport: ', '340020013'), found('US passport no. ', 'C01234567')],
      other: ['Ticket 340020013', 'Passport: 34002001', 'Passport AB01234567'],
    },
  }),
  sensitiveDataRule({
    ref: 'us-medicare-beneficiary-identifier',
    description: 'US Medicare beneficiary identifier',
    group: 'personal-data',
    tags: ['health', 'us'],
    patterns: [
      '[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9][0-9]-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9][0-9]-?[AC-HJKMNP-RT-Y]{2}[0-9]{2}',
    ],
    context: near('medicare', 'mbi', 'beneficiary', 'cms'),
    samples: {
      matching: [found('Medicare no. ', '1EG4-TE5-MK72'), found('"mbi":"', '9AC3HJ4KM56', '"')],
      other: ['Medicare no. 0EG4-TE5-MK72', 'serial 1EG4-TE5-MK72', 'mbi 1SG4-TE5-MK72'],
    },
  }),
];
