import {
  beside,
  found,
  near,
  type SensitiveDataRule,
  sensitiveDataRule,
} from './sensitive-data-rule.ts';

export const ukIdentityRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'uk-national-insurance-number',
    id: '508bb1d52bc24cf8817845b7c78cf1e1',
    description: 'UK National Insurance Number',
    group: 'personal-data',
    tags: ['national-id', 'uk'],
    patterns: ['[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]'],
    validator: 'uk-nino',
    samples: {
      matching: [found('NI: ', 'AB 12 34 56 C'), found('"', 'JG103759A', '"')],
      other: ['QQ 12 34 56 C', 'GB 12 34 56 C', 'AB 12 34 56 E', 'AB123456'],
    },
  }),
  sensitiveDataRule({
    ref: 'uk-passport',
    id: '2879e87f35c3497da70cef080f8f2657',
    description: 'UK Passport',
    group: 'personal-data',
    tags: ['passport', 'uk'],
    patterns: ['[0-9]{9}'],
    boundary: 'number',
    context: beside('passport', 'passport no', 'passports', 'hmpo'),
    samples: {
      matching: [found('Passport number ', '925076473'), found('passport_no=', '107185703', '&')],
      other: ['Invoice 925076473', 'Passport number 9250764730', 'Sport 925076473'],
    },
  }),
  sensitiveDataRule({
    ref: 'uk-driving-licence',
    description: "UK Driver's License",
    group: 'personal-data',
    tags: ['driving-licence', 'uk'],
    patterns: ['[A-Z9]{5} ?[0-9]{6} ?[A-Z9]{2}[0-9][A-Z]{2}'],
    validator: 'uk-driving-licence',
    samples: {
      matching: [found('DVLA ', 'MORGA657054SM9IJ'), found('', 'LEE99 805225 A99XY', ';')],
      other: ['MORGA677054SM9IJ', 'MORGA657324SM9IJ', '9ORGA657054SM9IJ'],
    },
  }),
  sensitiveDataRule({
    ref: 'uk-nhs-number',
    description: 'UK NHS number',
    group: 'personal-data',
    tags: ['health', 'uk'],
    patterns: ['[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{4}'],
    boundary: 'number',
    validator: 'nhs-number',
    context: near('nhs', 'nhs number', 'nhs no', 'patient', 'national health'),
    samples: {
      matching: [found('NHS number ', '943 476 5919'), found('"nhsNumber":"', '4010232137', '"')],
      other: ['NHS number 943 476 5918', 'call 943 476 5919', 'NHS 111 111 1111'],
    },
  }),
];
