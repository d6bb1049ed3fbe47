import { type FieldEntry, type FieldTypeText, request } from './field-entry.ts';

/** The phases whose rules may inspect the body. The first rule that needs it waits for it. */
const BODY_PHASES: readonly string[] = [
  'http_request_firewall_custom',
  'http_ratelimit',
  'http_request_firewall_managed',
];

function body<const Name extends string, const Type extends FieldTypeText>(
  name: Name,
  type: Type,
  description: string,
) {
  return { ...request(name, type, description), phases: BODY_PHASES } as const;
}

/** The request body, as far as it is inspected. */
export const bodyFields = [
  body(
    'http.request.body.raw',
    'String',
    'The inspected bytes of the body, as sent; the decoded text is another reading',
  ),
  body('http.request.body.mime', 'String', 'Media type of the body'),
  body('http.request.body.size', 'Int', 'Full size in bytes, inspected or not'),
  body('http.request.body.truncated', 'Bool', 'True when not all of the body could be inspected'),
  body(
    'http.request.body.malformed',
    'Bool',
    'True when servers read the body in different ways; an extension of this platform',
  ),
  body(
    'http.request.body.form',
    'Map<Array<String>>',
    'URL-encoded form by name; values are not decoded',
  ),
  body('http.request.body.form.names', 'Array<String>', 'Names of the form, decoded'),
  body('http.request.body.form.values', 'Array<String>', 'Values of the form'),
  body('http.request.body.multipart', 'Map<Array<String>>', 'Parts by name'),
  body('http.request.body.multipart.values', 'Array<String>', 'Contents of the parts'),
  body('http.request.body.multipart.names', 'Array<Array<String>>', 'Names of each part'),
  body('http.request.body.multipart.filenames', 'Array<Array<String>>', 'File names of each part'),
  body(
    'http.request.body.multipart.content_types',
    'Array<Array<String>>',
    'Content-Type of each part',
  ),
  body(
    'http.request.body.multipart.content_dispositions',
    'Array<Array<String>>',
    'Content-Disposition of each part',
  ),
  body(
    'http.request.body.multipart.content_transfer_encodings',
    'Array<Array<String>>',
    'Content-Transfer-Encoding of each part',
  ),
] as const satisfies readonly FieldEntry[];
