import type { DestinationKind } from '../destination-kind.ts';
import { badText } from '../destination-text.ts';
import { hostAddress } from '../host-address.ts';
import { httpWriter } from '../http-writer.ts';
import { readOptions } from '../option-rules.ts';

/** The intake refuses more than 5 MB before compression. */
const MAX_BYTES = 4_500_000;

/** `datadog://<intake host/path>?header_DD-API-KEY=K&ddsource=…&service=…&host=…&ddtags=…`. */
export const datadogKind: DestinationKind = {
  read(text) {
    const { values, headers, secrets, masked } = readOptions(text, {
      options: { ddsource: {}, service: {}, host: {}, hostname: {}, ddtags: {} },
      headers: true,
    });
    if (headers['dd-api-key'] === undefined) throw badText('needs the option "header_DD-API-KEY"');
    const { url, address } = hostAddress(text, 'https');
    if (url.pathname === '/') throw badText('needs the path of the intake, such as /api/v2/logs');
    const query = new URLSearchParams(values).toString();
    const target = url.href + (query && `?${query}`);
    return {
      kind: 'datadog',
      needsChallenge: false,
      maxBytes: MAX_BYTES,
      form: 'text',
      address,
      maskedOptions: masked,
      secrets,
      open: (deps) =>
        httpWriter(
          {
            name: `datadog://${url.host}`,
            // The intake reads one log per line, and parses JSON in it.
            request: () => ({ url: target, headers: { 'content-type': 'text/plain', ...headers } }),
          },
          deps,
        ),
    };
  },
};
