/** The digits of a candidate without its separators. */
export function digitsOf(text: string): number[] {
  return Array.from(text.replace(/\D/g, ''), Number);
}

/** Weighted sum of the first digits, as many as there are weights. */
export function weightedSum(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0);
}

/** Repetitions of one digit pass many checks and are never real. */
export function isOneDigitRepeated(digits: readonly number[]): boolean {
  return digits.every((digit) => digit === digits[0]);
}
