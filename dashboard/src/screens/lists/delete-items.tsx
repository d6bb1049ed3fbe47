import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Button } from '../../parts/controls/button.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { Difference } from '../../parts/save/save-review.tsx';
import { Failure } from '../../parts/states/failure.tsx';
import { type AccountList, itemText, type ListItem } from './items.ts';
import { OperationProgress } from './operation-progress.tsx';

const DELETE = 'DELETE /accounts/{account_id}/rules/lists/{list_id}/items';

interface DeleteItemsProps {
  readonly accountId: string;
  readonly list: AccountList;
  readonly items: readonly ListItem[];
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** The items that go, then the progress of the operation. */
export function DeleteItems({ accountId, list, items, onDeleted, onClose }: DeleteItemsProps) {
  const [chosen] = useState(items);
  const params = { account_id: accountId, list_id: list.id };
  const body = { items: chosen.map(({ id }) => ({ id })) };
  const deleting = useMutation({
    mutationFn: () => callApi(DELETE, { params, body }),
    onSuccess: onDeleted,
  });
  return (
    <div className="list-operation">
      <Difference
        lines={chosen.map((item) => ({ kind: 'removed' as const, text: itemText(item) }))}
      />
      {deleting.error && <Failure error={deleting.error} what="No item was deleted" />}
      {deleting.data && (
        <OperationProgress accountId={accountId} id={deleting.data.result.operation_id} />
      )}
      <div className="form-end">
        {!deleting.data && (
          <Button
            kind="danger"
            disabled={deleting.isPending || chosen.length === 0}
            onClick={() => deleting.mutate()}
          >
            Delete
          </Button>
        )}
        <Button onClick={onClose}>{deleting.data ? 'Done' : 'Cancel'}</Button>
        <CopyAs call={{ operation: DELETE, params, body }} />
      </div>
    </div>
  );
}
