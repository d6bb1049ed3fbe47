import { createHash } from 'node:crypto';
import type { DestinationKind } from '../destination-kind.ts';
import { badText } from '../destination-text.ts';
import { hostAddress } from '../host-address.ts';
import { httpWriter } from '../http-writer.ts';
import { readOptions } from '../option-rules.ts';

/** Sumo Logic recommends bodies of at most 1 MB before compression. */
const MAX_BYTES = 1_000_000;

const PATH = /^(\/receiver\/v1\/http\/)([^/]+)$/;

/** `sumo://<collector host>/receiver/v1/http/CODE`. The code authorizes writes, so it is a secret. */
export const sumoKind: DestinationKind = {
  read(text) {
    const { headers, secrets, masked } = readOptions(text, { options: {}, headers: true });
    const { url } = hostAddress(text, 'https');
    const [, path, code = ''] = PATH.exec(url.pathname) ?? [];
    if (path === undefined) throw badText('needs the path /receiver/v1/http/CODE');
    return {
      kind: 'sumo',
      needsChallenge: true,
      maxBytes: MAX_BYTES,
      form: 'text',
      address: url.host + path + createHash('sha256').update(code).digest('hex').slice(0, 32),
      maskedAddress: `${url.host}${path}***`,
      maskedOptions: masked,
      secrets: [...secrets, code],
      open: (deps) =>
        httpWriter(
          {
            name: `sumo://${url.host}`,
            // Sumo Logic shows this name with each message, so that repeats can be recognised.
            request: (item) => ({
              url: url.href,
              headers: { 'x-sumo-name': item.name, ...headers },
            }),
          },
          deps,
        ),
    };
  },
};
