import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { JsonView } from '../../parts/code/code-view.tsx';
import { Button } from '../../parts/controls/button.tsx';
import { Modal } from '../../parts/controls/modal.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { setPreferences } from '../../parts/preferences.ts';
import { TimeRangePicker } from '../../parts/time/time-range-picker.tsx';
import { ChartSamples } from './chart-samples.tsx';
import { ControlSamples } from './control-samples.tsx';
import { FormSamples } from './form-samples.tsx';
import { RankingSamples } from './ranking-samples.tsx';
import { SaveSamples } from './save-samples.tsx';
import { StateSamples } from './state-samples.tsx';
import { TableSamples } from './table-samples.tsx';

/** Every part in every state, for development: `npm run dashboard`, then `/#parts`. */
export function PartsPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

// The parts keep their state in the query of an address. That of the page stays as it is.
const router = createRouter({
  routeTree: createRootRoute({ component: AllParts }),
  history: createMemoryHistory(),
});

function AllParts() {
  return (
    <main className="page">
      <div className="page-header">
        <h1>Parts</h1>
        <div className="page-actions">
          {(['light', 'dark', 'system'] as const).map((theme) => (
            <Button
              key={theme}
              icon={theme}
              label={theme}
              onClick={() => setPreferences({ theme })}
            />
          ))}
        </div>
      </div>
      <Sample title="Controls">
        <ControlSamples />
      </Sample>
      <Sample title="States">
        <StateSamples />
      </Sample>
      <Sample title="Tables">
        <TableSamples />
      </Sample>
      <Sample title="Charts">
        <TimeRangePicker />
        <ChartSamples />
      </Sample>
      <Sample title="Rankings">
        <RankingSamples />
      </Sample>
      <Sample title="Form">
        <FormSamples />
      </Sample>
      <Sample title="Save with difference and proof">
        <SaveSamples />
      </Sample>
      <Sample title="Code">
        <JsonView label="sample" value={{ name: 'shop.test', paused: false, tags: ['a', 'b'] }} />
        <CopyAs
          call={{
            operation: 'PATCH /zones/{zone_id}',
            params: { zone_id: 'ab'.repeat(16) },
            body: { paused: true },
          }}
        />
      </Sample>
      <Sample title="Dialog">
        <ModalSample />
      </Sample>
    </main>
  );
}

function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="form-fields" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function ModalSample() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      {isOpen && (
        <Modal label="Sample" onClose={() => setOpen(false)}>
          <h2>Dialog</h2>
          <p>For what cannot wait. Escape closes it.</p>
        </Modal>
      )}
    </div>
  );
}
