import { found, near, type SensitiveDataRule, sensitiveDataRule } from './sensitive-data-rule.ts';

export const northernEuropeIdentityRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'finland-personal-identity-code',
    description: 'Finnish personal identity code',
    group: 'personal-data',
    tags: ['finland', 'national-id'],
    patterns: ['[0-3][0-9][01][0-9]{3}[-+A-FU-Y][0-9]{3}[0-9A-FHJ-NPR-Y]'],
    validator: 'finnish-hetu',
    samples: {
      matching: [found('hetu ', '131052-308T'), found('"', '010203A1230', '"')],
      other: ['131052-308U', '331052-308T', '131052-308'],
    },
  }),
  sensitiveDataRule({
    ref: 'norway-national-identity-number',
    description: 'Norwegian national identity number',
    group: 'personal-data',
    tags: ['national-id', 'norway'],
    patterns: ['[0-7][0-9][0-9]{4} ?[0-9]{5}'],
    boundary: 'number',
    validator: 'norwegian-national-id',
    context: near('fødselsnummer', 'fodselsnummer', 'fnr', 'personnummer', 'd nummer'),
    samples: {
      matching: [found('fødselsnummer ', '150785 02360'), found('"fnr":"', '29029600870', '"')],
      other: ['fødselsnummer 15078502361', 'ordre 15078502360', 'fnr 150785023600'],
    },
  }),
  sensitiveDataRule({
    ref: 'poland-pesel',
    description: 'Polish identity number (PESEL)',
    group: 'personal-data',
    tags: ['national-id', 'poland'],
    patterns: ['[0-9]{11}'],
    boundary: 'number',
    validator: 'polish-pesel',
    context: near('pesel', 'numer pesel', 'nr pesel'),
    samples: {
      matching: [found('PESEL: ', '44051401359'), found('"pesel":"', '02290412347', '"')],
      other: ['PESEL: 44051401358', 'Nr 44051401359', 'PESEL: 44131401359'],
    },
  }),
  sensitiveDataRule({
    ref: 'sweden-personal-identity-number',
    description: 'Swedish personal identity number',
    group: 'personal-data',
    tags: ['national-id', 'sweden'],
    patterns: ['(?:19|20)?[0-9]{2}[01][0-9][0-9]{2}[-+][0-9]{4}', '(?:19|20)[0-9]{10}'],
    boundary: 'number',
    validator: 'swedish-personnummer',
    context: near('personnummer', 'personnr', 'pnr', 'samordningsnummer', 'personal identity'),
    samples: {
      matching: [found('personnummer ', '811218-9876'), found('pnr: ', '19900512-2388', '.')],
      other: ['personnummer 811218-9875', 'order 811218-9876', 'pnr 811318-9876'],
    },
  }),
];
