import type { Network } from './network.ts';

/** To add a network: a row here. To withdraw one: the day and its successor. */
export const networks: readonly Network[] = [
  { name: 'mainnet', title: 'Ethereum Mainnet', chainId: 1, blockMs: 12_000 },
  { name: 'sepolia', title: 'Sepolia', chainId: 11_155_111, blockMs: 12_000 },
  { name: 'hoodi', title: 'Hoodi', chainId: 560_048, blockMs: 12_000 },
  {
    name: 'holesky',
    title: 'Holesky',
    chainId: 17_000,
    blockMs: 12_000,
    withdrawal: { on: '2025-09-30', use: 'hoodi' },
  },
  {
    name: 'goerli',
    title: 'Goerli',
    chainId: 5,
    blockMs: 15_000,
    withdrawal: { on: '2024-04-13', use: 'sepolia' },
  },
  {
    name: 'rinkeby',
    title: 'Rinkeby',
    chainId: 4,
    blockMs: 15_000,
    withdrawal: { on: '2023-01-30', use: 'sepolia' },
  },
  {
    name: 'ropsten',
    title: 'Ropsten',
    chainId: 3,
    blockMs: 13_000,
    withdrawal: { on: '2022-12-31', use: 'sepolia' },
  },
  {
    name: 'kovan',
    title: 'Kovan',
    chainId: 42,
    blockMs: 4_000,
    withdrawal: { on: '2022-12-31', use: 'sepolia' },
  },
];

const byName: ReadonlyMap<string, Network> = new Map(
  networks.map((network) => [network.name, network]),
);

export function findNetwork(name: string): Network | undefined {
  return byName.get(name);
}
