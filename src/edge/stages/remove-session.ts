import { SESSION_COOKIE } from '../../catalogs/fixed-headers.ts';
import { HeaderList } from '../../transport/header-list.ts';
import type { RequestStage } from './stage.ts';

/**
 * Removes the session of a dashboard on another port of the same host, to which browsers also send cookies. Neither origins
 * nor logs may see it.
 */
export const removeSession: RequestStage = ({ stream }) => {
  if (stream.headers.get('cookie')?.includes(SESSION_COOKIE)) {
    stream.headers = withoutSession(stream.headers);
  }
  return undefined;
};

function withoutSession({ pairs, names }: HeaderList): HeaderList {
  const kept = names.flatMap((name, at) => {
    const [field = '', value = ''] = pairs.slice(2 * at, 2 * at + 2);
    if (name !== 'cookie') return [{ name, field, value }];
    const cookies = value.split(';').filter((cookie) => !isSession(cookie));
    return cookies.length > 0 ? [{ name, field, value: cookies.join(';').trim() }] : [];
  });
  return new HeaderList(
    kept.flatMap(({ field, value }) => [field, value]),
    kept.map(({ name }) => name),
  );
}

const isSession = (cookie: string) => cookie.trim().startsWith(`${SESSION_COOKIE}=`);
