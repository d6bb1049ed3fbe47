import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
// @ts-expect-error: the package has no types.
import S3rver from 's3rver';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { testCertificate, testKey } from '../loopback-server.fixture.ts';
import type { Counterpart } from './destination-contract.ts';

/** The only key pair that the server accepts. It does not check signatures of version 4. */
export const s3Keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

const OBJECT = '._S3rver_object';

export interface S3Server extends Counterpart {
  /** Names of objects. */
  keys(): Promise<readonly string[]>;
}

/** An S3 server on loopback with one bucket. */
export async function startS3Server(bucket: string): Promise<S3Server> {
  const folder = tempFolder();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    vhostBuckets: false,
    directory: folder.path,
    key: testKey,
    cert: testCertificate,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const root = join(folder.path, bucket);
  const files = async () =>
    (await readdir(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.name.endsWith(OBJECT))
      .map((entry) => join(entry.parentPath, entry.name));
  const keyOf = (file: string) => relative(root, file).slice(0, -OBJECT.length);
  return {
    port,
    keys: async () => (await files()).map(keyOf).sort(),
    async stored() {
      const read = async (file: string) => ({
        id: keyOf(file),
        text: plainText(await readFile(file)),
      });
      return Promise.all((await files()).map(read));
    },
    async stop() {
      server.httpServer.closeAllConnections();
      await server.close();
      folder.remove();
    },
  };
}

/** The text of an object, which is compressed unless it is a challenge. */
export function plainText(bytes: Buffer): string {
  return String(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes);
}
