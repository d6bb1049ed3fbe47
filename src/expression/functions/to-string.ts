import type { FunctionDefinition } from '../function-definition.ts';
import { type IpValue, printIp } from '../ip-value.ts';
import { STRING } from '../value-type.ts';
import { TRANSFORM_PHASES } from './function-phases.ts';

/** `to_string(ip.src)` */
export const toStringFunction: FunctionDefinition = {
  name: 'to_string',
  description: 'The canonical text of an integer, a boolean or an address.',
  parameters: [{ name: 'value', types: ['Int', 'Bool', 'IP'], kind: 'field' }],
  result: () => STRING,
  phases: TRANSFORM_PHASES,
  prepare: () => (value: number | boolean | IpValue) =>
    typeof value === 'object' ? printIp(value) : String(value),
};
