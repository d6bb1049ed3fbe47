/** Whether a match of a pattern is valid, such as by its check digit. Has no side effects. */
export type Validator = (candidate: string) => boolean;
