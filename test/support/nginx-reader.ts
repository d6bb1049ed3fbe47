import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { tempFolder } from './temp-folder.ts';

const NGINX = '/usr/sbin/nginx';

/** How nginx interprets a request. */
export interface NginxReading {
  readonly host: string;
  readonly path: string;
}

/** Shows how a real nginx interprets hosts and paths; undefined if nginx is not installed. */
export class NginxReader {
  readonly #process: ChildProcess;
  readonly #port: number;
  readonly #folder: ReturnType<typeof tempFolder>;

  private constructor(process: ChildProcess, port: number, folder: ReturnType<typeof tempFolder>) {
    this.#process = process;
    this.#port = port;
    this.#folder = folder;
  }

  static async start(): Promise<NginxReader | undefined> {
    if (!existsSync(NGINX)) return undefined;
    const folder = tempFolder();
    const port = await freePort();
    const config = join(folder.path, 'nginx.conf');
    writeFileSync(config, configText(port, folder.path));
    const process = spawn(NGINX, ['-p', folder.path, '-c', config, '-e', 'stderr'], {
      stdio: 'ignore',
    });
    const reader = new NginxReader(process, port, folder);
    while (process.exitCode === null && !(await reader.read('a', '/'))) await delay(10);
    return reader;
  }

  /** Undefined if nginx refuses the request. */
  async read(host: string, target: string): Promise<NginxReading | undefined> {
    const socket = connect(this.#port, '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 'latin1');
    const response = await text(socket.setEncoding('latin1')).catch(() => '');
    const [head, body = ''] = response.split('\r\n\r\n', 2);
    const [name = '', path = ''] = body.split('\n', 2);
    return head?.startsWith('HTTP/1.1 200 ') ? { host: name, path } : undefined;
  }

  async stop(): Promise<void> {
    this.#process.kill();
    await once(this.#process, 'exit');
    this.#folder.remove();
  }
}

/** `$uri` is the path as locations match it: decoded, with slashes merged and dots resolved. */
const configText = (port: number, folder: string) => `
daemon off;
master_process off;
pid ${folder}/pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location / { return 200 "$host\\n$uri"; }
  }
}
`;
