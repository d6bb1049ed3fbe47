// Finds the nonces that ../proof-of-work.ts requires. Over plain HTTP, browsers have no built-in SHA-256; for
// single blocks this code is as fast.

const K = constants();
const schedule = new Int32Array(64);

self.onmessage = ({ data: { seed, rounds, bits } }) => {
  const block = new Int32Array(16);
  for (let i = 0; i < 8; i++) block[i] = Number.parseInt(seed.slice(i * 8, i * 8 + 8), 16);
  // 40 bytes, so that padding and length fit into the same block.
  block[10] = 0x80000000;
  block[15] = 320;
  const nonces = [];
  for (let round = 0; round < rounds; round++) {
    block[8] = round;
    let nonce = 0;
    for (block[9] = nonce; firstWord(block) >>> (32 - bits) !== 0; block[9] = nonce) nonce += 1;
    nonces.push(nonce);
  }
  self.postMessage(nonces);
};

/** The first 32 bits of SHA-256 (FIPS 180-4) over one padded block. */
function firstWord(block) {
  const w = schedule;
  w.set(block);
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15];
    const y = w[t - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16] + s0 + w[t - 7] + s1) | 0;
  }
  let a = 0x6a09e667;
  let b = 0xbb67ae85 | 0;
  let c = 0x3c6ef372;
  let d = 0xa54ff53a | 0;
  let e = 0x510e527f;
  let f = 0x9b05688c | 0;
  let g = 0x1f83d9ab;
  let h = 0x5be0cd19;
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const first = (h + s1 + ((e & f) ^ (~e & g)) + K[t] + w[t]) | 0;
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  return (a + 0x6a09e667) >>> 0;
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
function constants() {
  const words = new Int32Array(64);
  for (let candidate = 2, count = 0; count < 64; candidate++) {
    let divisor = 2;
    while (divisor * divisor <= candidate && candidate % divisor !== 0) divisor++;
    if (divisor * divisor <= candidate) continue;
    const root = Math.cbrt(candidate);
    words[count++] = (root - Math.floor(root)) * 2 ** 32;
  }
  return words;
}
