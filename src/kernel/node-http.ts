/** Parts of Node's HTTP module. An import of `node:http` would also load Node's HTTP client: 15 MB, and 50 ms of every start. */
export const {
  createServer,
  METHODS,
  request,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} = process.getBuiltinModule('node:http');
