import { type WebhookDocument, webhookType } from '../../destinations/webhook-model.ts';
import type { Message } from '../../messages/message.ts';
import type { WebhookCall } from './webhook-caller.ts';
import { webhookFormats } from './webhook-formats.ts';

/** Time and id of a call. */
export interface CallIdentity {
  readonly id: string;
  readonly now: number;
}

export function messageCall(
  webhook: WebhookDocument,
  message: Message,
  identity: CallIdentity,
): WebhookCall {
  const format = webhookFormats[webhookType(webhook.url)];
  const url = format.url?.(webhook.url, message) ?? webhook.url;
  return { url, ...signed(webhook, format.message(message), identity) };
}

export function testCall(
  webhook: WebhookDocument,
  text: string,
  identity: CallIdentity,
): WebhookCall {
  const format = webhookFormats[webhookType(webhook.url)];
  return { url: webhook.url, ...signed(webhook, format.test(text), identity) };
}

/** Whether a response with a success status reports a failure. */
export function isRefusal(webhook: WebhookDocument, responseText: string): boolean {
  return webhookFormats[webhookType(webhook.url)].isRefusal?.(responseText) ?? false;
}

function signed(
  { url, secret: given }: WebhookDocument,
  content: object,
  { id, now }: CallIdentity,
): Omit<WebhookCall, 'url'> {
  // An empty text stands for no secret.
  const secret = given || undefined;
  const format = webhookFormats[webhookType(url)];
  const seconds = Math.floor(now / 1_000);
  const signature = secret === undefined ? {} : format.sign?.(secret, seconds);
  const body = JSON.stringify({ ...signature, ...content });
  return { body, headers: format.headers?.({ id, body, seconds, secret }) ?? {} };
}
