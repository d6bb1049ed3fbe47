import type { ResponseStage } from './stage.ts';

/** The id under which this request stands in the logs. */
export const setRayHeader: ResponseStage = ({ ray }, { headers }) => {
  headers.push('cf-ray', ray);
};
