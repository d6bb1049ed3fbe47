import type { WebhookType } from '../../destinations/webhook-model.ts';
import type { Message, Severity } from '../../messages/message.ts';
import { chatText, harmless, shortened } from './chat-text.ts';
import { teamsCard } from './teams-card.ts';
import { webhookPayload } from './webhook-payload.ts';
import { feishuSignature, type SignedCall, webhookSignature } from './webhook-signature.ts';

/** What a type of receiver wants to get. */
export interface WebhookFormat {
  /** The body for a message. */
  message(message: Message): object;
  /** The body of the test call that shows that the webhook works. */
  test(text: string): object;
  /** Where calls about a message go, if not to the address of the webhook. */
  url?(url: string, message: Message): string;
  /** Members that the body gets besides. */
  sign?(secret: string, seconds: number): object;
  /** Headers that the receiver knows us by. */
  headers?(call: SignedCall): Readonly<Record<string, string>>;
  /** Whether the text of a successful response says that the call failed. */
  isRefusal?(text: string): boolean;
}

const chat: WebhookFormat = {
  message: (message) => ({ text: harmless(chatText(message)) }),
  test: (text) => ({ text }),
};

/** A header with the secret, if there is one. */
const secretHeader = (name: string, prefix = ''): Pick<WebhookFormat, 'headers'> => ({
  headers: ({ secret }) => (secret === undefined ? {} : { [name]: prefix + secret }),
});

const datadogTypes = {
  critical: 'error',
  warning: 'warning',
  info: 'info',
  ok: 'success',
} as const;
const opsgeniePriorities: Record<Severity, string> = {
  critical: 'P1',
  warning: 'P3',
  info: 'P5',
  ok: 'P5',
};

export const webhookFormats: Readonly<Record<WebhookType, WebhookFormat>> = {
  generic: {
    message: webhookPayload,
    test: (text) => ({ text }),
    headers: (call) => ({
      ...webhookSignature(call),
      ...(call.secret !== undefined && { 'cf-webhook-auth': call.secret }),
    }),
  },
  slack: {
    message: (message) => ({ text: escapedForSlack(chatText(message)) }),
    test: (text) => ({ text }),
  },
  gchat: chat,
  mattermost: chat,
  discord: {
    message: (message) => ({ content: shortened(harmless(chatText(message)), 2_000) }),
    test: (text) => ({ content: text }),
  },
  feishu: {
    message: (message) => feishuText(harmless(chatText(message))),
    test: feishuText,
    sign: feishuSignature,
    isRefusal: feishuRefuses,
  },
  msteams: {
    message: teamsCard,
    test: (text) => teamsCard({ title: 'Test', text, facts: [], entries: [] }),
  },
  datadog: {
    message: (message) => ({
      title: shortened(message.title, 500),
      text: chatText(message),
      alert_type: datadogTypes[message.severity],
      date_happened: Math.floor(message.at / 1_000),
      aggregation_key: shortened(message.correlationId ?? message.id, 100),
      tags: [`alert_type:${message.alertType}`, `account:${message.account.id}`],
    }),
    test: (text) => ({ title: 'Test', text, alert_type: 'info' }),
    ...secretHeader('dd-api-key'),
  },
  opsgenie: {
    message: (message) =>
      closes(message)
        ? { source: 'Palisade', note: chatText(message) }
        : {
            message: shortened(message.title, 130),
            alias: aliasOf(message),
            description: chatText(message),
            priority: opsgeniePriorities[message.severity],
            source: 'Palisade',
          },
    test: (text) => ({ message: shortened(text, 130), priority: 'P5', source: 'Palisade' }),
    url: (url, message) => (closes(message) ? closingUrl(url, message) : url),
    ...secretHeader('authorization', 'GenieKey '),
  },
  splunk: {
    message: (message) => ({
      time: message.at / 1_000,
      source: 'palisade',
      sourcetype: '_json',
      event: webhookPayload(message),
    }),
    test: (text) => ({ source: 'palisade', sourcetype: '_json', event: { text } }),
    ...secretHeader('authorization', 'Splunk '),
  },
};

const closes = ({ event, correlationId }: Message) => event === 'end' && correlationId !== null;
const aliasOf = ({ correlationId, id }: Message) => shortened(correlationId ?? id, 512);

/** `POST /v2/alerts/{alias}/close` ends what `POST /v2/alerts` began. */
function closingUrl(text: string, message: Message): string {
  const url = new URL(text);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${encodeURIComponent(aliasOf(message))}/close`;
  url.searchParams.set('identifierType', 'alias');
  return url.href;
}

/** Otherwise names that others choose could become links, or call everybody. */
function escapedForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function feishuText(text: string): object {
  return { msg_type: 'text', content: { text } };
}

/** Its status is 200 also for calls that it refuses. */
function feishuRefuses(text: string): boolean {
  const code = /"code"\s*:\s*(-?\d+)/.exec(text)?.[1];
  return code !== undefined && code !== '0';
}
