import type { Feature } from './feature.ts';
import {
  allOf,
  alsoOutside,
  anyOf,
  calls,
  paths,
  properties,
  severalNames,
  words,
} from './finders.ts';
import { relays, searchLoops } from './work-loops.ts';

const worker = calls('Worker', 'SharedWorker');
const socket = calls('WebSocket');
const wasm = anyOf(paths('WebAssembly'), properties('WebAssembly'));
const cores = paths('navigator.hardwareConcurrency');

export const cryptominingFeatures: readonly Feature[] = [
  {
    id: 'mining-protocol',
    what: 'Speaks the protocol of mining pools',
    points: 100,
    shows: ['decisive'],
    find: words(
      'stratum+tcp',
      'stratum+ssl',
      'mining.subscribe',
      'mining.authorize',
      'mining.submit',
    ),
    samples: {
      matching: [`ws.send(JSON.stringify({ method: 'mining.subscribe', params: [] }));`],
      other: [`ws.send(JSON.stringify({ method: 'news.subscribe', params: [] }));`],
    },
  },
  {
    id: 'known-miner',
    what: 'Uses the API of a known miner',
    points: 100,
    shows: ['decisive'],
    find: anyOf(
      paths('Client.Anonymous', 'Client.User'),
      properties('addMiningNotification'),
      paths(
        'CoinHive',
        'CryptoLoot',
        'CRLT',
        'deepMiner',
        'JSECoin',
        'CoinImp',
        'WMP',
        'PerfektStart',
      ),
      words(
        'coinhive',
        'cryptoloot',
        'crypto-loot',
        'deepminer',
        'webminepool',
        'coinimp',
        'jsecoin',
      ),
      words('minero.cc', 'webminer', 'xmrig', 'cryptonoter', 'coin-have', 'monerominer'),
    ),
    samples: {
      matching: [`var m = new CoinHive.Anonymous('site'); m.start();`],
      other: [`var m = new Hive.Anonymous('site'); m.start();`],
    },
  },
  {
    id: 'mining-algorithm',
    what: 'Names an algorithm for mining in browsers',
    points: 80,
    shows: ['run'],
    find: anyOf(
      words('cryptonight', 'randomx', 'yescrypt', 'ghostrider', 'minotaurx'),
      severalNames(1, ['cn/r', 'cn/1', 'cn-lite', 'cn/half', 'rx/0']),
      properties('cryptonight', '_cryptonight_hash', 'cryptonight_hash', 'randomx_calculate_hash'),
      paths('cryptonight', 'CryptonightWASMWrapper'),
    ),
    samples: {
      matching: [`start({ algo: 'cryptonight', threads: 4 });`],
      other: [`start({ theme: 'night', threads: 4 });`],
    },
  },
  {
    id: 'pool-address',
    what: 'Names a mining pool',
    points: 60,
    shows: ['hidden'],
    find: words(
      ...['minexmr', 'supportxmr', 'nanopool', 'moneroocean', 'hashvault', 'xmrpool', 'nicehash'],
      ...['xmr.pool', 'pool.xmr', 'monero.pool', 'minergate', 'herominers', '2miners'],
    ),
    samples: {
      matching: [`connect('wss://proxy.supportxmr.test:443');`],
      other: [`connect('wss://pool.chat.test:443');`],
    },
  },
  {
    id: 'pool-jobs',
    what: 'Receives jobs with nonce and target over a socket and sends results',
    points: 70,
    shows: ['run'],
    find: allOf(
      severalNames(1, [
        'job_id',
        'jobId',
        'seed_hash',
        'hash_accepted',
        'hashesAccepted',
        'authed',
      ]),
      severalNames(1, ['nonce']),
      severalNames(1, ['target', 'difficulty', 'blob', 'result']),
      anyOf(socket, properties('WebSocket')),
    ),
    samples: {
      matching: [
        `const s = new WebSocket(u); s.onmessage = (m) => { const j = JSON.parse(m.data); run(j.job_id, j.blob, j.target); s.send(JSON.stringify({ nonce: n })); };`,
      ],
      other: [
        `const s = new WebSocket(u); s.onmessage = (m) => { const j = JSON.parse(m.data); show(j.target, j.result); };`,
      ],
    },
  },
  {
    id: 'hashing-interface',
    what: 'Counts hashes per second or throttles a miner',
    points: 50,
    shows: ['run'],
    find: anyOf(
      properties('getHashesPerSecond', 'hashesPerSecond', 'getTotalHashes', 'getAcceptedHashes'),
      properties('setThrottle', 'autoThreads', 'setAutoThreadsEnabled', 'hashrate', 'hashRate'),
      words('hashes/s', 'hashes per second', 'hashrate'),
    ),
    samples: {
      matching: [`setInterval(() => show(m.getHashesPerSecond()), 1000);`],
      other: [`el.addEventListener('scroll', throttle(show, 100));`],
    },
  },
  {
    id: 'worker-with-wasm-and-socket',
    what: 'Runs WebAssembly and workers and uses a socket',
    points: 35,
    shows: ['hidden'],
    find: allOf(worker, wasm, socket),
    samples: {
      matching: [
        `const s = new WebSocket(u); const w = new Worker('w.js'); WebAssembly.instantiate(b).then(go);`,
      ],
      other: [`const w = new Worker('w.js'); WebAssembly.instantiate(b).then(go);`],
    },
  },
  {
    id: 'search-for-a-socket',
    what: 'Searches in workers for a number with a small enough result, and uses a socket',
    points: 100,
    shows: ['run', 'hidden'],
    find: allOf(
      searchLoops,
      alsoOutside(anyOf(worker, properties('Worker'), paths('onmessage'))),
      alsoOutside(socket),
      alsoOutside(anyOf(wasm, cores)),
    ),
    samples: {
      matching: [
        `const s = new WebSocket(u); for (let i = 0; i < navigator.hardwareConcurrency; i++) new Worker(URL.createObjectURL(new Blob(['onmessage = (e) => { let n = e.data.from; for (;;) { const r = work(n++); if (r < e.data.limit) postMessage(n); } }'])));`,
      ],
      other: [
        `const s = new WebSocket(u); for (let i = 0; i < navigator.hardwareConcurrency; i++) new Worker(URL.createObjectURL(new Blob(['onmessage = (e) => { for (const tile of e.data) postMessage(draw(tile)); }'])));`,
        `let n = 0; for (;;) { const r = work(n++); if (r < limit) send(n); }`,
      ],
    },
  },
  {
    id: 'jobs-relayed',
    what: 'Passes jobs from a socket to workers and their results back',
    points: 45,
    shows: ['hidden'],
    find: allOf(relays('<websocket>', 'postMessage'), relays('<worker>', 'send')),
    samples: {
      matching: [
        `const s = new WebSocket(u), w = new Worker('w.js'); s.onmessage = (m) => w.postMessage(m.data); w.onmessage = (r) => s.send(r.data);`,
      ],
      other: [
        `const s = new WebSocket(u), w = new Worker('w.js'); s.onmessage = (m) => w.postMessage(m.data); w.onmessage = (r) => show(r.data);`,
      ],
    },
  },
  {
    id: 'all-cores',
    what: 'Starts a worker for every core of the processor',
    points: 20,
    shows: ['run'],
    find: allOf(cores, worker),
    samples: {
      matching: [`for (let i = 0; i < navigator.hardwareConcurrency; i++) new Worker('w.js');`],
      other: [`console.log(navigator.hardwareConcurrency);`],
    },
  },
  {
    id: 'nonce-search',
    what: 'Searches in workers for a nonce that meets a target',
    points: 45,
    shows: [],
    find: allOf(
      severalNames(1, ['nonce', 'startNonce', 'nonceStart']),
      severalNames(1, ['target', 'difficulty']),
      anyOf(worker, calls('postMessage')),
      severalNames(1, ['hash', 'midstate', 'hashes', 'digest', 'throttle']),
    ),
    samples: {
      matching: [
        `const w = new Worker(u); w.postMessage({ nonce: 0, target: t }); w.onmessage = (e) => send(e.data.hash);`,
      ],
      other: [`el.nonce = policy.nonce; postMessage({ target: 'parent' });`],
    },
  },
];
