/** Says whether a candidate, as it stands in the text, is what its pattern only suggests. Pure. */
export type Validator = (candidate: string) => boolean;
