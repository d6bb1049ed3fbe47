import type { Actor } from '../../../contracts/actor.ts';
import {
  ResourceService,
  type ResourceServiceOptions,
} from '../../../resources/resource-service.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { NotificationsTables } from '../notifications-tables.ts';
import type { Eligibility } from './eligibility.ts';
import { isTried, type WebhookKind } from './webhook-kind.ts';
import { meantUrl, type Webhook, type WebhookDocument } from './webhook-model.ts';
import type { WebhookTester } from './webhook-tester.ts';

export interface WebhookServiceOptions extends ResourceServiceOptions<NotificationsTables> {
  readonly kind: WebhookKind;
  readonly tester: WebhookTester;
  readonly eligibility: Eligibility;
}

/** Webhooks as the API changes them: one is tried out before its address or secret is saved. */
export class WebhookService extends ResourceService<Webhook, AccountScope, NotificationsTables> {
  readonly #tester: WebhookTester;
  readonly #eligibility: Eligibility;

  constructor({ kind, tester, eligibility, ...options }: WebhookServiceOptions) {
    super(options, kind);
    this.#tester = tester;
    this.#eligibility = eligibility;
  }

  override async create(
    actor: Actor,
    scope: AccountScope,
    document: WebhookDocument,
    id?: string,
  ): Promise<Webhook> {
    await this.#eligibility.require(scope.accountId, 'webhook');
    await this.#tester.test(document);
    return await super.create(actor, scope, document, id);
  }

  override async change(
    actor: Actor,
    scope: AccountScope,
    id: string,
    alter: (document: WebhookDocument) => WebhookDocument,
  ): Promise<Webhook> {
    const changed = (stored: WebhookDocument): WebhookDocument => {
      const sent = alter(stored);
      return { ...sent, url: meantUrl(sent.url, stored.url) };
    };
    const before = await this.get(scope, id);
    const document = changed(before.document);
    if (isTried(document, before)) await this.#tester.test(document);
    return await super.change(actor, scope, id, changed);
  }
}
