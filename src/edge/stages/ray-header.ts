import type { ResponseStage } from './stage.ts';

/** Adds the id of the request in the logs. */
export const setRayHeader: ResponseStage = ({ ray }, { headers }) => {
  headers.push('cf-ray', ray);
};
