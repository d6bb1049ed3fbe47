export interface SampleRow {
  readonly kind: string;
  readonly request?: string;
  readonly value?: string;
}

/** The requests of a row, as bytes: its own, or its value in a query argument and in a form. */
export function requestsOf({ request, value }: SampleRow): Buffer[] {
  if (request !== undefined) return [Buffer.from(request, 'base64')];
  const encoded = [...Buffer.from(value ?? '')].map((byte) => escaped(byte)).join('');
  const body = `name=${encoded}`;
  return [
    `GET /items?name=${encoded} HTTP/1.1\r\nHost: shop.test\r\n\r\n`,
    `POST /items HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ].map((text) => Buffer.from(text, 'latin1'));
}

function escaped(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
}
