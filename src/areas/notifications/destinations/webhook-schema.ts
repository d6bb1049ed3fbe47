import { ReadOnly } from '../../../http/common-schema.ts';
import { Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import { type Webhook, webhookType } from './webhook-model.ts';

export const WebhookBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    url: Type.String({ minLength: 1, maxLength: 8_192 }),
    /** Becomes the value of a header. An empty text stands for no secret: some clients always send the member. */
    secret: Type.Optional(
      Type.String({
        maxLength: 1_024,
        pattern: '^([!-~]([ -~]*[!-~])?)?$',
        'x-expected': 'made of ASCII characters, without spaces at its ends',
      }),
    ),
    id: ReadOnly,
    type: ReadOnly,
    created_at: ReadOnly,
    last_success: ReadOnly,
    last_failure: ReadOnly,
  },
  { examples: [{ name: 'On call', url: '$WEBHOOK_URL', secret: '$WEBHOOK_SECRET' }] },
);

/** Left out before the first message. */
const Time = Type.Optional(Type.String());

export const WebhookResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  type: Type.String(),
  created_at: Type.String(),
  last_success: Time,
  last_failure: Time,
});

export function webhookResponse({ id, document, createdAt, lastSuccess, lastFailure }: Webhook) {
  return {
    id,
    name: document.name,
    url: document.url,
    type: webhookType(document.url),
    created_at: toMicrosecondText(createdAt),
    ...(lastSuccess !== null && { last_success: toMicrosecondText(lastSuccess) }),
    ...(lastFailure !== null && { last_failure: toMicrosecondText(lastFailure) }),
  };
}
