import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Field, FormValues } from '../../parts/form/field.ts';
import { Form } from '../../parts/form/form.tsx';
import { itemKinds } from './items.ts';

const POST = 'POST /accounts/{account_id}/rules/lists';

const fields: readonly Field[] = [
  {
    name: 'name',
    label: 'Name',
    kind: 'text',
    isRequired: true,
    placeholder: 'office',
    help: 'Lower-case letters, digits and underscores. Rules use it as $office. It cannot be changed.',
  },
  {
    name: 'kind',
    label: 'Kind',
    kind: 'select',
    options: Object.entries(itemKinds).map(([value, { label }]) => ({ value, label })),
  },
  { name: 'description', label: 'Description', kind: 'text' },
];

interface NewListProps {
  readonly accountId: string;
  readonly onDone: (listId: string) => void;
}

export function NewList({ accountId, onDone }: NewListProps) {
  const params = { account_id: accountId };
  const bodyOf = (values: FormValues) => {
    const description = String(values['description']).trim();
    return {
      name: String(values['name']).trim(),
      kind: String(values['kind']) as 'ip',
      ...(description !== '' && { description }),
    };
  };
  return (
    <Form
      fields={fields}
      initial={{ name: '', kind: 'ip', description: '' }}
      operation={POST}
      params={params}
      toBody={bodyOf}
      submit={(values) => callApi(POST, { params, body: bodyOf(values) })}
      submitLabel="Add the list"
      failure="The list was not added"
      onDone={({ result }) => {
        void queryClient.invalidateQueries();
        onDone(result.id);
      }}
    />
  );
}
