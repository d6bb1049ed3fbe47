import { PalisadeError } from '../kernel/palisade-error.ts';
import type { ApiClient } from './api-client.ts';
import { listAll } from './list-all.ts';

export interface NamedAccount {
  readonly id: string;
  readonly name: string;
}

/** The account with this id or name. */
export async function accountNamed(api: ApiClient, wanted: string): Promise<NamedAccount> {
  const accounts = await listAll<NamedAccount>(api, '/accounts');
  const byId = accounts.find(({ id }) => id === wanted);
  const [first, ...more] = byId ? [byId] : accounts.filter(({ name }) => name === wanted);
  if (first && more.length === 0) return first;
  const known = accounts.map(({ id, name }) => `\n  ${id}  ${name}`).join('');
  const problem = first ? 'several accounts are named' : 'there is no account';
  throw new PalisadeError(
    'unknown_account',
    `${problem} "${wanted}". Give the id of one of these:${known}`,
  );
}
