import { sessionCookie } from '../balancing/session.ts';
import type { ResponseStage } from './stage.ts';

/** Sets the session cookie, which names the origin, when a session begins. */
export const setAffinityCookie: ResponseStage = ({ route, routing, scheme }, head) => {
  if (!route || !routing?.session.setsCookie || route.isPinned || route.isGuest) return;
  const { affinity } = routing.steering;
  head.headers.push('set-cookie', sessionCookie(route.origin.token, affinity, scheme === 'https'));
};
