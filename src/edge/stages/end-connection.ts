import type { ResponseStage } from './stage.ts';

/** While the process drains, a response is the last one of its HTTP/1.1 connection. HTTP/2 has GOAWAY for this. */
export const endConnectionWhenDraining: ResponseStage = ({ response }, _head, { state }) => {
  if (state.isDraining) response.shouldKeepAlive = false;
};
