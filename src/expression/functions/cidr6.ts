import type { FunctionDefinition } from '../function-definition.ts';
import { type IpValue, maskIp } from '../ip-value.ts';
import { IP } from '../value-type.ts';
import { bitsProblem } from './cidr.ts';
import { CUSTOM_AND_RATE_LIMIT_PHASES } from './function-phases.ts';

/** `cidr6(ip.src, 48) eq 2001:db8::` */
export const cidr6: FunctionDefinition = {
  name: 'cidr6',
  description: 'The network address of an IPv6 address; an IPv4 address is returned unchanged.',
  parameters: [
    { name: 'ip', types: ['IP'], kind: 'field' },
    { name: 'v6bits', types: ['Int'], kind: 'literal' },
  ],
  result: () => IP,
  phases: CUSTOM_AND_RATE_LIMIT_PHASES,
  complain: (args, index) => (index === 1 ? bitsProblem(args[1], 128) : undefined),
  prepare: () => (ip: IpValue, v6bits: number) => (ip.family === 4 ? ip : maskIp(ip, v6bits)),
};
