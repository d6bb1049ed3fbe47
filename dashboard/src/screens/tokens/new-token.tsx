import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Field, FormValues } from '../../parts/form/field.ts';
import { Form } from '../../parts/form/form.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { PermissionPicker } from './permission-picker.tsx';
import { type Choice, type ChosenZones, permissionsOf, policiesOf } from './permissions.ts';
import type { Token } from './token.ts';
import { ZonePicker } from './zone-picker.tsx';

type Name = 'name' | 'expires' | 'addresses';

const fields: readonly Field<Name>[] = [
  {
    name: 'name',
    label: 'Name',
    help: 'What the token is for: "deployment", "dashboard of the support".',
    kind: 'text',
    isRequired: true,
  },
  {
    name: 'expires',
    label: 'Expires',
    help: 'At the end of this day in UTC. Without a date it is valid until it is revoked.',
    kind: 'date',
    pointer: '/expires_on',
  },
  {
    name: 'addresses',
    label: 'Only from these addresses',
    help: 'Addresses or ranges, one in each line. Without any, the token works from everywhere.',
    kind: 'lines',
    placeholder: '192.0.2.0/24',
    pointer: '/condition',
  },
];

interface NewTokenProps {
  readonly accountId: string;
  readonly onDone: (token: Token) => void;
}

/** Creates a token of the account, with the permissions that are picked. */
export function NewToken({ accountId, onDone }: NewTokenProps) {
  const groups = useQuery({
    ...apiQuery('GET /accounts/{account_id}/tokens/permission_groups', {
      params: { account_id: accountId },
    }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [choice, setChoice] = useState<Choice>({});
  const [zones, setZones] = useState<ChosenZones>();
  const params = { account_id: accountId };
  return (
    <QueryState query={groups} what="The permissions could not be read">
      {({ result }) => {
        const permissions = permissionsOf(result);
        const policies = policiesOf(permissions, choice, accountId, zones);
        const toBody = (values: FormValues<Name>) => ({ ...bodyOf(values), policies });
        return (
          <Form
            fields={fields}
            initial={{ name: '', expires: '', addresses: '' }}
            operation="POST /accounts/{account_id}/tokens"
            params={params}
            toBody={toBody}
            submit={(values) =>
              callApi('POST /accounts/{account_id}/tokens', { params, body: toBody(values) })
            }
            submitLabel="Create the token"
            failure="The token was not created"
            more={{
              isChanged: Object.keys(choice).length > 0,
              content: (
                <>
                  <PermissionPicker
                    permissions={permissions}
                    choice={choice}
                    onChoose={setChoice}
                  />
                  <ZonePicker accountId={accountId} zones={zones} onChoose={setZones} />
                </>
              ),
            }}
            onDone={({ result: token }) => {
              void queryClient.invalidateQueries();
              onDone(token);
            }}
          />
        );
      }}
    </QueryState>
  );
}

function bodyOf({ name, expires, addresses }: FormValues<Name>) {
  const allowed = String(addresses).split(/\s+/).filter(Boolean);
  return {
    name: String(name).trim(),
    ...(expires && { expires_on: `${String(expires)}T23:59:59Z` }),
    ...(allowed.length > 0 && { condition: { request_ip: { in: allowed } } }),
  };
}
