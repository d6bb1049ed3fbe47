const PERCENT = 0x25;
/** The value of each hexadecimal digit; -1 for other characters. */
const digits = new Int8Array(128).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Decodes percent-encoding to bytes, not to text. Invalid escapes are kept. A loop, because `replace` takes five times as long. */
export function decodePercents(text: string): string {
  let decoded = '';
  let from = 0;
  let at = text.indexOf('%');
  while (at !== -1) {
    const byte = byteAt(text, at + 1);
    if (byte >= 0) {
      decoded += text.slice(from, at) + String.fromCharCode(byte);
      from = at + 3;
      at += 2;
    }
    at = text.charCodeAt(at + 1) === PERCENT ? at + 1 : text.indexOf('%', at + 1);
  }
  return from === 0 ? text : decoded + text.slice(from);
}

/** The byte that two hexadecimal digits stand for; negative if they are none. */
function byteAt(text: string, at: number): number {
  return (digitAt(text, at) << 4) | digitAt(text, at + 1);
}

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < digits.length ? (digits[code] as number) : -1;
}
