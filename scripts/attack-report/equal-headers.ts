/** Headers that say more about the recording than about the request. */
const RECORDED =
  /^(?:host|connection|sec-[\w-]+|user-agent|accept|accept-language|accept-encoding|upgrade-insecure-requests|cache-control|pragma|dnt|origin):/i;

const equal = [
  'Host: www.shop.test',
  'Connection: keep-alive',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Accept: */*',
  'Accept-Language: en',
  'Accept-Encoding: gzip, deflate, br',
  'Sec-Fetch-Mode: cors',
];

/** The request with the host and the headers of one browser instead of its own. */
export function withEqualHeaders(request: Buffer): Buffer {
  const text = request.toString('latin1');
  const end = text.search(/\r?\n\r?\n/);
  const [line = '', ...fields] = (end === -1 ? text : text.slice(0, end)).split(/\r?\n/);
  const kept = fields.filter((field) => !RECORDED.test(field));
  const rest = end === -1 ? '\r\n\r\n' : text.slice(end).replace(/^\r?\n\r?\n/, '\r\n\r\n');
  return Buffer.from([line, ...equal, ...kept].join('\r\n') + rest, 'latin1');
}
