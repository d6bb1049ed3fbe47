import type { Field } from '../../../parts/form/field.ts';
import { type ActionForm, member, type Parameters } from './action-form.ts';

const phases = [
  ['http_ratelimit', 'Rate limits'],
  ['http_request_firewall_managed', 'Managed rules'],
] as const;

/** Which rules do not run for matching requests. Other parameters of a stored rule stay. */
export const skipForm: ActionForm = {
  fields: () => [
    {
      name: 'skip_current',
      label: 'Skip all custom rules below this one',
      kind: 'switch',
      pointer: '/action_parameters/ruleset',
    },
    ...phases.map(
      ([phase, label]): Field => ({
        name: `skip_${phase}`,
        label: `Skip: ${label}`,
        kind: 'switch',
        pointer: '/action_parameters/phases',
      }),
    ),
  ],
  read: (parameters) => ({
    skip_current: member(parameters, 'ruleset') === 'current',
    ...Object.fromEntries(
      phases.map(([phase]) => [`skip_${phase}`, skipped(parameters).includes(phase)]),
    ),
    skip_rest: JSON.stringify(parameters),
  }),
  write: (values) => {
    const stored = JSON.parse(String(values['skip_rest'] ?? '{}')) as Parameters;
    const { ruleset: _, phases: __, ...rest } = stored;
    const known = phases.map(([phase]) => phase as string);
    const wanted = [
      ...skipped(stored).filter((phase) => !known.includes(phase)),
      ...known.filter((phase) => values[`skip_${phase}`] === true),
    ];
    return {
      ...rest,
      ...(values['skip_current'] === true && { ruleset: 'current' }),
      ...(wanted.length > 0 && { phases: wanted }),
    };
  },
};

function skipped(parameters: Parameters): readonly string[] {
  return (member(parameters, 'phases') ?? []) as readonly string[];
}
