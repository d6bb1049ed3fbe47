import type { WebhookType } from '../../destinations/webhook-model.ts';
import type { Message, Severity } from '../../messages/message.ts';
import { chatText, escapedForChat, shortened } from './chat-text.ts';
import { teamsCard } from './teams-card.ts';
import { webhookPayload } from './webhook-payload.ts';
import { feishuSignature, type SignedCall, webhookSignature } from './webhook-signature.ts';

/** The request format of a type of receiver. */
export interface WebhookFormat {
  /** The body for a message. */
  message(message: Message): object;
  /** The body of the test call. */
  test(text: string): object;
  /** The URL for a message, if it differs from the address of the webhook. */
  url?(url: string, message: Message): string;
  /** Additional members of the body. */
  sign?(secret: string, seconds: number): object;
  /** Headers that authenticate the call. */
  headers?(call: SignedCall): Readonly<Record<string, string>>;
  /** Whether the text of a response with a success status reports a failure. */
  isRefusal?(text: string): boolean;
}

/** Characters in a message of Discord. */
const DISCORD_LENGTH = 2_000;

const chat: WebhookFormat = {
  message: (message) => ({ text: escapedForChat(chatText(message)) }),
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
    message: (message) => ({
      content: shortened(escapedForChat(chatText(message, DISCORD_LENGTH)), DISCORD_LENGTH),
    }),
    test: (text) => ({ content: text }),
  },
  feishu: {
    message: (message) => feishuText(escapedForChat(chatText(message))),
    test: feishuText,
    sign: feishuSignature,
    isRefusal: feishuRefuses,
  },
  msteams: {
    message: teamsCard,
    test: (text) => teamsCard({ title: 'Test', text, facts: [], entries: [], omitted: 0 }),
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

/** `POST /v2/alerts/{alias}/close` closes an alert of `POST /v2/alerts`. */
function closingUrl(text: string, message: Message): string {
  const url = new URL(text);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${encodeURIComponent(aliasOf(message))}/close`;
  url.searchParams.set('identifierType', 'alias');
  return url.href;
}

/** Otherwise untrusted names could become links, or mention everybody. */
function escapedForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function feishuText(text: string): object {
  return { msg_type: 'text', content: { text } };
}

/** Feishu refuses calls with status 200 and an error code in the body. */
function feishuRefuses(text: string): boolean {
  const code = /"code"\s*:\s*(-?\d+)/.exec(text)?.[1];
  return code !== undefined && code !== '0';
}
