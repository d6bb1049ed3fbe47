import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findNetwork } from '../../catalogs/networks/networks.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { CallHandler } from '../calls/call-handler.ts';
import { localResults } from '../calls/local-results.ts';
import { MethodTable } from '../calls/method-table.ts';
import { HeadChain } from '../heads/head-chain.ts';
import { NetworkGateway } from '../network-gateway.ts';
import { isFailure } from '../rpc/rpc-call.ts';
import { bodyText, handleBody } from './handle-body.ts';

const MAX_ITEMS = 5;
const HASH = `0x${'ab'.repeat(32)}`;
const ADDRESS = `0x${'cd'.repeat(20)}`;

/** The upstream returns the method and parameters that it received. */
const network = findNetwork('sepolia') ?? assert.fail();
const methods = new MethodTable({
  methods: { allow: [], deny: [] },
  maxLogBlocks: undefined,
});
const gateway = new NetworkGateway({
  network,
  methods,
  timeoutMs: 1_000,
  heads: new HeadChain(),
  handle: localResults(network, async ({ method, params }) => ({
    result: JSON.stringify([method, params]),
  })),
  clock: systemClock,
  onCall: () => {},
  onError: () => {},
});

async function responseTo(
  text: string,
  target: NetworkGateway = gateway,
): Promise<readonly [status: number, body: string | undefined]> {
  const { status, body } = await handleBody(text, {
    gateway: target,
    caller: { view: { seenBlock: 0 }, signal: new AbortController().signal, charge() {} },
    maxItems: MAX_ITEMS,
    maxBytes: 1_000,
    take: () => 0,
  });
  return [status, body && bodyText(body)];
}

const result = (id: string, value: string) => `{"jsonrpc":"2.0","id":${id},"result":${value}}`;
const error = (id: string, code: number, message: string) =>
  `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":${JSON.stringify(message)}}}`;
const call = (method: string, params = '[]', id = '1') =>
  `{"jsonrpc":"2.0","method":"${method}","params":${params},"id":${id}}`;
const echoed = (method: string, params: string, id = '1') => result(id, `["${method}",${params}]`);

const CHAIN = '"0xaa36a7"';
const NO_JSON = error('null', -32700, 'The body is not JSON');
const TWICE = error('null', -32600, 'An object has a duplicate member');
const NO_OBJECT = error('null', -32600, 'A call must be an object');
const NO_ID = error('null', -32600, 'The id must be a string, a number or null');
const version = (id: string) => error(id, -32600, 'The member jsonrpc must be "2.0"');
const noMethod = (id: string) => error(id, -32600, 'The member method must be a string');
const noParams = (id: string) => error(id, -32600, 'The member params must be an array');
const unknown = (id: string, name: string) =>
  error(id, -32601, `the method ${name} does not exist/is not available`);
const wrong = (what: string) => error('1', -32602, what);

type Case = readonly [body: string, status: number, response: string | undefined];

