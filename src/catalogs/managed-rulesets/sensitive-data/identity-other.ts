import { found, near, type SensitiveDataRule, sensitiveDataRule } from './sensitive-data-rule.ts';

export const otherIdentityRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'south-africa-identity-number',
    description: 'South African identity number',
    group: 'personal-data',
    tags: ['national-id', 'south-africa'],
    patterns: ['[0-9]{2}[01][0-9][0-3][0-9] ?[0-9]{4} ?[0-9]{3}'],
    boundary: 'number',
    validator: 'south-african-id',
    context: near('id number', 'id no', 'identity number', 'rsa id', 'sa id', 'idnumber'),
    samples: {
      matching: [found('ID number ', '8001015009087'), found('SA ID: ', '920220 4720 083')],
      other: ['ID number 8001015009088', 'stock 8001015009087', 'ID number 8013015009087'],
    },
  }),
  sensitiveDataRule({
    ref: 'turkey-identity-number',
    description: 'Turkish identity number',
    group: 'personal-data',
    tags: ['national-id', 'turkey'],
    patterns: ['[1-9][0-9]{10}'],
    boundary: 'number',
    validator: 'turkish-id',
    context: near('tc', 'tckn', 'kimlik', 'tc kimlik', 't c kimlik', 'kimlik no'),
    samples: {
      matching: [found('T.C. Kimlik No: ', '10000000146'), found('"tckn":"', '34567890170', '"')],
      other: ['T.C. Kimlik No: 10000000147', 'sipariş 10000000146', 'TCKN 100000001460'],
    },
  }),
];
