/** The path of the management API. In a separate file, so that clients can import it without loading the API. */
export const API_BASE = '/client/v4';
