import { systemActor } from '../../contracts/actor.ts';
import { keepKnownMembers } from '../../http/known-members.ts';
import { HEX_ID_PATTERN, HEX_ID_TEXT } from '../../kernel/hex-id.ts';
import { Type } from '../../kernel/schema.ts';
import { accountOwner, zoneOwner } from '../../resources/resource-bootstrap.ts';
import type { BootstrapSection } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { type ExampleFamily, JobId, jobBody } from './jobs/job-schema.ts';
import type { JobService } from './jobs/job-service.ts';

const Owner = Type.Optional(
  Type.Object({ id: Type.String({ pattern: HEX_ID_PATTERN, 'x-expected': HEX_ID_TEXT }) }),
);

interface Item {
  readonly id: number;
  readonly zone?: { readonly id: string };
  readonly account?: { readonly id: string };
}

/** Jobs of a bootstrap file, with the id of their zone or account. Their destinations are not tested. */
export function logpushBootstrap(
  jobs: { readonly zone: JobService; readonly account: JobService },
  family: ExampleFamily,
  zones: ZoneDirectory,
): Record<string, BootstrapSection> {
  const document = jobBody(family);
  const zoneScopes = zoneOwner(zones);
  const scopeOf = async ({ id, zone, account }: Item) => {
    if (zone && !account) return await zoneScopes.scopeOf(zone.id);
    if (account && !zone) return await accountOwner.scopeOf(account.id);
    throw new Error(`log push job ${id} must have either "zone" or "account"`);
  };
  return {
    logpush_jobs: {
      item: Type.Object({ ...document.properties, id: JobId, zone: Owner, account: Owner }),
      async apply(items) {
        for (const item of items as readonly Item[]) {
          const scope = await scopeOf(item);
          const { value } = keepKnownMembers(document, item);
          // Validated by the schema of the item.
          const sent = value as Parameters<JobService['ensure']>[3];
          await jobs[scope.kind].ensure(systemActor, scope, String(item.id), sent);
        }
      },
    },
  };
}
