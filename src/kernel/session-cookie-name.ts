/**
 * The cookie of a signed-in dashboard. Browsers also send it to other ports of the same host, so the edge removes it from
 * requests of visitors.
 */
export const SESSION_COOKIE = 'palisade_session';
