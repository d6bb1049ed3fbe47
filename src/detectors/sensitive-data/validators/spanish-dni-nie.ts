const letters = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** The letter is the number modulo 23; X, Y, Z of foreigners' numbers count as 0, 1, 2. */
export function spanishDniNie(candidate: string): boolean {
  const compact = candidate.replace(/[ .-]/g, '').toUpperCase();
  const number = compact.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return /^\d{8}$/.test(number) && letters[Number(number) % 23] === compact.at(-1);
}
