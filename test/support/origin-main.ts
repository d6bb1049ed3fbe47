/** The main file of an origin that tests start and kill: prints its port and responds with its name. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [name = '', port = '0'] = process.argv.slice(2);
const server = createServer((request, response) => {
  const respond = () => response.end(name);
  request.resume();
  if (request.method === 'POST') setTimeout(respond, 5);
  else respond();
});
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
