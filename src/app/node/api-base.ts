/** The path of the management API. A file of its own, so that its clients need not load the API. */
export const API_BASE = '/client/v4';
