import { ReadOnly } from '../../../http/common-schema.ts';
import { Type } from '../../../kernel/schema.ts';
import { LONGEST_VALUE, type PagePolicy, policyActions } from './policy-model.ts';

const members = {
  description: Type.String({ maxLength: 500, examples: ['All pages'] }),
  action: Type.Enum([...policyActions]),
  expression: Type.String({ examples: ['true'] }),
  enabled: Type.Union([Type.Boolean(), Type.Enum(['true', 'false'])]),
  value: Type.String({ maxLength: LONGEST_VALUE, examples: ["script-src 'self'"] }),
};

export const PolicyBody = Type.Object({ id: ReadOnly, ...members });
export const PolicyResponse = Type.Object({ id: Type.String(), ...members });

export function policyResponse({ id, document }: PagePolicy) {
  return { id, ...document };
}
