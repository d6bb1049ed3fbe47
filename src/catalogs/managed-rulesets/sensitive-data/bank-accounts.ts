import { ibanPatterns } from './iban-lengths.ts';
import {
  exampleNames,
  found,
  near,
  type SensitiveDataRule,
  sensitiveDataRule,
} from './sensitive-data-rule.ts';

/** Bank accounts and banks. Numbers without a strong check digit need a context word. */
export const bankAccountRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'iban',
    description: 'International bank account number (IBAN)',
    group: 'financial-data',
    tags: ['bank-account'],
    enabled: true,
    patterns: ibanPatterns(),
    validator: 'iban',
    notUnder: { any: exampleNames, last: [] },
    samples: {
      matching: [
        found('IBAN: ', 'DE89 3704 0044 0532 0130 00', ' BIC COBADEFF'),
        found('"iban":"', 'GB29NWBK60161331926819', '"'),
        found('', 'FR1420041010050500013M02606', '\n'),
        found('to ', 'NO93 8601 1117 947', ' NOK'),
      ],
      other: [
        'example: "GB29NWBK60161331926819"',
        'DE88 3704 0044 0532 0130 00',
        'DE89 3704 0044 0532 0130',
        'XX29NWBK60161331926819',
        'AGB29NWBK60161331926819',
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'us-bank-routing-number',
    description: 'US bank routing number',
    group: 'financial-data',
    tags: ['bank-account', 'us'],
    patterns: ['[0-9]{9}'],
    boundary: 'number',
    validator: 'aba-routing',
    context: near('routing', 'aba', 'rtn', 'transit number', 'ach', 'wire'),
    samples: {
      matching: [
        found('Routing number: ', '021000021'),
        found('{"routingNumber":"', '122000661', '"}'),
      ],
      other: ['Routing number: 021000022', 'Order 021000021', 'routing 0210000210'],
    },
  }),
  sensitiveDataRule({
    ref: 'swift-bic',
    description: 'Bank identifier code (SWIFT/BIC)',
    group: 'financial-data',
    tags: ['bank-account'],
    patterns: ['[A-Z]{6}[A-Z0-9]{2}[A-Z0-9]{3}', '[A-Z]{6}[A-Z0-9]{2}'],
    validator: 'swift-bic',
    context: near('bic', 'swift', 'swift code', 'bic code', 'swiftbic', 'swift bic'),
    samples: {
      matching: [found('BIC ', 'COBADEFFXXX'), found('"swift_code": "', 'DEUTDEFF', '"')],
      other: ['BIC: ABCDQQ22', 'The WARRANTY was swift', 'BIC COBADEFFXX', 'code DEUTDEFF'],
    },
  }),
  sensitiveDataRule({
    ref: 'uk-bank-account',
    description: 'UK sort code with account number',
    group: 'financial-data',
    tags: ['bank-account', 'uk'],
    patterns: ['[0-9]{2}[ -][0-9]{2}[ -][0-9]{2}[^0-9]{1,40}[0-9]{8}'],
    boundary: 'number',
    context: near('sort code', 'sortcode', 'sort', 'bacs'),
    samples: {
      matching: [
        found('Sort code: ', '20-45-45 Account number: 12345678'),
        found('bacs ', '20 45 45, 87654321', ';'),
      ],
      other: [
        'Sort code: 20-45-45 Account number: 123456789',
        'Version 20-45-45 of 12345678',
        'Sort code: 204545, account 1234567',
      ],
    },
  }),
];
