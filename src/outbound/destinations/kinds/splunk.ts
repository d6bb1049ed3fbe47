import { parseJson } from '../../../kernel/json.ts';
import type { BufferedResponse } from '../../outbound-client.ts';
import type { DestinationKind } from '../destination-kind.ts';
import { badText } from '../destination-text.ts';
import { hostAddress } from '../host-address.ts';
import { httpWriter } from '../http-writer.ts';
import { readOptions } from '../option-rules.ts';
import { serverOptions, verifiesTls } from '../server-options.ts';

const PATH = '/services/collector/raw';

/** The port of the HTTP event collector. */
const HEC_PORT = 8088;

/** Below the `maxContentLength` of all Splunk versions that set one. */
const MAX_BYTES = 50_000_000;

/** `splunk://host:PORT/services/collector/raw?channel=GUID&header_Authorization=Splunk%20TOKEN&sourcetype=…`. */
export const splunkKind: DestinationKind = {
  read(text) {
    const { values, headers, secrets, masked } = readOptions(text, {
      options: {
        channel: {
          required: true,
          pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
          expected: 'a GUID',
        },
        'insecure-skip-verify': serverOptions['insecure-skip-verify'],
        sourcetype: {},
        source: {},
        index: {},
        host: {},
      },
      headers: true,
    });
    if (headers['authorization'] === undefined) {
      throw badText('needs the option "header_Authorization", with "Splunk%20" and the token');
    }
    const { url, address } = hostAddress(text, 'https');
    if (url.pathname !== PATH) throw badText(`needs the path ${PATH}`);
    const { 'insecure-skip-verify': _, ...query } = values;
    const target = `${url.href}?${new URLSearchParams(query)}`;
    return {
      kind: 'splunk',
      needsChallenge: false,
      maxBytes: MAX_BYTES,
      form: 'text',
      address,
      maskedOptions: masked,
      secrets,
      open: (deps) =>
        httpWriter(
          {
            name: `splunk://${url.host}`,
            furtherPorts: [HEC_PORT],
            verifyTls: verifiesTls(values),
            request: () => ({ url: target, headers }),
            reason: reasonOf,
          },
          deps,
        ),
    };
  },
};

/** `{"text":"Invalid token","code":4}`. */
function reasonOf({ body }: BufferedResponse): string | undefined {
  const json = parseJson(body.toString());
  const text = json.ok && (json.value as { text?: unknown } | null)?.text;
  return typeof text === 'string' && /^[\w ,.'-]{1,100}$/.test(text) ? text : undefined;
}
