import { type Static, Type } from 'typebox';
import { ReadOnly } from '../../../http/common-schema.ts';
import { LONGEST_VALUE, type PagePolicy, type PolicyDraft, policyActions } from './policy-model.ts';

/** Clients write the text or the truth; see `enabledAsText`. */
const Enabled = Type.Union([Type.Boolean(), Type.Enum(['true', 'false'])]);

const members = {
  description: Type.String({ maxLength: 500 }),
  action: Type.Enum([...policyActions]),
  expression: Type.String(),
  enabled: Enabled,
  value: Type.String({ maxLength: LONGEST_VALUE }),
};

export const PolicyBody = Type.Object({ id: ReadOnly, ...members });
export const PolicyChangeBody = Type.Object({
  id: ReadOnly,
  ...Type.Partial(Type.Object(members)).properties,
});
export const PolicyResponse = Type.Object({ id: Type.String(), ...members });

export function toPolicyDraft(body: Static<typeof PolicyBody>): PolicyDraft {
  return {
    description: body.description,
    action: body.action as PolicyDraft['action'],
    expression: body.expression,
    value: body.value,
    ...enabledOf(body.enabled),
  };
}

/** Absent members keep their value. */
export function changedDraft(
  policy: PagePolicy,
  body: Static<typeof PolicyChangeBody>,
): PolicyDraft {
  return {
    description: body.description ?? policy.description,
    action: (body.action as PolicyDraft['action'] | undefined) ?? policy.action,
    expression: body.expression ?? policy.expression,
    value: body.value ?? policy.value,
    ...(body.enabled === undefined
      ? { enabled: policy.enabled, enabledAsText: policy.enabledAsText }
      : enabledOf(body.enabled)),
  };
}

function enabledOf(written: Static<typeof Enabled>) {
  return { enabled: String(written) === 'true', enabledAsText: typeof written === 'string' };
}

export function policyResponse(policy: PagePolicy) {
  return {
    id: policy.id,
    description: policy.description,
    action: policy.action,
    expression: policy.expression,
    enabled: policy.enabledAsText ? String(policy.enabled) : policy.enabled,
    value: policy.value,
  };
}
