import { systemActor } from '../contracts/actor.ts';
import { keepKnownMembers } from '../http/known-members.ts';
import { HEX_ID_PATTERN, HEX_ID_TEXT } from '../kernel/hex-id.ts';
import { type TObject, Type } from '../kernel/schema.ts';
import type { CoreTables } from '../storage/core-tables.ts';
import { newDocument } from './document-write.ts';
import type { ResourceRecord } from './resource-model.ts';
import type { ResourceService } from './resource-service.ts';
import { type AccountScope, accountScope, type Scope, type ZoneScope, zoneScope } from './scope.ts';

const Id = Type.String({ pattern: HEX_ID_PATTERN, 'x-expected': HEX_ID_TEXT });

/** How an item of a bootstrap file names its owner: `{ "account": { "id": … } }`. */
export interface BootstrapOwner<S extends Scope> {
  readonly member: S['kind'];
  scopeOf(ownerId: string): Promise<S>;
}

export const accountOwner: BootstrapOwner<AccountScope> = {
  member: 'account',
  scopeOf: async (accountId) => accountScope(accountId),
};

export function zoneOwner(zones: {
  find(zoneId: string): Promise<Parameters<typeof zoneScope>[0] | undefined>;
}): BootstrapOwner<ZoneScope> {
  return {
    member: 'zone',
    async scopeOf(zoneId) {
      const zone = await zones.find(zoneId);
      if (!zone) throw new Error(`there is no zone ${zoneId}`);
      return zoneScope(zone);
    },
  };
}

/** Resources of a bootstrap file: created with the ids that it gives, and updated at each start. */
export function resourceBootstrap<
  R extends ResourceRecord,
  S extends Scope,
  Tables extends CoreTables,
>(
  resources: ResourceService<R, S, Tables>,
  document: TObject,
  { member, scopeOf }: BootstrapOwner<S>,
) {
  type Item = { readonly id: string } & Readonly<Record<typeof member, { readonly id: string }>>;
  return {
    item: Type.Object({ ...document.properties, id: Id, [member]: Type.Object({ id: Id }) }),
    /** The items have been checked against the schema above. */
    async apply(items: readonly unknown[]): Promise<void> {
      for (const item of items as readonly Item[]) {
        const scope = await scopeOf(item[member].id);
        const { value } = keepKnownMembers(document, item);
        await resources.ensure(systemActor, scope, item.id, newDocument(value));
      }
    },
  };
}
