import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Field } from '../../parts/form/field.ts';
import { Form } from '../../parts/form/form.tsx';

const fields: readonly Field<'name'>[] = [
  {
    name: 'name',
    label: 'Name',
    help: 'The domain: example.com. The zone also serves every name below it.',
    kind: 'text',
    isRequired: true,
  },
];

interface NewZoneProps {
  readonly accountId: string;
  readonly onDone: (zoneId: string) => void;
}

export function NewZone({ accountId, onDone }: NewZoneProps) {
  const bodyOf = ({ name }: { readonly name: string | boolean }) => ({
    name: String(name).trim(),
    account: { id: accountId },
  });
  return (
    <Form
      fields={fields}
      initial={{ name: '' }}
      operation="POST /zones"
      toBody={bodyOf}
      submit={(values) => callApi('POST /zones', { body: bodyOf(values) })}
      submitLabel="Add the zone"
      failure="The zone was not added"
      onDone={({ result }) => {
        void queryClient.invalidateQueries();
        onDone(result.id);
      }}
    />
  );
}
