/** Case of ASCII letters only. The built-in conversions would change the bytes 0xC0 to 0xDE as well. */
export function asciiLower(bytes: string): string {
  if (!UPPER.test(bytes)) return bytes;
  return HIGH.test(bytes) ? bytes.replace(UPPER_RUNS, lowerRun) : bytes.toLowerCase();
}

export function asciiUpper(bytes: string): string {
  if (!LOWER.test(bytes)) return bytes;
  return HIGH.test(bytes) ? bytes.replace(LOWER_RUNS, upperRun) : bytes.toUpperCase();
}

const UPPER = /[A-Z]/;
const LOWER = /[a-z]/;
const UPPER_RUNS = /[A-Z]+/g;
const LOWER_RUNS = /[a-z]+/g;
const HIGH = /[\x80-\xff]/;

const lowerRun = (run: string) => run.toLowerCase();
const upperRun = (run: string) => run.toUpperCase();
