import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  generateAccountSASQueryParameters,
  StorageSharedKeyCredential,
} from '@azure/storage-blob';
// @ts-expect-error: the package has no types for its parts.
import configurationModule from 'azurite/dist/src/blob/BlobConfiguration.js';
// @ts-expect-error: the package has no types for its parts.
import serverModule from 'azurite/dist/src/blob/BlobServer.js';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { testCertificate, testKey } from '../loopback-server.fixture.ts';
import type { OutboundMethod } from '../outbound-client.ts';
import { type Counterpart, loopbackClient } from './destination-contract.ts';
import { plainText } from './s3-server.fixture.ts';

/** The account name: the server uses the first label of the host name `good.test`. */
const ACCOUNT = 'good';
const KEY = Buffer.from('key of the account').toString('base64');

/** A shared access signature that permits everything. */
export const azureSas = generateAccountSASQueryParameters(
  {
    permissions: AccountSASPermissions.parse('rwlc'),
    resourceTypes: AccountSASResourceTypes.parse('sco').toString(),
    services: AccountSASServices.parse('b').toString(),
    startsOn: new Date(Date.UTC(2020, 0, 1)),
    expiresOn: new Date(Date.UTC(2100, 0, 1)),
  },
  new StorageSharedKeyCredential(ACCOUNT, KEY),
).toString();

/** An Azure blob server on loopback with one container, in memory. */
export async function startAzureServer(container: string): Promise<Counterpart> {
  const folder = tempFolder();
  const [cert, key] = [join(folder.path, 'crt'), join(folder.path, 'key')];
  writeFileSync(cert, testCertificate);
  writeFileSync(key, testKey);
  process.env['AZURITE_ACCOUNTS'] = `${ACCOUNT}:${KEY}`;
  const configuration = new configurationModule.default('127.0.0.1', 0);
  Object.assign(configuration, {
    cert,
    key,
    enableAccessLog: false,
    isMemoryPersistence: true,
    // The client sends a newer API version than the server supports.
    skipApiVersionCheck: true,
  });
  const server = new serverModule.default(configuration);
  await server.start();
  const { port } = server.httpServer.address();
  const client = loopbackClient(new ManualClock());
  const call = async (method: OutboundMethod, path: string, query = '') => {
    const url = `https://good.test:${port}/${container}${path}?${query}${azureSas}`;
    const { status, body } = await client.fetch({
      url,
      method,
      headers: { 'x-ms-version': '2024-11-04' },
    });
    assert.ok(status < 300, String(body));
    return body;
  };
  await call('PUT', '', 'restype=container&');
  return {
    port,
    async stored() {
      const list = String(await call('GET', '', 'restype=container&comp=list&'));
      const names = [...list.matchAll(/<Name>([^<]+)<\/Name>/g)].map(([, name = '']) => name);
      return Promise.all(
        names.map(async (id) => ({ id, text: plainText(await call('GET', `/${encodeURI(id)}`)) })),
      );
    },
    async stop() {
      await client.close();
      await server.close();
      delete process.env['AZURITE_ACCOUNTS'];
      folder.remove();
    },
  };
}
