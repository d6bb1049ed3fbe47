import { parseJson } from '../../../kernel/json.ts';
import type { BufferedResponse } from '../../outbound-client.ts';
import type { BatchLines } from '../destination.ts';
import { DestinationError } from '../destination-error.ts';
import type { DestinationKind } from '../destination-kind.ts';
import { badText, percentDecoded } from '../destination-text.ts';
import { hostAddress } from '../host-address.ts';
import { httpWriter } from '../http-writer.ts';
import { DATE_TOKEN, withDate } from '../object-name.ts';
import { readOptions } from '../option-rules.ts';
import { basicAuthorization, protocolOf, serverOptions, verifiesTls } from '../server-options.ts';

/** Bulk requests are best between 5 and 15 MB. */
const MAX_BYTES = 10_000_000;

/** Each refused record takes less than 100 bytes of the response. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

const PORTS = [9200, 9243];

/** Names of indices and data streams: https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-indices-create */
const INDEX = /^(?![-_+.])[a-z0-9._@+-]{1,200}$/;

/** The record exists: an earlier attempt has stored it. */
const STORED = 'version_conflict_engine_exception';

/** The server is overloaded. */
const BUSY = /rejected_execution_exception$/;

/** `elastic://HOST/INDEX?user=…&password=…` or `api-key=…`: bulk requests of Elasticsearch and OpenSearch. */
export const elasticKind: DestinationKind = {
  read(text) {
    const { values, headers, secrets, masked } = readOptions(text, {
      options: {
        ...serverOptions,
        'api-key': { secret: true },
        pipeline: { pattern: /^[\w.-]{1,200}$/, expected: 'the name of an ingest pipeline' },
      },
      headers: true,
    });
    const { url, address } = hostAddress(text, protocolOf(values));
    const path = (percentDecoded(url.pathname) ?? '').split('/');
    const index = path.pop() ?? '';
    if (!INDEX.test(index.replaceAll(DATE_TOKEN, '20260101'))) {
      throw badText('needs the name of an index after the host, such as elastic://HOST/logs');
    }
    const query = new URLSearchParams({
      filter_path: 'errors,items.*.error.type',
      ...(values['pipeline'] && { pipeline: values['pipeline'] }),
    });
    const authorization = authorizationOf(values);
    const name = `elastic://${url.host}`;
    return {
      kind: 'elastic',
      needsChallenge: false,
      maxBytes: MAX_BYTES,
      form: 'json_records',
      address,
      maskedOptions: masked,
      secrets: [...secrets, ...encodedSecrets(authorization)],
      open: (deps) =>
        httpWriter(
          {
            name,
            furtherPorts: PORTS,
            verifyTls: verifiesTls(values),
            maxResponseBytes: MAX_RESPONSE_BYTES,
            render,
            request: ({ time }) => ({
              url: `${url.origin}${path.join('/')}/${withDate(index, time)}/_bulk?${query}`,
              headers: { 'content-type': 'application/x-ndjson', ...authorization, ...headers },
            }),
            check: (response) => checkItems(name, response),
            reason: ({ body }) => errorType(body),
          },
          deps,
        ),
    };
  },
};

/** The id of a record is derived from that of the batch, so that a repeat stores it once. */
function render({ batchId, records }: BatchLines): string {
  return records
    .texts()
    .map((record, at) => `{"create":{"_id":"${batchId}-${at}"}}\n${record.trimEnd()}\n`)
    .join('');
}

function authorizationOf(values: Readonly<Record<string, string>>): Record<string, string> {
  const key = values['api-key'];
  if (key === undefined) return basicAuthorization(values);
  if (values['user'] === undefined && values['password'] === undefined) {
    return { authorization: `ApiKey ${key}` };
  }
  throw badText('needs either user and password, or api-key, not both');
}

function encodedSecrets({ authorization = '' }: Record<string, string>): string[] {
  return authorization.split(' ').slice(1);
}

interface BulkResponse {
  readonly errors?: unknown;
  readonly items?: readonly {
    readonly create?: { readonly error?: { readonly type?: unknown } };
  }[];
}

/** The status is 200 even if records were refused; the body lists them. */
function checkItems(name: string, { body }: BufferedResponse): void {
  const json = parseJson(body.toString());
  const response = json.ok ? (json.value as BulkResponse | null) : undefined;
  if (typeof response?.errors !== 'boolean') {
    throw new DestinationError(`${name} did not send a bulk response`);
  }
  const types = (response.items ?? []).map(({ create }) => shortType(create?.error?.type));
  const failed = types.filter((type) => type !== STORED);
  if (!response.errors || failed.length === 0) return;
  const kinds = [...new Set(failed)].slice(0, 3).join(', ');
  throw new DestinationError(`${name} refused ${failed.length} records of a batch: ${kinds}`, {
    isPermanent: !failed.every((type) => BUSY.test(type)),
  });
}

/** `{"error":{"type":"security_exception", …},"status":401}`. */
function errorType(body: Buffer): string | undefined {
  const json = parseJson(body.toString());
  const error = json.ok && (json.value as { error?: { type?: unknown } } | null)?.error;
  return error ? shortType(error.type) : undefined;
}

function shortType(type: unknown): string {
  return typeof type === 'string' && /^\w{1,100}$/.test(type) ? type : 'unknown error';
}