const tables: Readonly<Record<string, readonly Case[]>> = {
  'bodies that are not JSON': [
    ['', 400, NO_JSON],
    [' ', 400, NO_JSON],
    ['{', 400, NO_JSON],
    ['nonsense', 400, NO_JSON],
    ["{'jsonrpc':'2.0'}", 400, NO_JSON],
    ['{"jsonrpc":"2.0","method":"eth_chainId","id":1,}', 400, NO_JSON],
    ['{"jsonrpc":"2.0","method":"eth_chainId","id":01}', 400, NO_JSON],
    ['{"jsonrpc":"2.0","method":"eth_chainId","id":1}{}', 400, NO_JSON],
    ['[{"jsonrpc":"2.0","method":"eth_chainId","id":1}', 400, NO_JSON],
    ['{"jsonrpc":"2.0","method":"a\u0001b","id":1}', 400, NO_JSON],
    ['[1,2', 400, NO_JSON],
  ],
  'bodies that are not calls': [
    ['null', 400, NO_OBJECT],
    ['1', 400, NO_OBJECT],
    ['"eth_chainId"', 400, NO_OBJECT],
    ['true', 400, NO_OBJECT],
    ['[]', 400, error('null', -32600, 'The batch is empty')],
    ['{}', 400, version('null')],
    ['{"id":1}', 400, version('1')],
    ['{"jsonrpc":"1.0","method":"eth_chainId","id":1}', 400, version('1')],
    ['{"jsonrpc":2.0,"method":"eth_chainId","id":1}', 400, version('1')],
    ['{"method":"eth_chainId","id":"a"}', 400, version('"a"')],
    ['{"jsonrpc":"2.0","id":1}', 400, noMethod('1')],
    ['{"jsonrpc":"2.0","method":1,"id":1}', 400, noMethod('1')],
    ['{"jsonrpc":"2.0","method":null,"id":null}', 400, noMethod('null')],
    ['{"jsonrpc":"2.0","method":"eth_chainId","params":"x","id":1}', 400, noParams('1')],
    ['{"jsonrpc":"2.0","method":"eth_chainId","params":null,"id":1}', 200, result('1', CHAIN)],
    ['{"jsonrpc":"2.0","method":"eth_chainId","params":7,"id":1}', 400, noParams('1')],
    ['{"jsonrpc":"2.0","method":"eth_chainId","id":{}}', 400, NO_ID],
    ['{"jsonrpc":"2.0","method":"eth_chainId","id":[1]}', 400, NO_ID],
    ['{"jsonrpc":"2.0","method":"eth_chainId","id":true}', 400, NO_ID],
    ['{"jsonrpc":"2.0","method":"eth_chainId","id":1,"id":2}', 400, TWICE],
    ['{"jsonrpc":"2.0","method":"eth_chainId","\\u006dethod":"eth_call","id":1}', 400, TWICE],
    [
      `${'['.repeat(65)}${']'.repeat(65)}`,
      400,
      error('null', -32600, 'The body has more than 64 levels'),
    ],
  ],
  ids: [
    [call('eth_chainId'), 200, result('1', CHAIN)],
    [call('eth_chainId', '[]', '0'), 200, result('0', CHAIN)],
    [call('eth_chainId', '[]', '-1'), 200, result('-1', CHAIN)],
    [call('eth_chainId', '[]', 'null'), 200, result('null', CHAIN)],
    [call('eth_chainId', '[]', '"abc"'), 200, result('"abc"', CHAIN)],
    [call('eth_chainId', '[]', '""'), 200, result('""', CHAIN)],
    [call('eth_chainId', '[]', '"é😀"'), 200, result('"é😀"', CHAIN)],
    [call('eth_chainId', '[]', '"\\u0000"'), 200, result('"\\u0000"', CHAIN)],
    [call('eth_chainId', '[]', '1.5'), 200, result('1.5', CHAIN)],
    [call('eth_chainId', '[]', '9007199254740993'), 200, result('9007199254740993', CHAIN)],
    [
      call('eth_chainId', '[]', '12345678901234567890123'),
      200,
      result('12345678901234567890123', CHAIN),
    ],
    [call('eth_chainId', '[]', '1e400'), 200, result('1e400', CHAIN)],
    ['{"jsonrpc":"2.0","method":"eth_chainId"}', 204, undefined],
    ['{"jsonrpc":"2.0","method":"no_such_method"}', 204, undefined],
    ['{"jsonrpc":"2.0","method":"eth_getBalance","params":["nobody"]}', 204, undefined],
    // Named parameters are valid JSON-RPC, so the first body is a notification. The second one is an invalid request.
    ['{"jsonrpc":"2.0","method":"eth_getBalance","params":{"a":1}}', 204, undefined],
    ['{"jsonrpc":"2.0","method":"eth_getBalance","params":7}', 400, noParams('null')],
  ],
  methods: [
    ['{"jsonrpc":"2.0","method":"eth_chainId","id":1}', 200, result('1', CHAIN)],
    [' {"id":1,"jsonrpc":"2.0","method":"eth_chainId"}\n', 200, result('1', CHAIN)],
    ['{"jsonrpc":"2.0","method":"eth_chainId","id":1,"extra":{"a":1}}', 200, result('1', CHAIN)],
    [call('net_version'), 200, result('1', '"11155111"')],
    [
      call('web3_sha3', '["0x68656c6c6f20776f726c64"]'),
      200,
      result('1', '"0x47173285a8d7341e5e972fc677286384f802f8ef42a5ec5f03bbfa254cb01fad"'),
    ],
    [call(''), 200, unknown('1', '')],
    [call('eth_nothing'), 200, unknown('1', 'eth_nothing')],
    [call('ETH_chainId'), 200, unknown('1', 'ETH_chainId')],
    [call('constructor'), 200, unknown('1', 'constructor')],
    [call('__proto__'), 200, unknown('1', '__proto__')],
    [call('debug_traceTransaction'), 200, unknown('1', 'debug_traceTransaction')],
    [
      call('eth_coinbase'),
      200,
      error(
        '1',
        -32601,
        'the method eth_coinbase does not exist/is not available: the gateway does not mine',
      ),
    ],
    [
      call('eth_subscribe', '["newHeads"]'),
      200,
      error(
        '1',
        -32601,
        'the method eth_subscribe does not exist/is not available: subscriptions need a WebSocket; connect to the same path with one',
      ),
    ],
  ],
  parameters: [
    [
      '{"jsonrpc":"2.0","method":"eth_getBalance","params":{"address":"0x"},"id":1}',
      200,
      wrong('Give the parameters as an array'),
    ],
    [call('eth_chainId', '[1]'), 200, wrong('eth_chainId takes at most 0 parameters')],
    [call('eth_getBalance'), 200, wrong('The parameter 1 of eth_getBalance (address) is missing')],
    [
      call('eth_getBalance', '[null]'),
      200,
      wrong('The parameter 1 of eth_getBalance (address) is missing'),
    ],
    [
      call('eth_getBalance', '["0x1"]'),
      200,
      wrong(
        'The parameter 1 of eth_getBalance (address) must be an address: 0x and 40 hexadecimal digits',
      ),
    ],
    // A hash may begin with zeros, which a number may not.
    [
      call('eth_getBlockReceipts', `["0x${'0a'.repeat(32)}"]`),
      200,
      echoed('eth_getBlockReceipts', `["0x${'0a'.repeat(32)}"]`),
    ],
    [call('eth_getBalance', `["${ADDRESS}"]`), 200, echoed('eth_getBalance', `["${ADDRESS}"]`)],
    [
      call('eth_getBalance', `["${ADDRESS}","latest"]`),
      200,
      echoed('eth_getBalance', `["${ADDRESS}","latest"]`),
    ],
    [
      call('eth_getBlockByHash', `["${HASH}"]`),
      200,
      wrong('The parameter 2 of eth_getBlockByHash (full) is missing'),
    ],
    [
      call('eth_getBlockByHash', `["${HASH}",1]`),
      200,
      wrong('The parameter 2 of eth_getBlockByHash (full) must be true or false'),
    ],
    [
      call('eth_getBlockByHash', '["0xab",true]'),
      200,
      wrong(
        'The parameter 1 of eth_getBlockByHash (hash) must be a hash: 0x and 64 hexadecimal digits',
      ),
    ],
    [
      call('eth_getUncleByBlockHashAndIndex', `["${HASH}","0x01"]`),
      200,
      wrong(
        'The parameter 2 of eth_getUncleByBlockHashAndIndex (index) must be a number: 0x and hexadecimal digits without leading zeros',
      ),
    ],
    [
      call('eth_sendRawTransaction', '["0xabc"]'),
      200,
      wrong(
        'The parameter 1 of eth_sendRawTransaction (transaction) must be bytes: 0x and an even number of hexadecimal digits',
      ),
    ],
    [
      call('eth_feeHistory', '["0xb","latest",[]]'),
      200,
      `{"jsonrpc":"2.0","id":1,"error":{"code":-32047,"message":"The range may have at most 10 blocks, not 11; split it","data":{"max_blocks":10,"requested_blocks":11}}}`,
    ],
    [
      call('eth_feeHistory', '["0xa","latest",[50,10]]'),
      200,
      wrong(
        'The parameter 3 of eth_feeHistory (percentiles) must be a list of at most 100 numbers from 0 to 100, ascending',
      ),
    ],
    [
      call('eth_call', '[{"to":"0x12"}]'),
      200,
      wrong(
        'The parameter 1 of eth_call (transaction) must be an object that describes a transaction',
      ),
    ],
    [
      call('eth_getLogs', `[{"topics":[["${HASH}",null],null]}]`),
      200,
      echoed('eth_getLogs', `[{"topics":[["${HASH}",null],null]}]`),
    ],
    [
      call('eth_getLogs', '[{"topics":[1]}]'),
      200,
      wrong(
        'The parameter 1 of eth_getLogs (filter) must be an object with fromBlock, toBlock or blockHash, address and topics',
      ),
    ],
    [
      call('trace_filter', '[{"toBlock":"0x1","count":200}]'),
      200,
      echoed('trace_filter', '[{"toBlock":"0x1","count":200}]'),
    ],
    ...['{"toBlock":"0x1","count":201}', '{"toBlock":"0x1"}', '{"toBlock":1,"count":1}'].map(
      (filter): Case => [
        call('trace_filter', `[${filter}]`),
        200,
        wrong(
          'The parameter 1 of trace_filter (filter) must be an object with fromBlock, toBlock, fromAddress, toAddress, after and count, which is required and at most 200',
        ),
      ],
    ),
  ],
  batches: [
    [`[${call('eth_chainId')}]`, 200, `[${result('1', CHAIN)}]`],
    [
      `[${call('eth_chainId')},${call('net_version', '[]', '"b"')}]`,
      200,
      `[${result('1', CHAIN)},${result('"b"', '"11155111"')}]`,
    ],
    [
      `[${call('eth_nothing')},1,${call('eth_chainId', '[]', '2')}]`,
      200,
      `[${unknown('1', 'eth_nothing')},${NO_OBJECT},${result('2', CHAIN)}]`,
    ],
    ['[1,2]', 200, `[${NO_OBJECT},${NO_OBJECT}]`],
    ['[[]]', 200, `[${NO_OBJECT}]`],
    ['[{"jsonrpc":"2.0","method":"eth_chainId"}]', 204, undefined],
    ['[{"jsonrpc":"2.0","method":"eth_chainId","params":{}}]', 204, undefined],
    [
      '[{"jsonrpc":"2.0","method":"eth_chainId","params":{}},{"jsonrpc":"2.0","method":1}]',
      200,
      `[${noMethod('null')}]`,
    ],
    [
      `[{"jsonrpc":"2.0","method":"eth_chainId"},${call('eth_chainId', '[]', '7')}]`,
      200,
      `[${result('7', CHAIN)}]`,
    ],
    [
      `[${call('eth_chainId', '[]', '9007199254740993')},${call('eth_chainId', '[]', '9007199254740995')}]`,
      200,
      `[${result('9007199254740993', CHAIN)},${result('9007199254740995', CHAIN)}]`,
    ],
    [
      `[${Array(MAX_ITEMS + 1)
        .fill(call('eth_chainId'))
        .join()}]`,
      413,
      error('null', -32600, `The batch has more than ${MAX_ITEMS} calls; split it`),
    ],
  ],
};

