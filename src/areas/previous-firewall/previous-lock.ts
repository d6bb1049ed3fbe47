/** Serialises changes of the previous managed rules of a zone. */
export const previousLock = (zoneId: string): string => `previous packages ${zoneId}`;
