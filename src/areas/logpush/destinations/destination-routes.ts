import { ok, type Route } from '../../../http/route.ts';
import { logScope } from '../jobs/job-model.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { access, type LogpushFamily, logpushRoute } from '../logpush-family.ts';
import type { LogpushDatabase } from '../logpush-tables.ts';
import { checkDestination, destinationProblem } from './destination-check.ts';
import {
  ChallengeBody,
  ChallengeResponse,
  DestinationBody,
  ExistsResponse,
  ValidityResponse,
  ValidResponse,
  validity,
} from './destination-schema.ts';
import type { DestinationService } from './destination-service.ts';
import type { OwnershipTokens } from './ownership-tokens.ts';

export interface DestinationRoutesOptions {
  readonly database: LogpushDatabase;
  readonly store: JobStore;
  readonly destinations: DestinationService;
  readonly tokens: OwnershipTokens;
}

const NOT_NEEDED = 'Jobs with this kind of destination need no proof of ownership.';

/** Checks of destinations. Problems are in the result; only an invalid body is an error. */
export function destinationRoutes(
  family: LogpushFamily,
  { database, store, destinations, tokens }: DestinationRoutesOptions,
): Route[] {
  const route = logpushRoute(family);
  const common = { method: 'POST', access: access(family.write) } as const;
  return [
    route({
      ...common,
      path: `${family.base}/ownership`,
      operation: `${family.prefix}-ownership-create`,
      summary:
        'Write a proof of ownership to a destination; creating a job for it requires this text',
      body: DestinationBody,
      response: ChallengeResponse,
      async handle(request) {
        const { destination_conf: conf } = request.body;
        const unusable = destinationProblem(conf);
        if (unusable !== undefined) return ok({ filename: '', ...validity(unusable) });
        if (!checkDestination(conf).needsChallenge) {
          return ok({ filename: '', valid: true, message: NOT_NEEDED });
        }
        const owner = logScope(await family.scopeOf(request));
        const outcome = await destinations.challenge(owner, conf);
        if ('problem' in outcome) return ok({ filename: '', ...validity(outcome.problem) });
        return ok({ ...outcome, ...validity(undefined) });
      },
    }),
    route({
      ...common,
      path: `${family.base}/ownership/validate`,
      operation: `${family.prefix}-ownership-validate`,
      summary: 'Check a proof of ownership',
      body: ChallengeBody,
      response: ValidResponse,
      async handle(request) {
        const { destination_conf: conf, ownership_challenge: token } = request.body;
        const owner = logScope(await family.scopeOf(request));
        const isUsable = destinationProblem(conf) === undefined;
        const valid = isUsable && !tokens.problemOf(token, owner, checkDestination(conf));
        return ok({ valid });
      },
    }),
    route({
      ...common,
      path: `${family.base}/validate/destination`,
      operation: `${family.prefix}-validate-destination`,
      summary: 'Test a destination with a write',
      body: DestinationBody,
      response: ValidityResponse,
      async handle({ body: { destination_conf: conf } }) {
        return ok(validity(destinationProblem(conf) ?? (await destinations.problemOf(conf))));
      },
    }),
    route({
      ...common,
      path: `${family.base}/validate/destination/exists`,
      operation: `${family.prefix}-validate-destination-exists`,
      summary: `Check whether a job of this ${family.owner} has a destination with the same address`,
      body: DestinationBody,
      response: ExistsResponse,
      async handle(request) {
        const { address } = checkDestination(request.body.destination_conf);
        const scope = await family.scopeOf(request);
        return ok({ exists: await store.hasDestination(database.read, scope, address) });
      },
    }),
  ];
}
