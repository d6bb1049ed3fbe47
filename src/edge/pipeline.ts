import { setAffinityCookie } from './stages/affinity-cookie.ts';
import { answerChallenges } from './stages/answer-challenges.ts';
import { checkRequest } from './stages/check-request.ts';
import { chooseOrigin } from './stages/choose-origin.ts';
import { endConnectionWhenDraining } from './stages/end-connection.ts';
import { findClient } from './stages/find-client.ts';
import { findZone } from './stages/find-zone.ts';
import { setRayHeader } from './stages/ray-header.ts';
import { refuseLoops } from './stages/refuse-loops.ts';
import { runLogRules, runResponseRules, runRules } from './stages/run-rules.ts';
import { copyForScan } from './stages/scan-response.ts';
import type { RequestStage, ResponseStage } from './stages/stage.ts';
import { takeReports } from './stages/take-reports.ts';
import { watchPages } from './stages/watch-pages.ts';

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
  // What browsers report is no visit, and one host takes it for all zones.
  takeReports,
  // From here on the request belongs to somebody.
  findZone,
  // The way out of a challenge must not be challenged.
  answerChallenges,
  // Rules, in the order of their phases. Those that change the request come before those that judge
  // it, so that what is judged is what the origin would get; headers are changed last, because
  // nothing judges them any more. The first rule that needs the body waits for it.
  runRules('http_request_dynamic_redirect'),
  runRules('http_request_transform'),
  runRules('http_request_origin'),
  runRules('http_request_firewall_custom'),
  runRules('http_ratelimit'),
  runRules('http_request_firewall_managed'),
  runRules('http_request_late_transform'),
  // Last, so that nobody is chosen for a request that does not reach them.
  chooseOrigin,
];

/** What happens to the head of an origin's answer before it goes to the visitor, in this order. */
export const responseStages: readonly ResponseStage[] = [
  // Looks at what the origin has sent, and adds to it before rules: one that sets a header has the last word.
  watchPages,
  // Rules do not speak of what we add from here on.
  runResponseRules,
  // Looks at the answer as the visitor gets it.
  copyForScan,
  // Only here it is certain which origin has answered.
  setAffinityCookie,
  // The last chance to say so.
  endConnectionWhenDraining,
  // Whatever else happened, the answer can be found in the logs.
  setRayHeader,
  // What is logged is what is sent.
  runLogRules,
];
