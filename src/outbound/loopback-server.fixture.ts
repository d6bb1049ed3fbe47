import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A certificate of its own authority for good.test and other.test, valid until 2126. For tests only. */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU2gAwIBAgIUIL/4hcziAa0Cg+1wnUEoNcG3nn0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJZ29vZC50ZXN0MCAXDTI2MTExNTAyMjQ1OVoYDzIxMjYxMDIy
MDIyNDU5WjAUMRIwEAYDVQQDDAlnb29kLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATMc8LSPoBWuPGNgtYSpqVbqjlcfJ8L/jN27LBT+ZOpCkZth/wRwLGg
/OFPJbgAFzfvBXNBt6HoF7+KFZuHMlZ+o3sweTAdBgNVHQ4EFgQUwP96jmTFFPn5
DKNBXyIkefzXiCIwHwYDVR0jBBgwFoAUwP96jmTFFPn5DKNBXyIkefzXiCIwDwYD
VR0TAQH/BAUwAwEB/zAmBgNVHREEHzAdgglnb29kLnRlc3SCCm90aGVyLnRlc3SH
BH8AAAEwCgYIKoZIzj0EAwIDSQAwRgIhALXmfeZr4YUFmQWSP36n9Mp2cgVT2ZJ3
hPdS4+qv6L0KAiEAsSJGFt2hTcA9B3eNwt2EBhHmlCr18GGQQ2ywO5REAgU=
-----END CERTIFICATE-----`;

export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXm/z+JLjRdED8Kaq
3bbFnqZr5wYZeBrnxsSjqig5DaqhRANCAATMc8LSPoBWuPGNgtYSpqVbqjlcfJ8L
/jN27LBT+ZOpCkZth/wRwLGg/OFPJbgAFzfvBXNBt6HoF7+KFZuHMlZ+
-----END PRIVATE KEY-----`;

export interface LoopbackServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** A real server on 127.0.0.1. */
export async function startServer(
  handler: RequestListener,
  scheme: 'http' | 'https' = 'http',
): Promise<LoopbackServer> {
  const server =
    scheme === 'http'
      ? createServer(handler)
      : createTlsServer({ key: testKey, cert: testCertificate }, handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
