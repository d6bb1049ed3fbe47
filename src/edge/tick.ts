/** Now, in milliseconds on a clock that is never set back. Ticks of two processes have nothing in common. */
export const tick = (): number => performance.now();
