import { CodeView } from '../code/code-view.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import { curlCommand } from './edge-address.ts';
import { useEdgeAddress } from './use-edge-address.ts';

interface EdgeCommandProps {
  readonly name: string;
  readonly path: string;
  readonly label: string;
}

/** A command that requests a path of a site from the edge, to be pasted into a terminal. */
export function EdgeCommand({ name, path, label }: EdgeCommandProps) {
  const edge = useEdgeAddress();
  if (!edge) return <Skeleton lines={1} height={38} />;
  return <CodeView label={label} text={curlCommand(name, path, edge)} />;
}
