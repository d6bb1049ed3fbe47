import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { type CertificateFolder, TLS_HOST } from './certificate.ts';
import { ensureDebianPackage } from './wrk.ts';

export interface Nginx {
  readonly pid: number;
  readonly origin: string;
  stop(): Promise<void>;
}

export interface NginxOptions {
  readonly upstream?: string;
  readonly certificate?: CertificateFolder;
}

/** The path whose response has 100 KB, if nginx has no upstream. */
export const LONG_PATH = '/long';
const LONG_BYTES = 100 * 1024;

/** An nginx with one worker that responds itself or proxies to `upstream`, over TLS if it has a certificate. */
export async function startNginx(options: NginxOptions = {}): Promise<Nginx> {
  ensureDebianPackage('nginx', 'nginx-light');
  const folder = tempFolder();
  const port = await freePort();
  const file = join(folder.path, 'nginx.conf');
  writeFileSync(file, configuration(folder.path, port, options));
  writeFileSync(join(folder.path, LONG_PATH), Buffer.alloc(LONG_BYTES, 'x'));
  const child = spawn('nginx', ['-c', file, '-e', join(folder.path, 'error.log')], {
    stdio: 'inherit',
  });
  const origin = options.certificate ? `https://${TLS_HOST}:${port}` : `http://127.0.0.1:${port}`;
  while (!(await isListening(port)))
    if (child.exitCode !== null) throw new Error('nginx did not start');
  return {
    pid: child.pid ?? 0,
    origin,
    async stop() {
      child.kill('SIGQUIT');
      await once(child, 'exit');
      folder.remove();
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

function configuration(folder: string, port: number, options: NginxOptions): string {
  const { upstream, certificate } = options;
  const locations =
    upstream === undefined
      ? `location / { default_type text/plain; return 200 "${'x'.repeat(1024)}"; }
         location ${LONG_PATH} { default_type text/plain; root ${folder}; }`
      : `location / { proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; }`;
  const behind =
    upstream === undefined
      ? ''
      : `upstream behind { server ${new URL(upstream).host}; keepalive 128; keepalive_requests 1000000; }`;
  const tls = certificate
    ? `ssl_certificate ${certificate.cert}; ssl_certificate_key ${certificate.key};`
    : '';
  return `
daemon off; worker_processes 1; pid ${folder}/pid; user root;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000; sendfile on;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  ${behind}
  server { listen 127.0.0.1:${port}${certificate ? ' ssl' : ''}; ${tls} ${locations} }
}`;
}
