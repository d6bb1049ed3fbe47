import { useState } from 'react';
import { useScope } from '../../parts/address/scope.ts';
import { useFoundZones } from '../../parts/address/use-found-zones.ts';
import { Dropdown } from '../../parts/controls/dropdown.tsx';
import { PickList } from '../../parts/controls/pick-list.tsx';
import { useSwitchZone } from '../use-switch-zone.ts';

export function ZoneSwitcher() {
  const { linkedZone, accountId } = useScope();
  return (
    <Dropdown name="Zone" icon="zones" shows={linkedZone?.name ?? 'Choose a zone'}>
      {(close) => <ZoneList accountId={accountId} current={linkedZone?.id} onPicked={close} />}
    </Dropdown>
  );
}

interface ZoneListProps {
  readonly accountId: string | undefined;
  readonly current: string | undefined;
  readonly onPicked: () => void;
}

function ZoneList({ accountId, current, onPicked }: ZoneListProps) {
  const [text, setText] = useState('');
  const { zones, empty } = useFoundZones(text, accountId);
  const switchZone = useSwitchZone();
  const items = zones.map(({ id, name, paused }) => ({
    id,
    label: name,
    isCurrent: id === current,
    ...(paused && { detail: 'paused' }),
  }));
  return (
    <PickList
      label="Zones"
      placeholder="Find a zone"
      items={items}
      text={text}
      onText={setText}
      empty={empty}
      onPick={({ id }) => {
        onPicked();
        switchZone(id);
      }}
    />
  );
}
