/**
 * Where a text ends the literal that an application writes around it: after the digits at its beginning, and after the
 * first quote of each kind. Later quotes begin and end literals of the text itself.
 */
export function endsOfLiterals(text: string): readonly number[] {
  const digits = endOfDigits(text);
  const ends = digits > 0 ? [digits] : [];
  for (const quote of ["'", '"']) {
    const first = text.indexOf(quote);
    if (first !== -1) ends.push(first + 1);
  }
  return ends;
}

function endOfDigits(text: string): number {
  let end = 0;
  while (end < text.length && text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39)
    end += 1;
  return end;
}
