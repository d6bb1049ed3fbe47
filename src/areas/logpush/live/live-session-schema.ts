import { Type } from '../../../kernel/schema.ts';

const members = {
  fields: Type.String({
    minLength: 1,
    maxLength: 4096,
    examples: ['ClientIP,ClientRequestHost,ClientRequestMethod,EdgeResponseStatus,RayID'],
    description: 'Fields of the dataset http_requests, with commas between them',
  }),
  sample: Type.Integer({ minimum: 1, maximum: 1_000_000, description: '10 shows 1 of 10 lines' }),
  filter: Type.String({ description: 'As jobs have it; empty shows every line' }),
};

export const LiveBody = Type.Object(
  {
    fields: members.fields,
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
  destination_conf: Type.String({ description: 'Where a WebSocket gets the lines' }),
});
