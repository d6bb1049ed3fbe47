import { found, near, type SensitiveDataRule, sensitiveDataRule } from './sensitive-data-rule.ts';

/** Addresses link people to payments; a private key gives access to the money. */
export const cryptoWalletRules: readonly SensitiveDataRule[] = [
  sensitiveDataRule({
    ref: 'bitcoin-address',
    description: 'Bitcoin address (base58)',
    group: 'financial-data',
    tags: ['crypto-wallet'],
    patterns: ['[13][1-9A-HJ-NP-Za-km-z]{25,34}'],
    validator: 'base58check',
    samples: {
      matching: [
        found('pay to ', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '.'),
        found('"', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '"'),
      ],
      other: [
        '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
        '1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf',
        '1111111111111111111111111111111111',
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'bitcoin-segwit-address',
    description: 'Bitcoin address (bech32)',
    group: 'financial-data',
    tags: ['crypto-wallet'],
    patterns: ['bc1[02-9ac-hj-np-z]{11,71}'],
    keywords: ['bc1'],
    validator: 'bech32',
    samples: {
      matching: [
        found('', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ' '),
        found(
          'bitcoin:',
          'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
          '?amount=1',
        ),
      ],
      other: [
        'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
        'abc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      ],
    },
  }),
  sensitiveDataRule({
    ref: 'ethereum-address',
    description: 'Ethereum address',
    group: 'financial-data',
    tags: ['crypto-wallet'],
    patterns: ['0x[0-9a-fA-F]{40}'],
    keywords: ['0x'],
    validator: 'ethereum-address',
    context: near('ethereum', 'eth', 'wallet', 'erc20', 'address', 'usdt', 'usdc'),
    samples: {
      matching: [
        found('ETH wallet ', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'),
        found('"address":"', '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359', '"'),
      ],
      other: [
        'ETH wallet 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
        'hash 0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
        'ETH wallet 0xfb6916095ca1df60bb79ce92ce3ea74c37c5d3590',
      ],
    },
  }),
];
