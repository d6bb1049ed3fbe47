import { useState } from 'react';
import { Badge } from '../../parts/controls/badge.tsx';
import { Button } from '../../parts/controls/button.tsx';
import { CopiedId } from '../../parts/controls/copy-button.tsx';
import { Dropdown } from '../../parts/controls/dropdown.tsx';
import { PickList } from '../../parts/controls/pick-list.tsx';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';

const kinds = ['primary', 'plain', 'quiet', 'danger'] as const;
const tones = ['good', 'warning', 'bad', 'neutral', 'accent'] as const;
const names = ['alpha.test', 'beta.test', 'gamma.test'];

export function ControlSamples() {
  const [tab, setTab] = useState('one');
  const [text, setText] = useState('');
  return (
    <>
      <div className="page-actions">
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} icon="plus">
            {kind}
          </Button>
        ))}
        <Button disabled>disabled</Button>
        <Button icon="help" label="Only an icon" />
      </div>
      <div className="page-actions">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
      <div>
        <CopiedId id={'0123456789abcdef'.repeat(2)} />{' '}
        <RelativeTime time={new Date(Date.now() - 200_000).toISOString()} />
      </div>
      <Tabs
        label="Sample"
        tabs={[
          { id: 'one', label: 'One' },
          { id: 'two', label: 'Two' },
        ]}
        open={tab}
        onOpen={setTab}
      >
        <p>Content of tab {tab}</p>
      </Tabs>
      <Dropdown name="Sample" shows="A dropdown" icon="zones">
        {(close) => (
          <PickList
            label="Names"
            placeholder="Find a name"
            text={text}
            onText={setText}
            items={names
              .filter((name) => name.includes(text))
              .map((name) => ({ id: name, label: name, detail: 'zone' }))}
            empty="No name matches."
            onPick={close}
          />
        )}
      </Dropdown>
    </>
  );
}
