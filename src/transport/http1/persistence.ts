import type { HeaderList } from '../header-list.ts';

/** Whether the connection may be used again after this message: RFC 9112, section 9.3. */
export function isPersistent(headers: HeaderList, version: '1.0' | '1.1'): boolean {
  const connection = headers.get('connection');
  if (connection === undefined) return version === '1.1';
  // The usual value, checked first for speed.
  if (connection === 'keep-alive') return true;
  const options = connectionOptions(connection);
  return !options.includes('close') && (version === '1.1' || options.includes('keep-alive'));
}

/** The options of a `Connection` field, in lower case. */
export function connectionOptions(value: string): string[] {
  return value
    .toLowerCase()
    .split(',')
    .map((option) => option.trim());
}
