import type { Actor } from '../../../contracts/actor.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import { DestinationService, type DestinationServiceOptions } from './destination-service.ts';
import type { Eligibility } from './eligibility.ts';
import { webhookKind } from './webhook-kind.ts';
import type { Webhook, WebhookDocument } from './webhook-model.ts';
import type { WebhookStore } from './webhook-store.ts';
import type { WebhookTester } from './webhook-tester.ts';

export interface WebhookServiceOptions extends DestinationServiceOptions {
  readonly store: WebhookStore;
  readonly tester: WebhookTester;
  readonly eligibility: Eligibility;
}

/** Creates and changes webhooks. A new address or secret is tested with a call before it is stored. */
export class WebhookService extends DestinationService<Webhook> {
  readonly #options: WebhookServiceOptions;
  readonly #tester: WebhookTester;

  constructor(options: WebhookServiceOptions) {
    super(options, 'webhook', webhookKind(options.store));
    this.#options = options;
    this.#tester = options.tester;
  }

  override async create(
    actor: Actor,
    scope: AccountScope,
    document: WebhookDocument,
    id?: string,
  ): Promise<Webhook> {
    await this.#options.eligibility.require(scope.accountId, 'webhook');
    await this.#tester.test(document);
    return await this.#tested(await super.create(actor, scope, document, id));
  }

  override async change(
    actor: Actor,
    scope: AccountScope,
    id: string,
    alter: (document: WebhookDocument) => WebhookDocument,
  ): Promise<Webhook> {
    const before = await this.get(scope, id);
    const document = alter(before.document);
    const { url, secret } = before.document;
    if (document.url === url && document.secret === secret) {
      return await super.change(actor, scope, id, alter);
    }
    await this.#tester.test(document);
    return await this.#tested(await super.change(actor, scope, id, alter));
  }

  /** For bootstrap files. The webhook is not tested: the receiver may be unreachable when a node starts. */
  override async ensure(
    actor: Actor,
    scope: AccountScope,
    id: string,
    document: WebhookDocument,
  ): Promise<Webhook> {
    await this.#tester.checkUrl(document.url);
    const change = () => super.change(actor, scope, id, () => document);
    const create = () => super.create(actor, scope, document, id);
    return await this.ensureBy(scope, id, change, create);
  }

  async #tested(webhook: Webhook): Promise<Webhook> {
    const { database, clock, store } = this.#options;
    const at = clock.now();
    await database.transaction((tx) => store.recordCall(tx, webhook.id, at, true));
    return { ...webhook, lastSuccess: at };
  }
}
