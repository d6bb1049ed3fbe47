import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { useAccountId } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Button } from '../../parts/controls/button.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import type { Column } from '../../parts/table/column.ts';
import { Table } from '../../parts/table/table.tsx';
import { type AccountList, itemKinds } from './items.ts';
import { ListView } from './list-view.tsx';
import { NewList } from './new-list.tsx';
import './lists.css';

const NEW = 'new';

/** Lists of the account. The one in the tab of the address is shown with its items. */
export function Lists() {
  const accountId = useAccountId();
  const [search] = usePageSearch();
  const params = { account_id: accountId };
  const query = useQuery(apiQuery('GET /accounts/{account_id}/rules/lists', { params }));
  return (
    <div className="page">
      <QueryState
        query={query}
        what="The lists could not be read"
        skeleton={<Skeleton lines={6} height={20} />}
      >
        {({ result }) => {
          const open = result.find(({ id }) => id === search.tab);
          return open ? (
            <ListView key={open.id} accountId={accountId} list={open} />
          ) : (
            <AllLists accountId={accountId} lists={result} />
          );
        }}
      </QueryState>
    </div>
  );
}

function AllLists({ accountId, lists }: { accountId: string; lists: readonly AccountList[] }) {
  const [search, change] = usePageSearch();
  const add = () => change({ panel: NEW });
  const open = (id: string) =>
    change({ tab: id, panel: undefined, sort: undefined, filter: undefined });
  const params = { account_id: accountId };
  return (
    <>
      <div className="page-header">
        <h1>Lists</h1>
        <div className="page-actions">
          <CopyAs call={{ operation: 'GET /accounts/{account_id}/rules/lists', params }} />
          {lists.length > 0 && (
            <Button kind="primary" icon="plus" onClick={add}>
              Add a list
            </Button>
          )}
        </div>
      </div>
      <Table
        name="lists"
        label="Lists"
        columns={columns(open)}
        rows={lists}
        rowId={({ id }) => id}
        empty={<NoLists onAdd={add} />}
      />
      {search.panel === NEW && (
        <SidePanel title="Add a list" onClose={() => change({ panel: undefined })}>
          <NewList accountId={accountId} onDone={open} />
        </SidePanel>
      )}
    </>
  );
}

function columns(onOpen: (id: string) => void): readonly Column<AccountList>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      value: ({ name }) => name,
      show: ({ id, name }) => (
        <button type="button" className="row-button list-name" onClick={() => onOpen(id)}>
          ${name}
        </button>
      ),
    },
    {
      id: 'items',
      title: 'Items',
      value: ({ num_items: items }) => items,
      isNumber: true,
    },
    {
      id: 'kind',
      title: 'Kind',
      value: ({ kind }) => itemKinds[kind]?.label ?? kind,
      isFilterable: true,
    },
    {
      id: 'uses',
      title: 'Used by rules',
      value: ({ num_referencing_filters: uses }) => uses,
      isNumber: true,
    },
    { id: 'description', title: 'Description', value: ({ description }) => description },
  ];
}

function NoLists({ onAdd }: { onAdd: () => void }) {
  return (
    <Empty
      icon="list"
      title="Add the first list"
      action={
        <Button kind="primary" icon="plus" onClick={onAdd}>
          Add a list
        </Button>
      }
      guide={{ href: '/docs#lists-create', label: 'How the API does it' }}
    >
      A list holds addresses, networks, host names or redirects. Rules of all zones of the account
      refer to it by name, such as ip.src in $office.
    </Empty>
  );
}
