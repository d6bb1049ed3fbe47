/** What a colour says; see the tokens. */
export type Tone = 'good' | 'warning' | 'bad' | 'neutral' | 'accent';
