import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { InputOf } from '../../api/client.ts';
import { pagedQuery, readAllPages } from '../../api/paged-query.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { useSearchText } from '../../parts/address/use-search-text.ts';
import { Button } from '../../parts/controls/button.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import { Failure } from '../../parts/states/failure.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import { SearchField } from '../../parts/table/search-field.tsx';
import { AddItems } from './add-items.tsx';
import { DeleteItems } from './delete-items.tsx';
import { DeleteList } from './delete-list.tsx';
import { type AccountList, itemKinds, type ListItem } from './items.ts';
import { ItemsTable } from './items-table.tsx';

const GET = 'GET /accounts/{account_id}/rules/lists/{list_id}/items';
const PER_PAGE = 100;
const titles: Readonly<Record<string, string>> = {
  add: 'Add items',
  'delete-items': 'Delete items',
  'delete-list': 'Delete the list',
};

/** One list with its items: search, bulk entry, bulk deletion. */
export function ListView({ accountId, list }: { accountId: string; list: AccountList }) {
  const [search, change] = usePageSearch();
  const [text, setText] = useSearchText();
  const [selected, setSelected] = useState<ReadonlyMap<string, ListItem>>(new Map());
  const wanted = useDeferredValue(text.trim());
  const params = { account_id: accountId, list_id: list.id };
  const input: InputOf<typeof GET> = {
    params,
    query: { per_page: PER_PAGE, ...(wanted !== '' && { search: wanted }) },
  };
  const items = useInfiniteQuery(pagedQuery(GET, input));
  const rows = useMemo(() => items.data?.pages.flatMap(({ result }) => result) ?? [], [items.data]);
  const close = () => change({ panel: undefined });
  const leave = () => change({ tab: undefined, panel: undefined, search: undefined });
  const select = (item: ListItem) => {
    const others = new Map(selected);
    if (!others.delete(item.id)) others.set(item.id, item);
    setSelected(others);
  };
  return (
    <>
      <div className="page-header">
        <div>
          <h1>${list.name}</h1>
          <p className="secondary">
            {[itemKinds[list.kind]?.label, list.description].filter(Boolean).join('. ')}
          </p>
        </div>
        <div className="page-actions">
          <Button onClick={leave}>All lists</Button>
          <CopyAs call={{ operation: GET, params }} />
          <Button kind="danger" onClick={() => change({ panel: 'delete-list' })}>
            Delete the list
          </Button>
          <Button kind="primary" icon="plus" onClick={() => change({ panel: 'add' })}>
            Add items
          </Button>
        </div>
      </div>
      <div className="list-tools">
        <SearchField label="Search the items" text={text} onText={setText} />
        {selected.size > 0 && (
          <Button kind="danger" onClick={() => change({ panel: 'delete-items' })}>
            Delete {selected.size} {selected.size === 1 ? 'item' : 'items'}
          </Button>
        )}
      </div>
      {items.error && !items.data && (
        <Failure
          error={items.error}
          what="The items could not be read"
          onRetry={() => void items.refetch()}
        />
      )}
      {items.isPending && <Skeleton lines={8} height={20} />}
      {items.data && (
        <ItemsTable
          rows={rows}
          selected={selected}
          onSelect={select}
          isSearch={wanted !== ''}
          paging={{
            total: wanted === '' ? list.num_items : undefined,
            hasMore: items.hasNextPage,
            isReading: items.isFetchingNextPage,
            readMore: () => void items.fetchNextPage(),
            readAll: async () => (await readAllPages(GET, input)).flatMap(({ result }) => result),
          }}
        />
      )}
      {search.panel && titles[search.panel] && (
        <SidePanel title={titles[search.panel]} onClose={close}>
          {search.panel === 'add' && <AddItems accountId={accountId} list={list} onClose={close} />}
          {search.panel === 'delete-items' && (
            <DeleteItems
              accountId={accountId}
              list={list}
              items={[...selected.values()]}
              onDeleted={() => setSelected(new Map())}
              onClose={close}
            />
          )}
          {search.panel === 'delete-list' && (
            <DeleteList accountId={accountId} list={list} onClose={close} onDeleted={leave} />
          )}
        </SidePanel>
      )}
    </>
  );
}
