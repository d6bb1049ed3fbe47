import type { ResponseStage } from './stage.ts';

/** While the process drains, an answer is the last one of its connection. HTTP/2 says so in its own way. */
export const endConnectionWhenDraining: ResponseStage = ({ stream }, _head, { state }) => {
  if (state.isDraining) stream.endConnection();
};
