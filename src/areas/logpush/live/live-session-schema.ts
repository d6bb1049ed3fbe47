import { Type } from '../../../kernel/schema.ts';

const members = {
  fields: Type.String({
    minLength: 1,
    maxLength: 4096,
    examples: ['ClientIP,ClientRequestHost,ClientRequestMethod,EdgeResponseStatus,RayID'],
    description:
      'Comma-separated fields of the dataset http_requests; left out: its default fields',
  }),
  sample: Type.Integer({ minimum: 1, maximum: 1_000_000, description: '10 shows 1 of 10 lines' }),
  filter: Type.String({ description: 'A filter as in jobs; empty shows every line' }),
};

export const LiveBody = Type.Object(
  {
    fields: Type.Optional(members.fields),
    sample: Type.Optional(members.sample),
    filter: Type.Optional(members.filter),
    kind: Type.Optional(Type.Literal('instant-logs')),
  },
  {
    examples: [{ fields: 'ClientRequestHost,EdgeResponseStatus', sample: 1, kind: 'instant-logs' }],
  },
);

export const LiveResponse = Type.Object({
  session_id: Type.String(),
  ...members,
  kind: Type.Literal('instant-logs'),
  destination_conf: Type.String({ description: 'URL of the WebSocket that sends the lines' }),
});
