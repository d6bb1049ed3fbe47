import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pagedQuery } from '../../api/paged-query.ts';
import { useAccountId } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import { NewToken } from './new-token.tsx';
import { Secret } from './secret.tsx';
import type { Token, TokenOwner } from './token.ts';
import { TokenDetails } from './token-details.tsx';
import { TokenTable } from './token-table.tsx';
import './tokens.css';

/** The panel for a token that does not exist yet. */
const NEW = 'new';

const tabs = [
  { id: 'account', label: 'Of the account' },
  { id: 'user', label: 'Yours' },
] as const;

export function Tokens() {
  const accountId = useAccountId();
  const [search, change] = usePageSearch();
  const [secret, setSecret] = useState<{ name: string; value: string }>();
  const owner: TokenOwner = search.tab === 'user' ? 'user' : 'account';
  const params = { account_id: accountId };
  const ofAccount = useInfiniteQuery({
    ...pagedQuery('GET /accounts/{account_id}/tokens', { params, query: { per_page: 50 } }),
    enabled: owner === 'account',
  });
  const ofUser = useInfiniteQuery({
    ...pagedQuery('GET /user/tokens', { query: { per_page: 50 } }),
    enabled: owner === 'user',
  });
  const list = owner === 'account' ? ofAccount : ofUser;
  const rows: readonly Token[] = list.data?.pages.flatMap(({ result }) => result) ?? [];
  const open = rows.find(({ id }) => id === search.panel);
  const add = () => change({ panel: NEW, tab: undefined });
  const close = () => {
    setSecret(undefined);
    change({ panel: undefined });
  };
  return (
    <div className="page">
      <div className="page-header">
        <h1>Tokens</h1>
        <div className="page-actions">
          <CopyAs
            call={
              owner === 'account'
                ? { operation: 'GET /accounts/{account_id}/tokens', params }
                : { operation: 'GET /user/tokens', params: {} }
            }
          />
          <Button kind="primary" icon="plus" onClick={add}>
            Create a token
          </Button>
        </div>
      </div>
      <Tabs
        label="Whose tokens"
        tabs={tabs}
        open={owner}
        onOpen={(tab) => change({ tab: tab === 'user' ? tab : undefined, panel: undefined })}
      >
        <TokenTable list={list} rows={rows} owner={owner} onAdd={add} />
      </Tabs>
      {secret && (
        <SidePanel title={secret.name} onClose={close}>
          <Secret {...secret} owner={owner} accountId={accountId} onDone={close} />
        </SidePanel>
      )}
      {!secret && search.panel === NEW && (
        <SidePanel title="Create a token" onClose={close}>
          <NewToken
            accountId={accountId}
            onDone={({ id, name, value = '' }) => {
              setSecret({ name, value });
              change({ panel: id }, { replace: true });
            }}
          />
        </SidePanel>
      )}
      {!secret && open && (
        <SidePanel key={open.id} title={open.name} onClose={close}>
          <TokenDetails
            token={open}
            owner={owner}
            accountId={accountId}
            onSecret={(value) => setSecret({ name: open.name, value })}
            onClose={close}
          />
        </SidePanel>
      )}
    </div>
  );
}
