import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Badge } from '../../parts/controls/badge.tsx';
import { Button } from '../../parts/controls/button.tsx';
import { CopiedId } from '../../parts/controls/copy-button.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { Failure } from '../../parts/states/failure.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import type { Column } from '../../parts/table/column.ts';
import { Table } from '../../parts/table/table.tsx';
import { allowedNames, statusTones, type Token, type TokenOwner } from './token.ts';

const timeColumn = (
  id: string,
  title: string,
  timeOf: (token: Token) => string | undefined,
): Column<Token> => ({
  id,
  title,
  value: timeOf,
  show: (token) => {
    const time = timeOf(token);
    return time ? <RelativeTime time={time} /> : <span className="secondary">never</span>;
  },
});

const columns: readonly Column<Token>[] = [
  { id: 'name', title: 'Name', value: ({ name }) => name },
  {
    id: 'state',
    title: 'State',
    value: ({ status }) => status,
    show: ({ status }) => <Badge tone={statusTones[status]}>{status}</Badge>,
    isFilterable: true,
  },
  {
    id: 'permissions',
    title: 'Permissions',
    value: (token) => allowedNames(token).join(', '),
    show: permissionText,
  },
  timeColumn('used', 'Last used', (token) => token.last_used_on),
  timeColumn('expires', 'Expires', (token) => token.expires_on),
  { id: 'id', title: 'Id', value: ({ id }) => id, show: ({ id }) => <CopiedId id={id} /> },
];

function permissionText(token: Token): string {
  const [first = 'none', ...rest] = allowedNames(token);
  return rest.length === 0 ? first : `${first} and ${rest.length} more`;
}

interface TokenTableProps {
  readonly list: UseInfiniteQueryResult<InfiniteData<unknown>>;
  readonly rows: readonly Token[];
  readonly owner: TokenOwner;
  readonly onAdd: () => void;
}

export function TokenTable({ list, rows, owner, onAdd }: TokenTableProps) {
  if (list.isPending) return <Skeleton lines={6} height={20} />;
  if (list.error && !list.data) {
    return (
      <Failure
        error={list.error}
        what="The tokens could not be read"
        onRetry={() => void list.refetch()}
      />
    );
  }
  return (
    <Table
      name={`${owner}-tokens`}
      label="Tokens"
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      hasPanel
      empty={<NoTokens onAdd={onAdd} />}
      tools={
        list.hasNextPage && (
          <Button disabled={list.isFetching} onClick={() => void list.fetchNextPage()}>
            Read more tokens
          </Button>
        )
      }
    />
  );
}

function NoTokens({ onAdd }: { onAdd: () => void }) {
  return (
    <Empty
      icon="key"
      title="Create the first token of the account"
      action={
        <Button kind="primary" icon="plus" onClick={onAdd}>
          Create a token
        </Button>
      }
      guide={{ href: '/docs/guides/platform.md', label: 'How tokens work' }}
    >
      A token gives a colleague, a script or Terraform exactly the permissions that it needs. It can
      be revoked at any time.
    </Empty>
  );
}
