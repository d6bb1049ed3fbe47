import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '../../test/support/temp-folder.ts';

/** The host name for requests to peers over TLS. Load generators resolve it, so it must exist. */
export const TLS_HOST = 'localhost';

const made = fileURLToPath(new URL('../../test/fixtures/tls/shop.test', import.meta.url));

export interface CertificateFolder {
  readonly path: string;
  readonly cert: string;
  readonly key: string;
  remove(): void;
}

/** A folder of certificates in the form that the edge reads, with one for all peers. Clients do not verify it. */
export function certificateFolder(): CertificateFolder {
  const folder = tempFolder();
  const [cert = '', key = ''] = ['crt', 'key'].map((type) => {
    const file = join(folder.path, `${TLS_HOST}.${type}`);
    cpSync(`${made}.${type}`, file);
    return file;
  });
  return { path: folder.path, cert, key, remove: () => folder.remove() };
}
