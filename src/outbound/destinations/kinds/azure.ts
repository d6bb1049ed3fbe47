import { folderOf } from '../bucket-address.ts';
import {
  type DestinationDeps,
  type DestinationKind,
  type DestinationWriter,
  MAX_JOB_BYTES,
} from '../destination-kind.ts';
import { badText } from '../destination-text.ts';
import { hostAddress } from '../host-address.ts';
import { type OptionRule, readOptions } from '../option-rules.ts';
import type { SendOptions } from '../send-guarded.ts';
import { azureHttpClient } from './azure-http-client.ts';

const CONTAINER = /^(\$root|[a-z0-9][a-z0-9-]{1,61}[a-z0-9])$/;

/** The parameters of a shared access signature. All of them are signed. */
const sasOptions: Readonly<Record<string, OptionRule>> = {
  sig: { required: true, secret: true },
  ...Object.fromEntries(
    [
      ...['sv', 'ss', 'srt', 'sr', 'sp', 'st', 'se', 'sip', 'spr', 'si', 'ses', 'sdd'],
      ...['skoid', 'sktid', 'skt', 'ske', 'sks', 'skv', 'saoid', 'suoid', 'scid'],
    ].map((name) => [name, {}]),
  ),
};

/** `azure://<account>.blob.core.windows.net/<container>/dir?<SAS query>`. */
export const azureKind: DestinationKind = {
  read(text) {
    const { secrets, masked } = readOptions(text, { options: sasOptions });
    const [host = '', container = '', ...path] = text.address.split('/');
    const { url } = hostAddress({ ...text, address: host }, 'https');
    if (!CONTAINER.test(container)) throw badText('needs the name of a container after the host');
    const folder = folderOf(`${url.host}/${container}`, path);
    const sas = text.options.map((option) => option.raw).join('&');
    const urlOf = (key: string) =>
      `${url.origin}/${container}/${key.split('/').map(encodeURIComponent).join('/')}?${sas}`;
    return {
      kind: 'azure',
      needsChallenge: true,
      maxBytes: MAX_JOB_BYTES,
      form: 'text',
      address: folder.address,
      maskedOptions: masked,
      secrets,
      open: (deps) => blobWriter(`azure://${url.host}/${container}`, folder.keyOf, urlOf, deps),
    };
  },
};

/** Writes blobs with the Azure client, which is loaded at the first write. */
function blobWriter(
  name: string,
  keyOf: (file: string, time: number) => string,
  urlOf: (key: string) => string,
  { client, clock }: DestinationDeps,
): DestinationWriter {
  const options: SendOptions = {
    client,
    clock,
    name,
    reason({ headers }) {
      const code = headers['x-ms-error-code'];
      return code !== undefined && /^[A-Za-z]{1,64}$/.test(code) ? code : undefined;
    },
  };
  return {
    name,
    pathOf: (item) => keyOf(item.name, item.time),
    async write(item, signal) {
      const { AnonymousCredential, BlockBlobClient } = await import('@azure/storage-blob');
      const blob = new BlockBlobClient(
        urlOf(keyOf(item.name, item.time)),
        new AnonymousCredential(),
        {
          httpClient: azureHttpClient(options, signal),
          // The caller retries.
          retryOptions: { maxTries: 1 },
        },
      );
      const blobContentType = item.isCompressed ? 'application/gzip' : item.contentType;
      await blob.upload(item.body, item.body.byteLength, { blobHTTPHeaders: { blobContentType } });
    },
  };
}
