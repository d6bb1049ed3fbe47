import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';

export interface TlsProxy {
  readonly port: number;
  /** Clients must trust it. */
  readonly certificateFile: string;
  close(): void;
}

/** Terminates TLS in front of a port on loopback, which older providers require. */
export async function startTlsProxy(folder: string, target: number): Promise<TlsProxy> {
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', keyFile, '-out', certificateFile];
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...options, ...subject, ...files], { stdio: 'ignore' });
  const secrets = { key: readFileSync(keyFile), cert: readFileSync(certificateFile) };
  const server = createServer(secrets, (visitor) => {
    const node = connect(target, '127.0.0.1');
    for (const [one, other] of [[visitor, node] as const, [node, visitor] as const]) {
      one.pipe(other);
      one.on('error', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, certificateFile, close: () => server.close() };
}
