import type { ResponseStage } from './stage.ts';

/** While the process drains, each HTTP/1.1 response closes its connection. HTTP/2 connections get GOAWAY from the server instead. */
export const endConnectionWhenDraining: ResponseStage = ({ stream }, _head, { state }) => {
  if (state.isDraining) stream.endConnection();
};
