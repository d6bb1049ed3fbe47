/**
 * How sure a finding is. `clear`: the value is a piece of the language that reads data, runs code, changes control flow,
 * reaches a file or host, or changes markup. `likely`: it is such a piece, but its effect is small or not known. `weak`: it
 * resembles one.
 */
export const strengths = ['weak', 'likely', 'clear'] as const;

export type Strength = (typeof strengths)[number];

/**
 * How many signs a finding counts for in anomaly scores. One clear attack reaches the threshold 25 by itself, and 40
 * with any other sign; weak signs reach one only together.
 */
export const signCounts: Readonly<Record<Strength, number>> = { weak: 1, likely: 3, clear: 5 };
