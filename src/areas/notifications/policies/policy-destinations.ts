import type { Actor } from '../../../contracts/actor.ts';
import { withoutDashes } from '../../../kernel/hex-id.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { DestinationType } from '../destinations/destination-store.ts';
import type { Tx } from '../notifications-tables.ts';
import type { PolicyDocument } from './policy-schema.ts';
import type { PolicyService } from './policy-service.ts';
import { policyStore } from './policy-store.ts';

const groups = { webhook: 'webhooks', pagerduty: 'pagerduty' } as const;

/** Removes deleted destinations from policies. */
export class PolicyDestinations {
  readonly #policies: PolicyService;

  constructor(policies: PolicyService) {
    this.#policies = policies;
  }

  /**
   * Removes destinations from all policies of the account. A policy without destinations stays, but sends nothing. The caller
   * calls the result as one of the last steps of its transaction, to announce the changes.
   */
  async detach(
    tx: Tx,
    scope: AccountScope,
    type: DestinationType,
    ids: readonly string[],
  ): Promise<(actor: Actor) => Promise<void>> {
    const announcements: ((actor: Actor) => Promise<void>)[] = [];
    for (const before of await policyStore.usersOf(tx, scope, type, ids)) {
      const document = withoutDestinations(before.document, groups[type], new Set(ids));
      const after = await this.#policies.save(tx, scope, before, document);
      announcements.push((actor) => this.#policies.announce(tx, actor, scope, before, after));
    }
    return async (actor) => {
      for (const announce of announcements) await announce(actor);
    };
  }
}

/** An empty group stays, since declarative clients would report its absence as a difference. */
function withoutDestinations(
  document: PolicyDocument,
  group: (typeof groups)[DestinationType],
  ids: ReadonlySet<string>,
): PolicyDocument {
  const left = (document.mechanisms[group] ?? []).filter(({ id }) => !ids.has(withoutDashes(id)));
  return { ...document, mechanisms: { ...document.mechanisms, [group]: left } };
}
