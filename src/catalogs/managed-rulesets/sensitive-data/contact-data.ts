import {
  beside,
  found,
  type SensitiveDataRule,
  sensitiveDataRule,
  under,
} from './sensitive-data-rule.ts';

const phone = beside(
  'phone',
  'telephone',
  'tel',
  'mobile',
  'cell',
  'call',
  'fax',
  'contact',
  'whatsapp',
  'telefon',
  'hp',
);

/** `ext. 12` and `x12` after a number. */
const EXTENSION = '(?:[ ,]{0,2}(?:x|ext|ext\\.|extension|durchwahl|poste)[ .:]{0,2}[0-9]{1,6})?';

const tenAddresses = Array.from({ length: 10 }, (_, n) => `person${n}@mail.example.org`);

/** A single e-mail address is a contact; a list of them is customer data. */
export const contactDataRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'email-address-list',
    description: 'List of at least ten e-mail addresses',
    group: 'personal-data',
    tags: ['email'],
    patterns: ['[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}\\.[A-Za-z]{2,24}'],
    keywords: ['@'],
    boundary: 'none',
    minimumCount: 10,
    samples: {
      matching: [
        { text: tenAddresses.join(', '), values: tenAddresses },
        {
          text: tenAddresses.map((address) => `<td>${address}</td>`).join('\n'),
          values: tenAddresses,
        },
      ],
      other: [
        tenAddresses.slice(1).join(', '),
        'help@example.org '.repeat(20),
        tenAddresses.join(' ').replaceAll('@', ' at '),
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'us-phone-number',
    description: 'US Phone Number',
    group: 'personal-data',
    tags: ['phone', 'us'],
    patterns: [
      `(?:\\+?1[ .-]?)?\\([2-9][0-9]{2}\\)[ .-]?[2-9][0-9]{2}[ .-]?[0-9]{4}${EXTENSION}`,
      `(?:\\+?1[ .-]?)?[2-9][0-9]{2}[ ./-][2-9][0-9]{2}[ .-][0-9]{4}${EXTENSION}`,
      '\\+1 ?[2-9][0-9]{2}[2-9][0-9]{6}',
      '(?:phone|tel|mobile|cell|fax|whatsapp)[a-z _-]{0,8}["\']{0,2}[ :=]{1,3}["\']{0,2}([2-9][0-9]{2}[2-9][0-9]{6})',
    ],
    ignoreCase: true,
    boundary: 'number',
    context: phone,
    samples: {
      matching: [
        found('Phone: ', '(415) 555-2671'),
        found('"mobile":"', '+1 212 555 0142', '"'),
        found('{"phoneNumber": "', '4155552671', '"}'),
        found('tel: ', '(415) 555-2671 ext. 12', ','),
        found('call ', '1-415-555-2671x7'),
        found('name,phone\n"Ada, L.",', '415.555.2671', '\n'),
      ],
      other: [
        'Phone: 115-555-2671',
        'Order 415-555-2671',
        'tel 415-555-26719',
        'Call us about order 4155552671',
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'us-phone-number-unformatted',
    description: 'US Phone Number without separators, under the name of a phone number',
    group: 'personal-data',
    tags: ['phone', 'us'],
    patterns: ['[2-9][0-9]{2}[2-9][0-9]{6}', '1[2-9][0-9]{2}[2-9][0-9]{6}'],
    boundary: 'number',
    context: under('phone', 'telephone', 'tel', 'mobile', 'cell', 'fax', 'whatsapp'),
    samples: {
      matching: [
        found('"mobilePhone": "', '4155552671', '"'),
        found('<phone>', '14155552671', '</phone>'),
      ],
      other: ['Call us about order 4155552671', 'name;order\nAda;4155552671', 'tel=1155552671'],
    },
  }),
  sensitiveDataRule({
    ref: 'international-phone-number',
    description: 'Phone number with a country code and an area code in brackets',
    group: 'personal-data',
    tags: ['phone'],
    patterns: [
      `\\+[2-9][0-9]{1,2}[ .-]?\\(0?[0-9]{1,4}\\)[ .-]?[0-9]{2,4}[ .-]?[0-9]{2,4}[ .-]?[0-9]{0,4}${EXTENSION}`,
    ],
    ignoreCase: true,
    boundary: 'number',
    context: phone,
    samples: {
      matching: [
        found('Telefon ', '+49 (0)30 1234567', '\n'),
        found('tel: ', '+33 (1) 42 68 5300', ','),
      ],
      other: ['+49 (0)30 1234567', 'tel: +49', 'phone +0123456789'],
    },
  }),
  sensitiveDataRule({
    ref: 'uk-phone-number',
    description: 'UK Phone Number',
    group: 'personal-data',
    tags: ['phone', 'uk'],
    patterns: [
      `(?:\\+44 ?(?:\\(0\\) ?)?|0)7[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{3}${EXTENSION}`,
      `(?:\\+44 ?(?:\\(0\\) ?)?|0)20[ -]?[0-9]{4}[ -]?[0-9]{4}${EXTENSION}`,
      `(?:\\+44 ?(?:\\(0\\) ?)?|0)1[0-9]{2,3}[ -]?[0-9]{3}[ -]?[0-9]{3,4}${EXTENSION}`,
      `\\((?:020|01[0-9]{2,3})\\) ?[0-9]{3,4}[ -]?[0-9]{3,4}${EXTENSION}`,
    ],
    ignoreCase: true,
    boundary: 'number',
    context: phone,
    samples: {
      matching: [
        found('Tel ', '020 7946 0958'),
        found('mobile: ', '+44 7700 900123', ','),
        found('call ', '01632 960961'),
        found('Tel: ', '+44 (0)20 7946 0958 ext 3', ';'),
        found('phone ', '(01632) 960961'),
      ],
      other: ['Ref 020 7946 0958', 'Tel 020 7946 09589', 'mobile 07700 90012'],
    },
  }),
  sensitiveDataRule({
    ref: 'malaysia-phone-number',
    description: 'Malaysian Phone Number',
    group: 'personal-data',
    tags: ['malaysia', 'phone'],
    patterns: ['(?:\\+?60|0)1[0-9][ -]?[0-9]{3,4}[ -]?[0-9]{4}'],
    boundary: 'number',
    context: phone,
    samples: {
      matching: [found('HP: ', '012-345 6789'), found('telefon ', '+60112345 6789')],
      other: ['ref 012-345 6789', 'HP: 022-345 6789', 'HP: 012-345 678'],
    },
  }),
];
