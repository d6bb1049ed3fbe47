/** The error in place of a save that would undo what another user has done since the page was read. */
export function changedElsewhere(name: string, what: 'changed' | 'deleted'): Error {
  return new Error(
    `${name} was ${what} by somebody else, or in another tab, since you opened it. Nothing was saved. Close it and open it again to see it as it is now.`,
  );
}
