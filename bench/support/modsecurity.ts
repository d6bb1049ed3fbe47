import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { type Peer, startPeer } from './peer.ts';
import { ensureDebianFile } from './wrk.ts';

const MODULE = '/usr/lib/nginx/modules/ngx_http_modsecurity_module.so';
const RULES = '/usr/share/modsecurity-crs';

/** nginx with ModSecurity 3 and the core rule set of Debian at paranoia level 2, as a proxy with one worker. It only detects: it would refuse some of the ordinary requests. */
export async function startModSecurity(upstream: string): Promise<Peer> {
  ensureDebianFile(MODULE, 'libnginx-mod-http-modsecurity');
  ensureDebianFile(RULES, 'modsecurity-crs');
  const home = tempFolder();
  const port = await freePort();
  const rules = join(home.path, 'rules.conf');
  writeFileSync(rules, rulesFile());
  const file = join(home.path, 'nginx.conf');
  writeFileSync(file, configuration(home.path, port, new URL(upstream).host, rules));
  return await startPeer({
    name: 'nginx with ModSecurity',
    command: ['nginx', '-c', file, '-e', join(home.path, 'error.log')],
    url: `http://127.0.0.1:${port}`,
    isReady: async (url) => (await fetch(url)).status > 0,
    onEnd: home.remove,
  });
}

function rulesFile(): string {
  const setup = ['/etc/modsecurity/crs/crs-setup.conf', `${RULES}/crs-setup.conf`].find(existsSync);
  return `SecRuleEngine DetectionOnly
SecRequestBodyAccess On
SecRequestBodyLimit 1048576
SecAuditEngine Off
${setup ? `Include ${setup}` : ''}
SecAction "id:900000,phase:1,pass,nolog,t:none,setvar:tx.paranoia_level=2,setvar:tx.blocking_paranoia_level=2"
SecAction "id:900200,phase:1,pass,nolog,t:none,setvar:'tx.allowed_methods=GET HEAD POST OPTIONS'"
Include ${RULES}/rules/*.conf
`;
}

function configuration(folder: string, port: number, upstream: string, rules: string): string {
  return `
load_module ${MODULE};
daemon off; worker_processes 1; pid ${folder}/pid; user root;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  modsecurity on; modsecurity_rules_file ${rules};
  upstream behind { server ${upstream}; keepalive 128; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; }
  }
}`;
}
