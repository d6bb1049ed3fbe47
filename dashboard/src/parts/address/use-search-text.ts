import { useState } from 'react';
import { usePageSearch } from './use-page-search.ts';

/** The text of a search field. The address has it as well, without an entry of the history for each letter. */
export function useSearchText(): [string, (text: string) => void] {
  const [{ search = '' }, change] = usePageSearch();
  // Typing changes the field at once and the address later.
  const [text, setText] = useState(search);
  return [
    text,
    (text) => {
      setText(text);
      change({ search: text === '' ? undefined : text }, { replace: true });
    },
  ];
}
