import { Type } from '../../../kernel/schema.ts';
import { DestinationConf, OwnershipChallenge } from '../jobs/job-schema.ts';

export const DestinationBody = Type.Object({ destination_conf: DestinationConf });

export const ChallengeBody = Type.Object({
  destination_conf: DestinationConf,
  ownership_challenge: OwnershipChallenge,
});

export const ChallengeResponse = Type.Object({
  filename: Type.String(),
  valid: Type.Boolean(),
  message: Type.String(),
});

export const ValidResponse = Type.Object({ valid: Type.Boolean() });

export const ValidityResponse = Type.Object({ valid: Type.Boolean(), message: Type.String() });

export const ExistsResponse = Type.Object({ exists: Type.Boolean() });

/** The result of routes that only validate. */
export function validity(problem: string | undefined) {
  return { valid: problem === undefined, message: problem ?? '' };
}
