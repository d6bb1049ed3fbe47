import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../parts/controls/button.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { Failure } from '../../parts/states/failure.tsx';
import type { AccountList } from './items.ts';

const DELETE = 'DELETE /accounts/{account_id}/rules/lists/{list_id}';

interface DeleteListProps {
  readonly accountId: string;
  readonly list: AccountList;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function DeleteList({ accountId, list, onClose, onDeleted }: DeleteListProps) {
  const params = { account_id: accountId, list_id: list.id };
  const deleting = useMutation({
    mutationFn: () => callApi(DELETE, { params }),
    onSuccess: () => {
      onDeleted();
      void queryClient.invalidateQueries();
    },
  });
  const uses = list.num_referencing_filters;
  return (
    <div className="list-operation">
      <p>
        The list ${list.name} and its {list.num_items} items will be deleted.{' '}
        {uses > 0 && `Rules use it in ${uses} places; remove it from them first.`}
      </p>
      {deleting.error && <Failure error={deleting.error} what="The list was not deleted" />}
      <div className="form-end">
        <Button kind="danger" disabled={deleting.isPending} onClick={() => deleting.mutate()}>
          Delete ${list.name}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <CopyAs call={{ operation: DELETE, params }} />
      </div>
    </div>
  );
}
