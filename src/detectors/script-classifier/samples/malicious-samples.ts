import { droppers } from './droppers.ts';
import type { MaliciousSample } from './malicious-sample.ts';
import { miners } from './miners.ts';
import { skimmers } from './skimmers.ts';
import { thieves } from './thieves.ts';
import { variations } from './variations.ts';

/** Every one of them must get a score for integrity below 10. */
export const maliciousSamples: readonly MaliciousSample[] = [
  ...skimmers,
  ...miners,
  ...droppers,
  ...thieves,
  ...variations,
];
