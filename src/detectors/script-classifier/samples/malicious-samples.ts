import { droppers } from './droppers.ts';
import { formThieves } from './form-thieves.ts';
import type { MaliciousSample } from './malicious-sample.ts';
import { miners } from './miners.ts';
import { scriptHostSamples } from './script-host.ts';
import { skimmers } from './skimmers.ts';
import { thieves } from './thieves.ts';
import { variations } from './variations.ts';
import { walletThieves } from './wallet-thieves.ts';

/** Each must get an integrity score below 10. */
export const maliciousSamples: readonly MaliciousSample[] = [
  ...skimmers,
  ...miners,
  ...droppers,
  ...thieves,
  ...formThieves,
  ...walletThieves,
  ...variations,
  ...scriptHostSamples,
];
