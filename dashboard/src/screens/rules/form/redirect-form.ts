import { type ActionForm, member, memberText, type Parameters } from './action-form.ts';
import { readValue, valueFields, writeValue } from './value-field.ts';

/** As the API has it. */
const DEFAULT_STATUS = '301';

const statuses = [
  ['301', '301, moved permanently'],
  ['302', '302, found'],
  ['303', '303, see other'],
  ['307', '307, temporary, same method'],
  ['308', '308, permanent, same method'],
] as const;

/** `https://example.com/`, `concat(…)`, `302 to /new` or `$list`, as tables show where a rule redirects to. */
export function redirectText(rule: { readonly action_parameters?: Parameters }): string {
  const { action_parameters: parameters } = rule;
  const list = memberText(parameters, 'from_list', 'name');
  if (list) return `$${list}`;
  const target = member(parameters, 'from_value', 'target_url');
  const url = memberText(target, 'value') || memberText(target, 'expression');
  const status = memberText(parameters, 'from_value', 'status_code');
  return status === '' || status === DEFAULT_STATUS ? url : `${status} to ${url}`;
}

export const redirectForm: ActionForm = {
  fields: (values, scope) => [
    ...valueFields(values, {
      name: 'target',
      label: 'Target URL',
      scope,
      pointer: '/action_parameters/from_value/target_url',
      placeholder: 'https://example.com/',
    }),
    {
      name: 'redirect_status',
      label: 'Status',
      kind: 'select',
      options: statuses.map(([value, label]) => ({ value, label })),
      pointer: '/action_parameters/from_value/status_code',
    },
    {
      name: 'preserve_query',
      label: 'Keep the query of the request',
      kind: 'switch',
      pointer: '/action_parameters/from_value/preserve_query_string',
    },
  ],
  read: (parameters) => ({
    ...readValue('target', member(parameters, 'from_value', 'target_url'), 'value'),
    redirect_status: memberText(parameters, 'from_value', 'status_code') || DEFAULT_STATUS,
    preserve_query: member(parameters, 'from_value', 'preserve_query_string') === true,
  }),
  write: (values) => ({
    from_value: {
      target_url: writeValue('target', values),
      status_code: Number(values['redirect_status']),
      preserve_query_string: values['preserve_query'] === true,
    },
  }),
};
