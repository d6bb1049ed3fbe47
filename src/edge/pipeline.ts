import { setAffinityCookie } from './stages/affinity-cookie.ts';
import { applySettings } from './stages/apply-settings.ts';
import { callGateway } from './stages/call-gateway.ts';
import { checkConnection } from './stages/check-connection.ts';
import { checkRequest } from './stages/check-request.ts';
import { chooseOrigin } from './stages/choose-origin.ts';
import { endConnectionWhenDraining } from './stages/end-connection.ts';
import { findClient } from './stages/find-client.ts';
import { findZone } from './stages/find-zone.ts';
import { normalizeTarget } from './stages/normalize-target.ts';
import { setRayHeader } from './stages/ray-header.ts';
import { refuseLoops } from './stages/refuse-loops.ts';
import { removeSession } from './stages/remove-session.ts';
import { runLogRules, runResponseRules, runRules } from './stages/run-rules.ts';
import { samplePages } from './stages/sample-pages.ts';
import { copyForScan } from './stages/scan-response.ts';
import { setSecurityHeaders } from './stages/security-headers.ts';
import { serveChallenges } from './stages/serve-challenges.ts';
import type { RequestStage, ResponseStage } from './stages/stage.ts';
import { takeGatewayKey } from './stages/take-gateway-key.ts';
import { takeReports } from './stages/take-reports.ts';
import { watchPages } from './stages/watch-pages.ts';
import type { ZoneRuntime } from './zone-runtime.ts';

/**
 * The stages that run before the zone of a request is known, in this order; those of the zone follow. The first stage
 * that returns a response ends the request. If none does, the request is forwarded to the chosen origin.
 */
export const arrivalStages: readonly RequestStage[] = [
  // First, because later stages rely on a request that all parsers read in the same way.
  checkRequest,
  // Before anything of a zone reads cookies.
  removeSession,
  // Rules, logs and sessions use the address of the visitor, not that of a proxy in front of the edge.
  findClient,
  // Before any stage of a zone, because the wrong configuration of a zone causes loops.
  refuseLoops,
  // Reports of browsers are not visits. One host may accept them for all zones.
  takeReports,
  // From here on the request belongs to a zone.
  findZone,
];

const requestStages: readonly RequestStage[] = [
  // Before all stages that read or show the target.
  takeGatewayKey,
  // Before anything of the zone is served, because the zone may not allow the TLS version or protocol of the connection.
  checkConnection,
  // Before all stages that read the path. How it is normalised depends on the zone.
  normalizeTarget,
  // Before rules, because the solution of a challenge must not be challenged itself.
  serveChallenges,
  // Before rules, so that refused or redirected requests do not run them.
  applySettings,
  // Rules, in the order of their phases. Phases that change the request come before phases that block, so that the
  // latter see the request that the origin would get. Headers are changed last, because no later rule reads them. The
  // first rule that needs the body waits for it.
  runRules('http_request_dynamic_redirect'),
  runRules('http_request_transform'),
  runRules('http_request_origin'),
  runRules('previous_firewall_rules'),
  runRules('http_request_firewall_custom'),
  runRules('http_ratelimit'),
  runRules('http_request_firewall_managed'),
  runRules('previous_managed_rules'),
  runRules('http_request_redirect'),
  runRules('http_request_late_transform'),
  // After the rules, because only page views that go to an origin count.
  samplePages,
  // After the rules, because they may block a call.
  callGateway,
  // Last, so that no origin is chosen for a request that is not forwarded.
  chooseOrigin,
];

/** The stages of the head of an origin's response before it goes to the visitor, in this order. */
const responseStages: readonly ResponseStage[] = [
  // Reads the response of the origin. Adds headers before the rules, which may change them.
  watchPages,
  setSecurityHeaders,
  // Rules do not see the headers that are added after this stage.
  runResponseRules,
  // Copies the response as the visitor gets it.
  copyForScan,
  // The cookie names the origin that has responded, which is known only now.
  setAffinityCookie,
  // After the stages that may change the `Connection` header.
  endConnectionWhenDraining,
  // After the rules, so that no rule can remove the id.
  setRayHeader,
  // Last, so that headers are logged as they are sent.
  runLogRules,
];

/** The stages of requests to a zone, and of the responses of its origins. */
interface ZoneStages {
  readonly request: readonly RequestStage[];
  readonly response: readonly ResponseStage[];
}

/** Zones that need the same stages share their lists. */
const lists: ZoneStages[] = [];
const numbers = new Map<string, number>();

/** The stages that are needed in a zone. */
export function stagesOf(zone: ZoneRuntime): ZoneStages {
  zone.stages ??= numberOf(zone);
  return lists[zone.stages] as ZoneStages; // `numberOf` returns indexes of `lists`
}

function numberOf(zone: ZoneRuntime): number {
  const isNeeded = ({ isNeededIn }: RequestStage | ResponseStage) => isNeededIn?.(zone) ?? true;
  const key = [...requestStages, ...responseStages]
    .map((stage) => Number(isNeeded(stage)))
    .join('');
  const known = numbers.get(key);
  if (known !== undefined) return known;
  lists.push({
    request: requestStages.filter(isNeeded),
    response: responseStages.filter(isNeeded),
  });
  numbers.set(key, lists.length - 1);
  return lists.length - 1;
}
