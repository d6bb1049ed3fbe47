import { found, near, type SensitiveDataRule, sensitiveDataRule } from './sensitive-data-rule.ts';

export const americasIdentityRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'argentina-cuit',
    description: 'Argentine tax number (CUIT/CUIL)',
    group: 'personal-data',
    tags: ['argentina', 'tax-id'],
    patterns: ['(?:20|2[3-7]|3[0347])-[0-9]{8}-[0-9]'],
    boundary: 'number',
    validator: 'argentine-cuit',
    samples: {
      matching: [found('CUIL ', '20-12345678-6'), found('', '27-28033514-8', '.')],
      other: ['20-12345678-5', '21-12345678-6', '20-1234567-6'],
    },
  }),
  sensitiveDataRule({
    ref: 'brazil-cnpj',
    description: 'Brazilian company number (CNPJ)',
    group: 'personal-data',
    tags: ['brazil', 'tax-id'],
    patterns: ['[0-9]{2}\\.[0-9]{3}\\.[0-9]{3}/[0-9]{4}-[0-9]{2}', '[0-9]{14}'],
    boundary: 'number',
    validator: 'brazilian-cnpj',
    context: near('cnpj', 'empresa', 'cadastro', 'pessoa jurídica'),
    samples: {
      matching: [found('CNPJ ', '11.222.333/0001-81'), found('"cnpj":"', '04252100123403', '"')],
      other: ['CNPJ 11.222.333/0001-82', 'lote 04252100123403', 'CNPJ 11111111111111'],
    },
  }),
  sensitiveDataRule({
    ref: 'brazil-cpf',
    description: 'Brazilian taxpayer number (CPF)',
    group: 'personal-data',
    tags: ['brazil', 'tax-id'],
    patterns: ['[0-9]{3}\\.[0-9]{3}\\.[0-9]{3}-[0-9]{2}'],
    boundary: 'number',
    validator: 'brazilian-cpf',
    samples: {
      matching: [found('CPF: ', '529.982.247-25'), found('<td>', '111.444.777-35', '</td>')],
      other: ['529.982.247-24', '111.111.111-11', '529.982.247-255'],
    },
  }),
  sensitiveDataRule({
    ref: 'canada-social-insurance-number',
    description: 'Canadian social insurance number',
    group: 'personal-data',
    tags: ['canada', 'national-id'],
    patterns: ['[1-79][0-9]{2}[ -]?[0-9]{3}[ -]?[0-9]{3}'],
    boundary: 'number',
    validator: 'luhn',
    context: near('sin', 'sin no', 'social insurance', 'nas', 'assurance sociale'),
    samples: {
      matching: [found('SIN: ', '130 692 544'), found('social insurance no ', '130692544')],
      other: ['SIN: 130 692 545', 'Total 130 692 544', 'SIN: 046 454 286', 'using 130692544'],
    },
  }),
  sensitiveDataRule({
    ref: 'chile-rut',
    description: 'Chilean tax and identity number (RUT)',
    group: 'personal-data',
    tags: ['chile', 'national-id'],
    patterns: ['[0-9]{1,2}\\.[0-9]{3}\\.[0-9]{3}-[0-9Kk]', '[0-9]{7,8}-[0-9Kk]'],
    boundary: 'number',
    validator: 'chilean-rut',
    context: near('rut', 'run', 'cédula', 'rol único'),
    samples: {
      matching: [found('RUT ', '12.345.678-5'), found('"rut":"', '7654321-6', '"')],
      other: ['RUT 12.345.678-4', 'part 7654321-6', 'rut 7654321-61'],
    },
  }),
  sensitiveDataRule({
    ref: 'mexico-curp',
    description: 'Mexican population register code (CURP)',
    group: 'personal-data',
    tags: ['mexico', 'national-id'],
    patterns: ['[A-Z]{4}[0-9]{2}[01][0-9][0-3][0-9][HMX][A-Z]{5}[0-9A-Z][0-9]'],
    validator: 'mexican-curp',
    samples: {
      matching: [found('CURP ', 'HEGG560427MVZRRL04'), found('', 'GOMC900215HDFNRR04', ';')],
      other: ['HEGG560427MVZRRL05', 'HEGG561327MVZRRL04', 'HEGG560427AVZRRL04'],
    },
  }),
];
