import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RLP } from '@ethereumjs/rlp';
import { ethers } from 'ethers';
import { transactionHash } from './transaction-hash.ts';

const wallet = new ethers.Wallet(`0x${'7'.repeat(64)}`);
const to = `0x${'42'.repeat(20)}`;
const common = { to, value: 1n, nonce: 3, gasLimit: 21_000n, chainId: 11_155_111n };
const fees = { maxFeePerGas: 10n, maxPriorityFeePerGas: 1n };
const types: readonly ethers.TransactionRequest[] = [
  { ...common, type: 0, gasPrice: 10n },
  { ...common, type: 1, gasPrice: 10n, accessList: [[to, [`0x${'1'.repeat(64)}`]]] },
  { ...common, type: 2, ...fees },
  {
    ...common,
    type: 3,
    ...fees,
    maxFeePerBlobGas: 1n,
    blobVersionedHashes: [`0x01${'2'.repeat(62)}`],
  },
  { ...common, type: 4, ...fees, authorizationList: [] },
];

for (const request of types) {
  it(`is the one that wallets compute, for type ${request.type}`, async () => {
    const raw = await wallet.signTransaction(request);
    assert.equal(transactionHash(raw), ethers.Transaction.from(raw).hash);
  });
}

it('does not cover the blobs that a transaction is sent with', async () => {
  const raw = await wallet.signTransaction(types[3] ?? assert.fail());
  const { hash } = ethers.Transaction.from(raw);
  const payload = RLP.decode(Buffer.from(raw.slice(4), 'hex'));
  const parts = [['0x1234'], ['0x56'], ['0x78']];
  for (const sent of [
    [payload, ...parts],
    [payload, '0x01', ...parts],
  ]) {
    const bytes = Buffer.from(RLP.encode(sent)).toString('hex');
    assert.equal(transactionHash(`0x03${bytes}`), hash);
  }
});

it('is undefined if the transaction cannot be decoded', () => {
  assert.equal(transactionHash('0x03f9ffff'), undefined);
});
