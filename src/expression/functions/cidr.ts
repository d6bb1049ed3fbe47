import type { CheckedArgument, FunctionDefinition } from '../function-definition.ts';
import { type IpValue, maskIp } from '../ip-value.ts';
import { IP } from '../value-type.ts';
import { CUSTOM_AND_RATE_LIMIT_PHASES } from './function-phases.ts';

/** `cidr(ip.src, 24, 48) eq 203.0.113.0` */
export const cidr: FunctionDefinition = {
  name: 'cidr',
  description: 'The network address, with one prefix length for IPv4 and one for IPv6 addresses.',
  parameters: [
    { name: 'ip', types: ['IP'], kind: 'field' },
    { name: 'v4bits', types: ['Int'], kind: 'literal' },
    { name: 'v6bits', types: ['Int'], kind: 'literal' },
  ],
  result: () => IP,
  phases: CUSTOM_AND_RATE_LIMIT_PHASES,
  complain: (args, index) =>
    index === 0 ? undefined : bitsProblem(args[index], index === 1 ? 32 : 128),
  prepare: () => (ip: IpValue, v4bits: number, v6bits: number) =>
    maskIp(ip, ip.family === 4 ? v4bits : v6bits),
};

/** The problem of a number of bits outside 1 to `max`. */
export function bitsProblem(
  argument: CheckedArgument | undefined,
  max: number,
): string | undefined {
  const bits = Number(argument?.literal);
  return bits >= 1 && bits <= max ? undefined : `expected 1 to ${max}`;
}
