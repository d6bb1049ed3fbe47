import { type DestinationKind, MAX_JOB_BYTES } from '../destination-kind.ts';
import { badText } from '../destination-text.ts';
import { hostAddress } from '../host-address.ts';
import { httpWriter } from '../http-writer.ts';
import { readOptions } from '../option-rules.ts';

/** New Relic refuses bodies of more than 1 MB after compression; log lines compress to a fifth or less. */
const NEW_RELIC = /(^|\.)(newrelic\.com|nr-data\.net)$/;
const NEW_RELIC_MAX_BYTES = 5_000_000;

/** `https://host[:port]/path?header_<Name>=<value>&other=…`; also `http://`, to addresses that the operator lists. */
export const httpsKind: DestinationKind = {
  read(text) {
    const { headers, others, secrets, masked } = readOptions(text, {
      options: {},
      headers: true,
      others: true,
    });
    const { url, address } = hostAddress(text, text.scheme === 'http' ? 'http' : 'https');
    const query = others.map((option) => option.raw).join('&');
    const target = url.href + (query && `?${query}`);
    if (!URL.canParse(target)) throw badText('is not a valid URL');
    return {
      kind: 'https',
      needsChallenge: false,
      maxBytes: NEW_RELIC.test(url.hostname) ? NEW_RELIC_MAX_BYTES : MAX_JOB_BYTES,
      form: 'text',
      address,
      maskedOptions: masked,
      secrets,
      open: (deps) =>
        httpWriter({ name: url.origin, request: () => ({ url: target, headers }) }, deps),
    };
  },
};
