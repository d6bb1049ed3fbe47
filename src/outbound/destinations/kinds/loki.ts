import type { BufferedResponse } from '../../outbound-client.ts';
import type { BatchLines } from '../destination.ts';
import type { DestinationKind } from '../destination-kind.ts';
import { badText } from '../destination-text.ts';
import { hostAddress } from '../host-address.ts';
import { httpWriter } from '../http-writer.ts';
import { readOptions } from '../option-rules.ts';
import { basicAuthorization, protocolOf, serverOptions, verifiesTls } from '../server-options.ts';

/** By default, messages between the components of Loki have at most 4 MB. */
const MAX_BYTES = 3_000_000;

const PATH = '/loki/api/v1/push';
const PORT = 3100;
const MAX_LABELS = 15;
const LABEL = /^([A-Za-z_][A-Za-z0-9_]{0,127})=([^=,"]{1,200})$/;

/** `loki://HOST?labels=job%3Dpalisade,zone%3Dshop`. */
export const lokiKind: DestinationKind = {
  read(text) {
    const { values, headers, secrets, masked } = readOptions(text, {
      options: { ...serverOptions, labels: { required: true }, tenant: {} },
      headers: true,
    });
    const { url, address } = hostAddress(text, protocolOf(values));
    const labels = JSON.stringify(labelsOf(values['labels'] ?? ''));
    const prefix = url.pathname.replace(/\/$/, '');
    const target = url.origin + (prefix.endsWith(PATH) ? prefix : prefix + PATH);
    const authorization = basicAuthorization(values);
    const tenant = values['tenant'];
    return {
      kind: 'loki',
      needsChallenge: false,
      maxBytes: MAX_BYTES,
      form: 'records',
      address,
      maskedOptions: masked,
      secrets: [...secrets, ...Object.values(authorization).flatMap((value) => value.split(' '))],
      open: (deps) =>
        httpWriter(
          {
            name: `loki://${url.host}`,
            furtherPorts: [PORT],
            verifyTls: verifiesTls(values),
            render: (lines) => render(lines, labels),
            request: () => ({
              url: target,
              headers: {
                'content-type': 'application/json',
                ...(tenant !== undefined && { 'x-scope-orgid': tenant }),
                ...authorization,
                ...headers,
              },
            }),
            reason: reasonOf,
          },
          deps,
        ),
    };
  },
};

/** One stream with all records. Loki stores equal lines with equal times once, so a repeat has no effect. */
function render({ records, times }: BatchLines, labels: string): string {
  const values = records
    .texts()
    .map(
      (record, at) => `["${Math.trunc(times[at] ?? 0)}000000",${JSON.stringify(record.trimEnd())}]`,
    );
  return `{"streams":[{"stream":${labels},"values":[${values.join(',')}]}]}`;
}

function labelsOf(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => LABEL.exec(pair.trim()));
  if (pairs.length > MAX_LABELS || pairs.some((pair) => pair === null)) {
    throw badText(
      `has a wrong option "labels"; expected comma-separated name=value pairs, at most ${MAX_LABELS}`,
    );
  }
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]));
}

/** Loki sends errors as plain text, such as `entry too far behind`. HTML pages of other servers are not shown. */
function reasonOf({ headers, body }: BufferedResponse): string | undefined {
  const isText = headers['content-type']?.startsWith('text/plain');
  return isText ? body.toString().split('\n', 1)[0] : undefined;
}