for (const [what, cases] of Object.entries(tables)) {
  describe(`JSON-RPC: ${what}`, () => {
    for (const [body, status, response] of cases) {
      it(body.slice(0, 100), async () => {
        assert.deepEqual(await responseTo(body), [status, response]);
      });
    }
  });
}

describe('a call with an internal error', () => {
  const failure = (id: string) => error(id, -32603, 'The gateway failed; see its log');
  /** One handler throws synchronously, the other one rejects. */
  const failing: Readonly<Record<string, CallHandler>> = {
    'at once': () => {
      throw new Error('no such thing');
    },
    later: async () => {
      throw new Error('no such thing');
    },
  };
  for (const [when, handle] of Object.entries(failing)) {
    it(`${when} gets an error with its id, and so do the others of its batch`, async () => {
      const errors: unknown[] = [];
      const results: string[] = [];
      const faulty = new NetworkGateway({
        network,
        methods,
        timeoutMs: 1_000,
        heads: new HeadChain(),
        handle: localResults(network, handle),
        clock: systemClock,
        onCall: (method, outcome) => results.push(`${method} ${isFailure(outcome)}`),
        onError: (problem) => errors.push(problem),
      });
      const single = await responseTo(call('eth_gasPrice', '[]', '"a"'), faulty);
      assert.deepEqual(single, [500, failure('"a"')]);
      const batch = `[${call('eth_gasPrice', '[]', '7')},${call('eth_chainId', '[]', '8')}]`;
      const both = `[${failure('7')},${result('8', CHAIN)}]`;
      assert.deepEqual(await responseTo(batch, faulty), [200, both]);
      assert.equal(errors.length, 2);
      assert.deepEqual(results.toSorted(), [
        'eth_chainId false',
        'eth_gasPrice true',
        'eth_gasPrice true',
      ]);
    });
  }
});

