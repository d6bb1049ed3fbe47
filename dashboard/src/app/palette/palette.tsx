import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { keptSearch } from '../../parts/address/kept-search.ts';
import { useFoundZones } from '../../parts/address/use-found-zones.ts';
import { Modal } from '../../parts/controls/modal.tsx';
import { type PickItem, PickList } from '../../parts/controls/pick-list.tsx';
import { setPreferences } from '../../parts/preferences.ts';
import { pagePath } from '../pages.ts';
import { useReachablePages } from '../use-reachable-pages.ts';
import { useSwitchZone } from '../use-switch-zone.ts';
import './palette.css';

interface Command extends PickItem {
  readonly words: string;
  readonly run: () => void;
}

/** Search and commands in one field: pages, zones, and what can be switched. */
export function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [text, setText] = useState('');
  const commands = [...usePageCommands(), ...useZoneCommands(text), ...themes, helpCommand(onHelp)];
  const wanted = text.toLowerCase().trim().split(/\s+/);
  const items = commands.filter(({ words }) => wanted.every((word) => words.includes(word)));
  return (
    <Modal label="Search and commands" className="palette" onClose={onClose}>
      <PickList
        label="Search and commands"
        placeholder="Search for a page, a zone or a command"
        items={items}
        text={text}
        onText={setText}
        empty="Nothing matches."
        onPick={({ run }) => {
          onClose();
          run();
        }}
      />
    </Modal>
  );
}

function usePageCommands(): Command[] {
  const navigate = useNavigate();
  return useReachablePages().map(({ page, scopeId }) => ({
    id: page.id,
    label: page.title,
    detail: page.group,
    icon: page.icon,
    words: `${page.title} ${page.group} ${page.keywords}`.toLowerCase(),
    run: () => void navigate({ to: pagePath(page, scopeId), search: keptSearch }),
  }));
}

function useZoneCommands(text: string): Command[] {
  const { zones } = useFoundZones(text, undefined);
  const switchZone = useSwitchZone();
  return zones.map(({ id, name, account }) => ({
    id,
    label: name,
    detail: account.name,
    icon: 'zones',
    words: `zone ${name} ${account.name}`.toLowerCase(),
    run: () => switchZone(id),
  }));
}

const themes: readonly Command[] = (['light', 'dark', 'system'] as const).map((theme) => ({
  id: `theme-${theme}`,
  label: theme === 'system' ? 'Use the theme of the system' : `Use the ${theme} theme`,
  detail: 'Theme',
  icon: theme,
  words: `theme colours ${theme} use the ${theme} theme`,
  run: () => setPreferences({ theme }),
}));

function helpCommand(onHelp: () => void): Command {
  return {
    id: 'help',
    label: 'Show help and keys',
    icon: 'help',
    words: 'help keys shortcuts show help and keys',
    // After the palette has closed, which would close the help as well.
    run: () => queueMicrotask(onHelp),
  };
}
