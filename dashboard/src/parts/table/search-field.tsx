interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The field above a table that searches it. */
export function SearchField({ label, placeholder = label, text, onText }: SearchFieldProps) {
  return (
    <input
      type="search"
      className="table-search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => onText(event.target.value)}
    />
  );
}
