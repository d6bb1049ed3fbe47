import { found, type SensitiveDataRule, sensitiveDataRule } from './sensitive-data-rule.ts';

/** Payment card numbers in the formats of people and machines. All samples are numbers of test cards. */
export const paymentCardRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'payment-card-number',
    description: 'Payment card number',
    group: 'financial-data',
    tags: ['payment-card'],
    enabled: true,
    patterns: [
      '[2-68][0-9]{12,18}',
      '[2-68][0-9]{3}[ -][0-9]{4}[ -][0-9]{4}[ -][0-9]{4}',
      '[2-68][0-9]{3}[ -][0-9]{4}[ -][0-9]{4}[ -][0-9]{4}[ -][0-9]{3}',
      '3[47][0-9]{2}[ -][0-9]{6}[ -][0-9]{5}',
      '3[0689][0-9]{2}[ -][0-9]{6}[ -][0-9]{4}',
    ],
    boundary: 'number',
    validator: 'payment-card',
    samples: {
      matching: [
        found('{"card":"', '4111111111111111', '"}'),
        found('no. ', '5500 0055 5555 5559', ' 123'),
        found('Amex ', '3782-822463-10005', ', exp 12/29'),
        found('12 ', '3056 930902 5904'),
        found('id 1234 ', '6011 1111 1111 1117', '.'),
        found('<td>', '6228481234567894', '</td>'),
        {
          text: '1,4111111111111111,5500005555555559\n2,378282246310005,',
          values: ['4111111111111111', '5500005555555559', '378282246310005'],
        },
        found('line one\\n', '4000056655665556', '\\n'),
      ],
      other: [
        'card 4111 1111 1111 1112',
        'card 4111-1111-1111-111',
        'order 41111111111111111111111',
        'ratio 0.4111111111111111',
        'time 1700000000000000',
        'id 9999999999999995',
        'uuid 550e8400-e29b-41d4-4111111111111111',
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'payment-card-track-data',
    description: 'Magnetic stripe data of a payment card',
    group: 'financial-data',
    tags: ['payment-card'],
    patterns: [
      "[Bb]([0-9]{13,19})\\^[A-Za-z0-9 /.'-]{2,26}\\^[0-9]{7}",
      ';([0-9]{13,19})=[0-9]{7}',
    ],
    boundary: 'none',
    validator: 'payment-card',
    samples: {
      matching: [
        found('%B', '4111111111111111', '^LOVELACE/ADA^29121010000000000000?'),
        found(';', '5500005555555559', '=29121010000000000000?'),
      ],
      other: [
        '%B4111111111111112^LOVELACE/ADA^29121010000000000000?',
        'a=1;5500005555555558=2912101',
        '4111111111111111',
      ],
    },
  }),
];
