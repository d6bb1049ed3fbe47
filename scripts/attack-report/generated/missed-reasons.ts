/** Why attacks of a technique are missed, by family and technique. */
export const missedReasons: Readonly<Record<string, string>> = {};
