import { setAffinityCookie } from './stages/affinity-cookie.ts';
import { checkRequest } from './stages/check-request.ts';
import { chooseOrigin } from './stages/choose-origin.ts';
import { findClient } from './stages/find-client.ts';
import { findZone } from './stages/find-zone.ts';
import { setRayHeader } from './stages/ray-header.ts';
import { refuseLoops } from './stages/refuse-loops.ts';
import type { RequestStage, ResponseStage } from './stages/stage.ts';

/**
 * What happens to a request, in this order. The first stage that has an answer ends it; when none
 * has, the request goes to the origin that was chosen.
 */
export const requestStages: readonly RequestStage[] = [
  // Nothing may trust a request before it is certain that everyone reads it in the same way.
  checkRequest,
  // Rules, logs and sessions speak of the visitor, not of the proxy in front of us.
  findClient,
  // Cheap, and must not depend on configuration: it is a configuration that makes a loop.
  refuseLoops,
  // From here on the request belongs to somebody.
  findZone,
  // Last, so that nobody is chosen for a request that does not reach them.
  chooseOrigin,
];

/** What happens to the head of an origin's answer before it goes to the visitor, in this order. */
export const responseStages: readonly ResponseStage[] = [
  // Only here it is certain which origin has answered.
  setAffinityCookie,
  // Whatever else happened, the answer can be found in the logs.
  setRayHeader,
];
