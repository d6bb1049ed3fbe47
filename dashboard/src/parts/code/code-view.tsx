import { CopyButton } from '../controls/copy-button.tsx';
import { ScrollArea } from '../controls/scroll-area.tsx';
import './code.css';

/** Text in monospace, as it is, with a button that copies it. */
export function CodeView({ text, label }: { text: string; label: string }) {
  return (
    <div className="code-view">
      <ScrollArea className="code-text" label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </ScrollArea>
      <CopyButton text={text} label={`Copy ${label}`} />
    </div>
  );
}

export function JsonView({ value, label }: { value: unknown; label: string }) {
  return <CodeView text={jsonText(value)} label={label} />;
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}
