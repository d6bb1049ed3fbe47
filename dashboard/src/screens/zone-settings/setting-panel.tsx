import { type FormEvent, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../parts/controls/button.tsx';
import { FormField } from '../../parts/form/form-field.tsx';
import '../../parts/form/form.css';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import { changedElsewhere } from '../../parts/save/changed-elsewhere.ts';
import { SaveReview } from '../../parts/save/save-review.tsx';
import { Partial } from '../../parts/states/partial.tsx';
import { bodyFor, effectOf, fieldOf, type Setting, valueFrom, valueText } from './setting.ts';

const PATCH = 'PATCH /zones/{zone_id}/settings/{setting_id}';

interface SettingPanelProps {
  readonly zoneId: string;
  readonly setting: Setting;
  readonly onClose: () => void;
}

/** One setting: what it does, its value, and the change with its difference and proof. */
export function SettingPanel({ zoneId, onClose, ...props }: SettingPanelProps) {
  // The settings are read again after saving; the panel stays with the value of the decision.
  const [setting] = useState(props.setting);
  const [change, setChange] = useState<{ readonly value: unknown }>();
  const [isSaved, setSaved] = useState(false);
  const params = { zone_id: zoneId, setting_id: setting.id };
  const body = bodyFor(setting, change?.value);
  return (
    <SidePanel title={setting.id} onClose={onClose}>
      <div className="side-panel-stack">
        {effectOf(setting) ? (
          <p>{effectOf(setting)}.</p>
        ) : (
          <Partial>
            This setting is stored, so that existing configurations apply unchanged. The edge does
            not use it.
          </Partial>
        )}
        {!setting.editable && <Partial>The plan of this zone does not include it.</Partial>}
        {change ? (
          <SaveReview
            title={`Change ${setting.id}`}
            before={bodyFor(setting, setting.value ?? setting.enabled)}
            after={bodyFor(setting, change.value ?? 'the default')}
            call={{ operation: PATCH, params, body }}
            save={async () => {
              await assertUnchanged(zoneId, setting);
              return callApi(PATCH, { params, body });
            }}
            zoneId={zoneId}
            submitLabel="Save"
            failure="The setting is as it was"
            onCancel={() => (isSaved ? onClose() : setChange(undefined))}
            onSaved={() => {
              setSaved(true);
              void queryClient.invalidateQueries();
            }}
          />
        ) : (
          <ValueForm setting={setting} onReview={(value) => setChange({ value })} />
        )}
      </div>
    </SidePanel>
  );
}

/** Throws if the setting was changed since the page read it. If its value is an object, saving sends all members. */
async function assertUnchanged(zoneId: string, { id, modified_on }: Setting): Promise<void> {
  const params = { zone_id: zoneId, setting_id: id };
  const { result } = await callApi('GET /zones/{zone_id}/settings/{setting_id}', { params });
  if (result.modified_on !== modified_on) throw changedElsewhere(id, 'changed');
}

interface ValueFormProps {
  readonly setting: Setting;
  readonly onReview: (value: unknown) => void;
}

function ValueForm({ setting, onReview }: ValueFormProps) {
  const [text, setText] = useState(valueText(setting));
  const [error, setError] = useState<string>();
  const review = (event: FormEvent) => {
    event.preventDefault();
    try {
      onReview(valueFrom(setting, text));
    } catch {
      setError('This is not JSON.');
    }
  };
  return (
    <form className="form" onSubmit={review}>
      <FormField
        field={fieldOf(setting)}
        value={text}
        error={error}
        onChange={(value) => setText(String(value))}
      />
      <div>
        <Button type="submit" kind="primary" disabled={!setting.editable}>
          Review the change
        </Button>
      </div>
    </form>
  );
}
