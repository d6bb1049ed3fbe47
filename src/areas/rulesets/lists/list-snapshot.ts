import type {
  ListContent,
  ListSnapshot,
  RedirectSnapshot,
} from '../../../contracts/snapshot/list-snapshot.ts';
import type { ListKind } from '../../../expression/expression.ts';
import type { SharedSource } from '../../area-module.ts';
import type { RulesetsDatabase } from '../rulesets-tables.ts';
import type { HostnameValue, ItemValue, RedirectValue } from './list-model.ts';
import { parseRedirectSource } from './redirect-source.ts';

/** Stored lists → what rules look up at the edge. */
export function listSource(database: RulesetsDatabase): SharedSource<ListSnapshot> {
  return {
    async touchedBy({ action, resource, resourceId }, built) {
      if (resource === 'list') return [resourceId];
      // Lists are deleted with their account, without an event for each of them.
      if (resource !== 'account' || action !== 'delete') return [];
      return [...built].filter(({ accountId }) => accountId === resourceId).map(({ id }) => id);
    },
    async build(ids) {
      const rows = await database.read
        .selectFrom('lists')
        .select(['id', 'account_id', 'name', 'kind'])
        .$if(ids !== 'all', (query) => query.where('id', 'in', [...ids]))
        .execute();
      const built = new Map<string, ListSnapshot>();
      for (const { id, account_id: accountId, name, kind } of rows) {
        const content = await readContent(database, id, kind as ListKind);
        built.set(id, { id, accountId, name, content });
      }
      return built;
    },
  };
}

async function readContent(
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
  // It was checked when it was written.
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
