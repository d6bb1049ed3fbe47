import {
  beside,
  found,
  type SensitiveDataRule,
  type SensitiveSample,
  sensitiveDataRule,
} from './sensitive-data-rule.ts';

/** The formats are short and have no check digit, so words for a licence must be near. */
const licence = beside(
  'driver license',
  'driver s license',
  'drivers license',
  'driver licence',
  'driving licence',
  'driving license',
  'license number',
  'license no',
  'dl',
  'dl number',
  'dln',
);

const rule = (
  state: string,
  pattern: string,
  samples: { matching: SensitiveSample[]; other: string[] },
): SensitiveDataRule =>
  sensitiveDataRule({
    ref: `us-driving-licence-${state.toLowerCase().replace(' ', '-')}`,
    description: `${state} Driver's License`,
    group: 'personal-data',
    tags: ['driving-licence', 'us'],
    patterns: [pattern],
    boundary: 'number',
    context: licence,
    samples,
  });

export const usDrivingLicenceRules: readonly SensitiveDataRule[] = [
  rule('California', '[A-Z][0-9]{7}', {
    matching: [found("Driver's license ", 'D1234567'), found('"dl":"', 'Y7654321', '"')],
    other: ['Part D1234567', "Driver's license D12345678", "Driver's license 11234567"],
  }),
  rule('Florida', '[A-Z][0-9]{3}-?[0-9]{3}-?[0-9]{2}-?[0-9]{3}-?[0-9]', {
    matching: [found('DL ', 'S514-172-80-844-0'), found('license number ', 'S514172808440')],
    other: ['ref S514-172-80-844-0', 'DL S514-172-80-844'],
  }),
  rule('Illinois', '[A-Z][0-9]{3}-?[0-9]{4}-?[0-9]{4}', {
    matching: [found('DL ', 'S530-4709-3123'), found('drivers license: ', 'S53047093123')],
    other: ['ref S530-4709-3123', 'DL S530-4709-31234'],
  }),
  rule('New York', '[0-9]{3} ?[0-9]{3} ?[0-9]{3}', {
    matching: [found('DL: ', '123 456 789'), found('driver license no ', '987654321')],
    other: ['total 123 456 789', 'DL 1234567890'],
  }),
  rule('Wisconsin', '[A-Z][0-9]{3}-?[0-9]{4}-?[0-9]{4}-?[0-9]{2}', {
    matching: [found('DL ', 'J525-4209-0465-05'), found('driver license ', 'J5254209046505')],
    other: ['ref J525-4209-0465-05', 'DL J525-4209-0465-0'],
  }),
];
