import { useState } from 'react';
import { useFoundZones } from '../../parts/address/use-found-zones.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Dropdown } from '../../parts/controls/dropdown.tsx';
import { PickList } from '../../parts/controls/pick-list.tsx';
import type { ChosenZones } from './permissions.ts';

interface ZonePickerProps {
  readonly accountId: string;
  readonly zones: ChosenZones;
  readonly onChoose: (zones: ChosenZones) => void;
}

/** All zones of the account, or only some. */
export function ZonePicker({ accountId, zones, onChoose }: ZonePickerProps) {
  return (
    <fieldset className="picker">
      <legend className="field-label">Zones that it applies to</legend>
      <label className="check">
        <input type="radio" name="zones" checked={!zones} onChange={() => onChoose(undefined)} />
        All zones of the account, also future ones
      </label>
      <label className="check">
        <input type="radio" name="zones" checked={!!zones} onChange={() => onChoose([])} />
        Only these
      </label>
      {zones && (
        <div className="page-actions">
          {zones.map(({ id, name }) => (
            <Button
              key={id}
              icon="close"
              onClick={() => onChoose(zones.filter((zone) => zone.id !== id))}
            >
              <span className="visually-hidden">Remove </span>
              {name}
            </Button>
          ))}
          <Dropdown name="Add a zone" icon="plus" shows="Add a zone">
            {(close) => (
              <FoundZones
                accountId={accountId}
                onPick={(zone) => {
                  close();
                  onChoose([...zones.filter(({ id }) => id !== zone.id), zone]);
                }}
              />
            )}
          </Dropdown>
        </div>
      )}
    </fieldset>
  );
}

interface FoundZonesProps {
  readonly accountId: string;
  readonly onPick: (zone: { id: string; name: string }) => void;
}

function FoundZones({ accountId, onPick }: FoundZonesProps) {
  const [text, setText] = useState('');
  const { zones, empty } = useFoundZones(text, accountId);
  return (
    <PickList
      label="Zones"
      placeholder="Find a zone"
      items={zones.map(({ id, name }) => ({ id, label: name }))}
      text={text}
      onText={setText}
      empty={empty}
      onPick={({ id, label }) => onPick({ id, name: label })}
    />
  );
}
