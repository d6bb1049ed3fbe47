import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Button } from '../../parts/controls/button.tsx';
import type { Field, FormValues } from '../../parts/form/field.ts';
import { Form } from '../../parts/form/form.tsx';
import { type AccountList, itemKinds, readItems } from './items.ts';
import { OperationProgress } from './operation-progress.tsx';

const POST = 'POST /accounts/{account_id}/rules/lists/{list_id}/items';

interface AddItemsProps {
  readonly accountId: string;
  readonly list: AccountList;
  readonly onClose: () => void;
}

/** Many items at once, one per line. */
export function AddItems({ accountId, list, onClose }: AddItemsProps) {
  const [operation, setOperation] = useState<string>();
  if (operation !== undefined) {
    return (
      <div className="list-operation">
        <OperationProgress accountId={accountId} id={operation} />
        <Button onClick={onClose}>Done</Button>
      </div>
    );
  }
  const params = { account_id: accountId, list_id: list.id };
  const bodyOf = (values: FormValues) => readItems(list.kind, String(values['items']));
  return (
    <Form
      fields={[itemsField(list)]}
      initial={{ items: '' }}
      operation={POST}
      params={params}
      toBody={bodyOf}
      submit={(values) => callApi(POST, { params, body: bodyOf(values) })}
      submitLabel="Add the items"
      failure="No item was added"
      onDone={({ result }) => setOperation(result.operation_id)}
    />
  );
}

function itemsField({ kind }: AccountList): Field {
  return {
    name: 'items',
    label: 'Items',
    kind: 'lines',
    isRequired: true,
    placeholder: itemKinds[kind]?.example ?? '',
    help: 'One per line. A comment may follow after " # ". Items that exist already are updated.',
    // The body is the list of items itself, so every pointer is below it.
    pointer: '',
  };
}