it('makes equal calls of a batch once, but for those that create something', async () => {
  let calls = 0;
  const counting = {
    isStateful: (method: string) => method === 'eth_newBlockFilter',
    call: async () => {
      calls += 1;
      return { result: 'true' };
    },
  };
  const body = `[${call('eth_gasPrice')},${call('eth_gasPrice', '[]', '2')},${call('eth_blockNumber', '[]', '3')},${call('eth_newBlockFilter', '[]', '4')},${call('eth_newBlockFilter', '[]', '5')}]`;
  await handleBody(body, {
    gateway: counting,
    caller: { view: { seenBlock: 0 }, signal: new AbortController().signal, charge() {} },
    maxItems: MAX_ITEMS,
    maxBytes: 1_000,
    take: () => 0,
  });
  assert.equal(calls, 4);
});

it('rejects calls of a batch once their combined results are too large', async () => {
  let calls = 0;
  const large = {
    isStateful: () => false,
    call: async () => {
      calls += 1;
      return { result: JSON.stringify('x'.repeat(398)) };
    },
  };
  const batch = [1, 2, 3, 4, 5].map((id) => call('eth_getCode', `["${id}"]`, `${id}`));
  const { body } = await handleBody(`[${batch.join()}]`, {
    gateway: large,
    caller: { view: { seenBlock: 0 }, signal: new AbortController().signal, charge() {} },
    maxItems: MAX_ITEMS,
    maxBytes: 800,
    take: () => 0,
  });
  const responses = JSON.parse(bodyText(body ?? '')) as { result?: string; error?: object }[];
  assert.deepEqual(
    responses.map((response) => 'result' in response),
    [true, true, false, false, false],
  );
  assert.deepEqual(responses[4]?.error, {
    code: -32008,
    message: 'The result is too large; request less at once',
  });
  assert.ok(calls <= MAX_ITEMS);
});

describe('the methods of a network', () => {
  const table = new MethodTable({
    methods: { allow: ['debug_*', 'eth_coinbase'], deny: ['eth_getLogs', 'debug_traceCall'] },
    maxLogBlocks: undefined,
  });
  const cases: readonly (readonly [method: string, isOffered: boolean])[] = [
    ['eth_call', true],
    ['eth_getLogs', false],
    ['debug_traceTransaction', true],
    ['debug_traceCall', false],
    ['eth_coinbase', true],
    ['eth_accounts', false],
    ['trace_block', false],
  ];
  for (const [method, isOffered] of cases) {
    it(`${isOffered ? 'include' : 'do not include'} ${method}`, () => {
      const found = table.find(method);
      assert.equal(found !== undefined && found.refusal === undefined, isOffered);
    });
  }

  it('that the gateway does not know are never combined', () => {
    assert.equal(table.isStateful('debug_traceTransaction'), true);
    assert.equal(table.isStateful('eth_call'), false);
  });

  it('have the block range of the settings', () => {
    const own = new MethodTable({ methods: { allow: [], deny: [] }, maxLogBlocks: 10 });
    assert.equal(own.find('eth_getLogs')?.maxBlocks, 10);
  });
});
