import { parseJson } from '../../../kernel/json.ts';
import type { BufferedResponse } from '../../outbound-client.ts';
import { bucketAddress } from '../bucket-address.ts';
import type { GoogleCredential } from '../bucket-credentials.ts';
import { DestinationError } from '../destination-error.ts';
import { type DestinationDeps, type DestinationKind, MAX_JOB_BYTES } from '../destination-kind.ts';
import { httpWriter } from '../http-writer.ts';
import { readOptions } from '../option-rules.ts';
import { GoogleToken } from './google-token.ts';

/** `gs://bucket/dir`, over the JSON API, because Google's client would open its own connections. */
export const gsKind: DestinationKind = {
  read(text) {
    const { secrets, masked } = readOptions(text, { options: {} });
    const address = bucketAddress(text);
    const name = `gs://${address.bucket}`;
    return {
      kind: 'gs',
      needsChallenge: true,
      maxBytes: MAX_JOB_BYTES,
      form: 'text',
      address: address.address,
      maskedOptions: masked,
      secrets,
      open(deps) {
        const credential = namedCredential(address.bucket, deps);
        const token = new GoogleToken(credential, { ...deps, name });
        const uploads = `${credential.endpoint}/upload/storage/v1/b/${encodeURIComponent(address.bucket)}/o`;
        return httpWriter(
          {
            name,
            storesFiles: true,
            async request(item, signal) {
              const key = address.keyOf(item.name, item.time);
              const query = new URLSearchParams({ uploadType: 'media', name: key });
              const authorization = `Bearer ${await token.get(signal)}`;
              return { url: `${uploads}?${query}`, headers: { authorization } };
            },
            reason: reasonOf,
            pathOf: (item) => address.keyOf(item.name, item.time),
          },
          deps,
        );
      },
    };
  },
};

function namedCredential(bucket: string, { credentials }: DestinationDeps): GoogleCredential {
  const credential = credentials.gs.get(bucket);
  if (credential) return credential;
  throw new DestinationError(
    `the operator has configured no credentials for gs://${bucket} in PALISADE_LOG_CREDENTIALS; ask for them`,
    { isPermanent: true },
  );
}

/** `{"error":{"errors":[{"reason":"forbidden"}]}}`. */
function reasonOf({ body }: BufferedResponse): string | undefined {
  const json = parseJson(body.toString());
  const { error } = (json.ok ? (json.value ?? {}) : {}) as {
    error?: { errors?: readonly { reason?: unknown }[] };
  };
  const reason = Array.isArray(error?.errors) ? error.errors[0]?.reason : undefined;
  return typeof reason === 'string' && /^\w{1,64}$/.test(reason) ? reason : undefined;
}
