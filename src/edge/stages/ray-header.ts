import type { ResponseStage } from './stage.ts';

/** Adds the id that identifies this request in the logs. */
export const setRayHeader: ResponseStage = ({ ray }, { headers }) => {
  headers.push('cf-ray', ray);
};
