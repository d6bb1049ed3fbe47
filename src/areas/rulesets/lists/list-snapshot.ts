import type {
  ListContent,
  ListSnapshot,
  RedirectSnapshot,
} from '../../../contracts/snapshot/list-snapshot.ts';
import type { ListKind } from '../../../expression/expression.ts';
import type { SharedSource } from '../../area-module.ts';
import type { RulesetsDatabase } from '../rulesets-tables.ts';
import type { HostnameValue, ItemValue, RedirectValue } from './list-model.ts';
import { listUses } from './list-reference-store.ts';
import { parseRedirectSource } from './redirect-source.ts';

/** Compiles the lists that rules and filters use for the edge. */
export function listSource(database: RulesetsDatabase): SharedSource<ListSnapshot> {
  return {
    async touchedBy({ action, resource, resourceId, accountId }, built) {
      if (resource === 'list') return [resourceId];
      const ofAccount = (owner: string | null) =>
        [...built].filter((list) => list.accountId === owner).map(({ id }) => id);
      // Lists are deleted with their account, without an event for each of them.
      if (resource === 'account' && action === 'delete') return ofAccount(resourceId);
      // Rulesets and filters are deleted with their zone in the same way.
      const isUse =
        resource === 'ruleset' ||
        resource === 'filter' ||
        (resource === 'zone' && action === 'delete');
      if (!isUse) return [];
      const known = ofAccount(accountId);
      return [
        ...(await usedBy(database, resourceId)).filter((id) => !known.includes(id)),
        ...(await unused(database, known)),
      ];
    },
    async build(ids) {
      const used = database.read.selectFrom(listUses(database.read)).select('list_id');
      const rows = await database.read
        .selectFrom('lists')
        .select(['id', 'account_id', 'name', 'kind'])
        .where('id', 'in', used)
        .$if(ids !== 'all', (query) => query.where('id', 'in', [...ids]))
        .execute();
      const built = new Map<string, ListSnapshot>();
      for (const { id, account_id: accountId, name, kind } of rows) {
        const content = await readListContent(database, id, kind as ListKind);
        built.set(id, { id, accountId, name, content });
      }
      return built;
    },
  };
}

/** Selects the lists that no rule and no filter uses. */
async function unused(database: RulesetsDatabase, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await database.read
    .selectFrom(listUses(database.read))
    .select('list_id')
    .distinct()
    .where('list_id', 'in', [...ids])
    .execute();
  const used = new Set(rows.map(({ list_id: id }) => id));
  return ids.filter((id) => !used.has(id));
}

async function usedBy(database: RulesetsDatabase, userId: string): Promise<string[]> {
  const rows = await database.read
    .selectFrom(listUses(database.read))
    .select('list_id')
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ list_id: id }) => id);
}

/** What the edge gets of a list. */
export async function readListContent(
  database: RulesetsDatabase,
  id: string,
  kind: ListKind,
): Promise<ListContent> {
  const rows = await database.read
    .selectFrom('list_items')
    .select('item_json')
    .where('list_id', '=', id)
    .orderBy('seq')
    .execute();
  return contentOf(
    kind,
    rows.map(({ item_json: json }) => JSON.parse(json)),
  );
}

function contentOf(kind: ListKind, values: readonly ItemValue[]): ListContent {
  switch (kind) {
    case 'ip':
      return { kind, items: values.flatMap(({ ip }) => ip ?? []) };
    case 'asn':
      return { kind, items: values.flatMap(({ asn }) => asn ?? []) };
    case 'hostname':
      return { kind, items: values.flatMap(({ hostname }) => (hostname ? namesOf(hostname) : [])) };
    case 'redirect':
      return {
        kind,
        items: values.flatMap(({ redirect }) => (redirect ? toRedirect(redirect) : [])),
      };
  }
}

function namesOf({ url_hostname: name, exclude_exact_hostname: excludesExact }: HostnameValue) {
  const isBoth = name.startsWith('*.') && excludesExact === false;
  return isBoth ? [name, name.slice(2)] : [name];
}

function toRedirect(redirect: RedirectValue): RedirectSnapshot[] {
  const source = parseRedirectSource(redirect.source_url);
  // Stored sources are valid.
  if (!source) return [];
  return [
    {
      ...source,
      target: redirect.target_url,
      status: redirect.status_code ?? 301,
      hasSubdomains: redirect.include_subdomains ?? false,
      hasSubpaths: redirect.subpath_matching ?? false,
      keepsQuery: redirect.preserve_query_string ?? false,
      keepsSuffix: redirect.preserve_path_suffix ?? true,
    },
  ];
}
