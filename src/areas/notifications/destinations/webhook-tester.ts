import { ApiError } from '../../../http/api-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import type { OutboundClient } from '../../../outbound/outbound-client.ts';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import { isSuccess } from '../delivery/http-outcome.ts';
import { isRefusal, testCall } from '../delivery/webhook/webhook-call.ts';
import { WebhookCaller, webhookRules } from '../delivery/webhook/webhook-caller.ts';
import type { WebhookDocument } from './webhook-model.ts';

const TEXT = 'This is a test of Palisade. If you can read it, the webhook works.';
/** Concurrent test calls; API calls wait for their result. */
const MOST_AT_ONCE = 32;

export interface WebhookTesterOptions {
  readonly clock: Clock;
  openClient(): OutboundClient;
}

/** Calls a webhook before it is saved. */
export class WebhookTester {
  readonly #options: WebhookTesterOptions;
  readonly #caller: WebhookCaller;
  #running = 0;

  constructor(options: WebhookTesterOptions) {
    this.#options = options;
    this.#caller = new WebhookCaller(() => options.openClient());
  }

  /** Throws unless the address may be called and a test call succeeds. */
  async test(webhook: WebhookDocument): Promise<void> {
    if (this.#running >= MOST_AT_ONCE) {
      throw unreachable('too many webhooks are being tested; try again');
    }
    this.#running++;
    try {
      await this.#within((client) => client.checkReachable(webhook.url, webhookRules));
      await this.#call(webhook);
    } catch (error) {
      throw error instanceof OutboundError ? explained(error) : error;
    } finally {
      this.#running--;
    }
  }

  /** Throws if the address is forbidden, without calling it. */
  async checkUrl(url: string): Promise<void> {
    try {
      await this.#within(async (client) => client.checkUrl(url, webhookRules));
    } catch (error) {
      throw error instanceof OutboundError ? explained(error) : error;
    }
  }

  async #within(check: (client: OutboundClient) => Promise<unknown>): Promise<void> {
    const client = this.#options.openClient();
    try {
      await check(client);
    } finally {
      await client.close();
    }
  }

  async #call(webhook: WebhookDocument): Promise<void> {
    const identity = { id: newHexId(), now: this.#options.clock.now() };
    const outcome = await this.#caller.call(testCall(webhook, TEXT, identity));
    if (!isSuccess(outcome)) {
      throw new ApiError('webhookTest', { status: outcome.status }, { pointer: '/url' });
    }
    if (isRefusal(webhook, outcome.text)) throw unreachable('the receiver refused the message');
  }
}

function explained(error: OutboundError): ApiError {
  return error.refused
    ? new ApiError('webhookUrl', { problem: error.message }, { pointer: '/url' })
    : unreachable(error.message);
}

function unreachable(problem: string): ApiError {
  return new ApiError('webhookUnreachable', { problem }, { pointer: '/url' });
}
