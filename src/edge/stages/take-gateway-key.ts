import { withoutKey } from '../../contracts/gateway/key-in-target.ts';
import { neededIn, type RequestStage } from './stage.ts';

/** Takes the access key of a call to the gateway out of its URL, so that no rule, log or trace contains it. */
export const takeGatewayKey: RequestStage = neededIn(
  (zone) => zone.gatewayHosts !== undefined,
  (exchange) => {
    if (!exchange.zone?.gatewayHosts?.has(exchange.host)) return undefined;
    const { target, key } = withoutKey(exchange.target);
    if (key === undefined) return undefined;
    exchange.gatewayKey = key;
    exchange.keyedTarget = exchange.rawTarget;
    exchange.target = target;
    exchange.rawTarget = target;
    return undefined;
  },
);
