import { ApiError } from '../../api/api-error.ts';
import type { Field } from '../../parts/form/field.ts';
import { Form } from '../../parts/form/form.tsx';

const fields: readonly Field<'name' | 'weight' | 'plan' | 'hosts' | 'paused'>[] = [
  {
    name: 'name',
    label: 'Name',
    kind: 'text',
    isRequired: true,
    help: 'A domain, such as example.com.',
  },
  { name: 'weight', label: 'Weight', kind: 'number', placeholder: '1' },
  {
    name: 'plan',
    label: 'Plan',
    kind: 'select',
    options: [
      { value: 'free', label: 'Free' },
      { value: 'pro', label: 'Pro' },
    ],
  },
  { name: 'hosts', label: 'Hosts', kind: 'lines', help: 'One on each line.' },
  { name: 'paused', label: 'Paused', kind: 'switch', help: 'No rule acts while it is paused.' },
];

/** Sending always fails: with one error at a field, and one of the whole. */
export function FormSamples() {
  return (
    <Form
      fields={fields}
      initial={{ name: '', weight: '', plan: 'free', hosts: '', paused: false }}
      operation="POST /zones"
      toBody={({ name, plan, paused }) => ({ name, plan, paused })}
      submit={async () => {
        throw new ApiError({
          status: 400,
          requestId: '0123456789abcdef0123456789abcdef',
          errors: [
            { code: 1001, message: 'This is not a domain.', source: { pointer: '/name' } },
            { code: 1002, message: 'The account has too many zones.' },
          ],
        });
      }}
      submitLabel="Add"
      failure="The zone was not added"
      onDone={() => undefined}
    />
  );
}
