import { problem } from '../edge-response.ts';
import { mayCall } from '../gateway/may-call.ts';
import { neededIn, type RequestStage } from './stage.ts';

/** Routes requests for gateway hosts to the gateway of the node, if they have a valid access key where one is required. */
export const callGateway: RequestStage = neededIn(
  (zone) => zone.gatewayHosts !== undefined,
  (exchange, { gateway }) => {
    const host = exchange.zone?.gatewayHosts?.get(exchange.host);
    if (!host) return undefined;
    if (!gateway) return problem('noGateway');
    if (!mayCall(host, exchange)) {
      const headers = { 'www-authenticate': 'Bearer' };
      return { kind: 'problem', problem: 'noAccessKey', headers };
    }
    exchange.route = gateway.route;
    return undefined;
  },
);
