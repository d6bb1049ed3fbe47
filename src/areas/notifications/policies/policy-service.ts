import type { Actor } from '../../../contracts/actor.ts';
import {
  ResourceService,
  type ResourceServiceOptions,
} from '../../../resources/resource-service.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { NotificationsTables } from '../notifications-tables.ts';
import { checkPolicy } from './policy-check.ts';
import { policyKind } from './policy-kind.ts';
import type { PolicyReferences } from './policy-references.ts';
import type { PolicyDocument, PolicyRecord } from './policy-schema.ts';

export interface PolicyServiceOptions extends ResourceServiceOptions<NotificationsTables> {
  readonly references: PolicyReferences;
}

/** Creates and changes policies. References to other areas are checked before the transaction. */
export class PolicyService extends ResourceService<
  PolicyRecord,
  AccountScope,
  NotificationsTables
> {
  readonly #references: PolicyReferences;

  constructor({ references, ...options }: PolicyServiceOptions) {
    super(options, policyKind);
    this.#references = references;
  }

  override async create(
    actor: Actor,
    scope: AccountScope,
    document: PolicyDocument,
    id?: string,
  ): Promise<PolicyRecord> {
    await this.#check(scope, document, undefined);
    return await super.create(actor, scope, document, id);
  }

  override async change(
    actor: Actor,
    scope: AccountScope,
    id: string,
    alter: (document: PolicyDocument) => PolicyDocument,
  ): Promise<PolicyRecord> {
    const { document: stored } = await this.get(scope, id);
    await this.#check(scope, alter(stored), stored);
    return await super.change(actor, scope, id, (current) => {
      const document = alter(current);
      // Another call may have changed the policy after the first check.
      checkPolicy(document);
      return document;
    });
  }

  async #check(
    { accountId }: AccountScope,
    document: PolicyDocument,
    stored: PolicyDocument | undefined,
  ): Promise<void> {
    await this.#references.check(accountId, checkPolicy(document), document, stored);
  }
}
