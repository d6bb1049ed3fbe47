import { Button } from '../../parts/controls/button.tsx';
import { Modal } from '../../parts/controls/modal.tsx';

const keys = [
  ['/', 'Search and commands'],
  ['Ctrl K or ⌘ K', 'Search and commands, also while you type'],
  ['?', 'This help'],
  ['Esc', 'Close what is open'],
  ['↑ ↓ Enter', 'Choose in lists and rows'],
] as const;

export function Help({ onClose }: { onClose: () => void }) {
  return (
    <Modal label="Help" onClose={onClose}>
      <header className="modal-header">
        <h2>Help</h2>
        <Button kind="quiet" icon="close" label="Close" onClick={onClose} />
      </header>
      <h3>Keys</h3>
      <dl className="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <h3>More</h3>
      <p>
        Everything here uses the public API: <a href="/docs">its documentation</a> shows each call
        with curl and the SDK.
      </p>
    </Modal>
  );
}
