import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { systemActor } from '../../contracts/actor.ts';
import { keepKnownMembers } from '../../http/known-members.ts';
import { HEX_ID_PATTERN } from '../../kernel/hex-id.ts';
import type { BootstrapSection } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import {
  BalancerBody,
  type BalancerDocument,
  type BalancerRecord,
} from './balancers/balancer-schema.ts';
import {
  MonitorBody,
  type MonitorDocument,
  type MonitorRecord,
} from './monitors/monitor-schema.ts';
import { PoolBody, type PoolDocument, type PoolRecord } from './pools/pool-schema.ts';
import type { ResourceRecord, Scope } from './resource-model.ts';
import type { ResourceService } from './resource-service.ts';
import { zoneScope } from './zone-scope.ts';

export interface LoadBalancingBootstrapOptions {
  readonly monitors: ResourceService<MonitorDocument, MonitorRecord>;
  readonly pools: ResourceService<PoolDocument, PoolRecord>;
  readonly balancers: ResourceService<BalancerDocument, BalancerRecord>;
  readonly zones: ZoneDirectory;
}

const Id = Type.String({ pattern: HEX_ID_PATTERN });
const Owner = Type.Object({ id: Id });
const ofAccount = { account: Owner };
const ofZone = { zone: Owner };

/** Resources of a bootstrap file: made with the ids it gives, then kept as it says. */
export function loadBalancingBootstrap(
  options: LoadBalancingBootstrapOptions,
): Record<string, BootstrapSection> {
  const scopeOfAccount = async (item: Static<TObject<typeof ofAccount>>): Promise<Scope> => ({
    accountId: item.account.id,
    zone: undefined,
  });
  const scopeOfZone = async ({ zone: { id } }: Static<TObject<typeof ofZone>>): Promise<Scope> => {
    const scope = await zoneScope(options.zones, id);
    if (!scope) throw new Error(`there is no zone ${id}`);
    return scope;
  };
  return {
    monitors: section(MonitorBody, ofAccount, options.monitors, scopeOfAccount),
    pools: section(PoolBody, ofAccount, options.pools, scopeOfAccount),
    load_balancers: section(BalancerBody, ofZone, options.balancers, scopeOfZone),
  };
}

function section<Document, R extends ResourceRecord<Document>, Owner extends TProperties>(
  body: TObject,
  owner: Owner,
  resources: ResourceService<Document, R>,
  scopeOf: (item: Static<TObject<Owner>>) => Promise<Scope>,
): BootstrapSection {
  return {
    item: Type.Object({ ...body.properties, id: Id, ...owner }),
    async apply(items) {
      for (const item of items) {
        const { id } = item as { readonly id: string };
        // The file was checked against the schema that the document's type is made from.
        const document = keepKnownMembers(body, item).value as Document;
        const scope = await scopeOf(item as Static<TObject<Owner>>);
        await resources.ensure(systemActor, scope, id, document);
      }
    },
  };
}
