import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { useScope } from '../../parts/address/scope.ts';
import { Dropdown } from '../../parts/controls/dropdown.tsx';
import { PickList } from '../../parts/controls/pick-list.tsx';

/** The accounts of the first page. More are found by name. */
const PAGE = 50;

export function AccountSwitcher() {
  const { accountId } = useScope();
  const accounts = useQuery(apiQuery('GET /accounts', { query: { per_page: PAGE } }));
  const list = accounts.data?.result ?? [];
  const current = list.find(({ id }) => id === accountId);
  return (
    <Dropdown name="Account" icon="user" shows={current?.name ?? 'Account'}>
      {(close) => <AccountList current={accountId} list={list} onPicked={close} />}
    </Dropdown>
  );
}

interface AccountListProps {
  readonly current: string | undefined;
  readonly list: readonly { readonly id: string; readonly name: string }[];
  readonly onPicked: () => void;
}

function AccountList({ current, list, onPicked }: AccountListProps) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const items = list
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .map(({ id, name }) => ({ id, label: name, isCurrent: id === current }));
  return (
    <PickList
      label="Accounts"
      placeholder="Find an account"
      items={items}
      text={text}
      onText={setText}
      empty="No account matches."
      onPick={({ id }) => {
        onPicked();
        void navigate({ to: `/accounts/${id}` });
      }}
    />
  );
}
