/** Times in the API are UTC with `Z`; creation and change times carry six fractional digits. */

export function toMicrosecondText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}000Z`;
}

export function toSecondText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
