import type { ResponseStage } from './stage.ts';

/** Adds a header with the id that the request has in logs. */
export const setRayHeader: ResponseStage = ({ ray }, { headers }) => {
  headers.push('cf-ray', ray);
};
