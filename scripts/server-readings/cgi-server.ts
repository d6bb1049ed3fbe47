/** Passes requests at the port of `PORT` to php-cgi, as a web server does. Argument: the PHP file. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const [file = ''] = process.argv.slice(2);

createServer(async (request, response) => {
  const { headers, method = '', url = '' } = request;
  const body = await buffer(request);
  const php = spawn('php-cgi', {
    env: {
      ...process.env,
      GATEWAY_INTERFACE: 'CGI/1.1',
      REDIRECT_STATUS: '200',
      SCRIPT_FILENAME: file,
      REQUEST_METHOD: method,
      QUERY_STRING: url.slice(url.indexOf('?') + 1),
      CONTENT_LENGTH: String(body.length),
      ...(headers['content-type'] !== undefined && { CONTENT_TYPE: headers['content-type'] }),
      ...(headers.cookie !== undefined && { HTTP_COOKIE: headers.cookie }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  php.stdin.end(body);
  const output = (await buffer(php.stdout)).toString('latin1');
  response.end(output.slice(output.indexOf('\r\n\r\n') + 4), 'latin1');
}).listen(Number(process.env['PORT']), '127.0.0.1');
