import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { API_BASE } from '../../api/client.ts';
import { CodeView } from '../code/code-view.tsx';
import { Dropdown } from '../controls/dropdown.tsx';
import { Tabs } from '../controls/tabs.tsx';
import type { ApiCall } from './api-call.ts';
import { curlText } from './curl.ts';
import { sdkText } from './sdk.ts';
import { terraformText } from './terraform.ts';
import './copy-as.css';

/** "Copy as …": the same call as a command, in code, and as a resource. */
export function CopyAs({ call }: { call: ApiCall }) {
  return (
    <span className="copy-as">
      <Dropdown name="Copy as curl, SDK or Terraform" icon="code" shows="Copy as …" align="end">
        {() => <Forms call={call} />}
      </Dropdown>
    </span>
  );
}

function Forms({ call }: { call: ApiCall }) {
  const [open, setOpen] = useState('curl');
  // The table of the methods of the SDK is large, so it is loaded with the first box that shows one.
  const sdk = useQuery({
    queryKey: ['sdk-calls'],
    queryFn: () => import('./sdk-calls.ts'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const api = location.origin + API_BASE;
  const texts: Readonly<Record<string, { label: string; text: string | undefined }>> = {
    curl: { label: 'curl', text: curlText(call, api) },
    sdk: {
      label: 'SDK',
      text: sdk.data && sdkText(call, api, sdk.data.sdkCalls[call.operation]),
    },
    terraform: { label: 'Terraform', text: terraformText(call) },
  };
  const shown = Object.entries(texts).filter(
    ([id, { text }]) => id === 'sdk' || text !== undefined,
  );
  const { label = '', text = '' } = texts[open] ?? {};
  return (
    <div className="copy-as-box">
      <Tabs
        label="Copy as"
        tabs={shown.map(([id, form]) => ({ id, label: form.label }))}
        open={open}
        onOpen={setOpen}
      >
        <CodeView text={text} label={label} />
      </Tabs>
    </div>
  );
}
