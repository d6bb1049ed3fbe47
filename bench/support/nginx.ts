import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { ensureDebianPackage } from './wrk.ts';

export interface Nginx {
  readonly pid: number;
  readonly origin: string;
  stop(): Promise<void>;
}

/** An nginx with one worker that answers itself, or passes on to `upstream`. */
export async function startNginx({ upstream }: { upstream?: string } = {}): Promise<Nginx> {
  ensureDebianPackage('nginx', 'nginx-light');
  const folder = tempFolder();
  const port = await freePort();
  const file = join(folder.path, 'nginx.conf');
  writeFileSync(file, configuration(folder.path, port, upstream));
  const child = spawn('nginx', ['-c', file, '-e', join(folder.path, 'error.log')], {
    stdio: 'inherit',
  });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(origin).catch(() => undefined)))
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

function configuration(folder: string, port: number, upstream: string | undefined): string {
  const handling =
    upstream === undefined
      ? `default_type text/plain; return 200 "${'x'.repeat(1024)}";`
      : `proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;`;
  const behind =
    upstream === undefined
      ? ''
      : `upstream behind { server ${new URL(upstream).host}; keepalive 128; keepalive_requests 1000000; }`;
  return `
daemon off; worker_processes 1; pid ${folder}/pid;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  ${behind}
  server { listen 127.0.0.1:${port}; location / { ${handling} } }
}`;
}
