import { useId, useState } from 'react';
import type { Choice, Level, Permission } from './permissions.ts';

interface PermissionPickerProps {
  readonly permissions: readonly Permission[];
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}

const scopeNames = { account: 'the account', zone: 'zones' } as const;
const levelNames = { read: 'Read', write: 'Read and write' } as const;
const levels: readonly Level[] = ['read', 'write'];

/** All permissions with what is chosen of each; a search narrows them. */
export function PermissionPicker({ permissions, choice, onChoose }: PermissionPickerProps) {
  const [text, setText] = useState('');
  const id = useId();
  const words = text.toLowerCase().split(/\s+/);
  const shown = permissions.filter(({ name, scope }) =>
    words.every((word) => `${name} ${scopeNames[scope]}`.toLowerCase().includes(word)),
  );
  const choose = (permission: string, level: string) => {
    const { [permission]: _before, ...rest } = choice;
    onChoose(level === '' ? rest : { ...rest, [permission]: level as Level });
  };
  const count = Object.keys(choice).length;
  return (
    <fieldset className="picker">
      <legend className="field-label">Permissions</legend>
      <label htmlFor={`${id}-find`} className="visually-hidden">
        Find a permission
      </label>
      <input
        id={`${id}-find`}
        type="text"
        placeholder="Find a permission"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="picker-list">
        {shown.map((permission) => (
          <li key={permission.id}>
            <label htmlFor={`${id}-${permission.id}`}>
              {permission.name} <span className="secondary">on {scopeNames[permission.scope]}</span>
            </label>
            <select
              id={`${id}-${permission.id}`}
              value={choice[permission.id] ?? ''}
              onChange={(event) => choose(permission.id, event.target.value)}
            >
              <option value="">No</option>
              {levels
                .filter((level) => permission.groups[level])
                .map((level) => (
                  <option key={level} value={level}>
                    {levelNames[level]}
                  </option>
                ))}
            </select>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="secondary">No permission matches.</p>}
      <p className="field-help" role="status">
        {count === 0 ? 'Nothing is chosen yet.' : `${count} chosen.`}
      </p>
    </fieldset>
  );
}
