import {
  type Installation,
  mayEdit,
  mostOf,
  type ZoneSetting,
} from '../../../catalogs/zone-settings/zone-setting.ts';
import { zoneSettings } from '../../../catalogs/zone-settings/zone-settings.ts';
import { ApiError } from '../../../http/api-error.ts';
import { ReadOnly, Resettable, withExample } from '../../../http/common-schema.ts';
import { type Notice, notice } from '../../../http/envelope.ts';
import { type KnownPart, keepKnownMembers } from '../../../http/known-members.ts';
import { bodyValidator, type Validator } from '../../../http/validation.ts';
import { Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import { type SettingState, withDefaults } from './zone-setting-model.ts';

export const SettingParams = Type.Object({
  setting_id: Type.String({ pattern: '^[a-z0-9_]{1,64}$', examples: ['always_use_https'] }),
});

/** Each setting has a schema of its own for its value, or for `enabled`. Null stands for the default. */
const values = { value: Resettable(Type.Unknown()), enabled: Resettable(Type.Unknown()) };

const ignored = { editable: ReadOnly, modified_on: ReadOnly, time_remaining: ReadOnly };

export const SettingPatchBody = withExample(Type.Object({ ...values, id: ReadOnly, ...ignored }), {
  value: 'on',
});

/** More than there are settings, since a body may name one twice. */
const MOST_ITEMS = 200;

export const SettingsPatchBody = withExample(
  Type.Object({
    items: Type.Array(Type.Object({ id: Type.String({ maxLength: 64 }), ...values, ...ignored }), {
      maxItems: MOST_ITEMS,
    }),
  }),
  {
    items: [
      { id: 'always_use_https', value: 'on' },
      { id: 'min_tls_version', value: '1.2' },
    ],
  },
);

export const SettingResponse = Type.Object({
  id: Type.String(),
  value: Type.Optional(Type.Unknown()),
  enabled: Type.Optional(Type.Boolean()),
  editable: Type.Boolean(),
  modified_on: Type.Union([Type.String(), Type.Null()]),
});

export function settingResponse({ setting, value, isEditable, modifiedAt }: SettingState) {
  return {
    id: setting.id,
    [setting.member]: value,
    editable: isEditable,
    modified_on: modifiedAt === null ? null : toMicrosecondText(modifiedAt),
  };
}

/** Several settings. */
export function settingsResponse(states: readonly SettingState[]) {
  return states.map((state) =>
    settingResponse({ ...state, value: state.setting.amongOthers?.(state.value) ?? state.value }),
  );
}

/** A value to be written, or some members of it; undefined stands for the default. */
export interface SettingWrite {
  readonly setting: ZoneSetting;
  readonly value: unknown;
  /** JSON pointer to the value in the body. */
  readonly pointer: string;
}

const validators = new Map<string, Validator>(
  zoneSettings.map(({ id, value }) => [id, bodyValidator(Type.Object({ value }))]),
);

interface ReadWrite {
  /** Undefined if the body has no value for the setting. */
  readonly write: SettingWrite | undefined;
  /** Notices about the body; `noticesFor` returns those about the value. */
  readonly notices: readonly Notice[];
}

/** Validates the value of a setting in a body; `pointer` is the JSON pointer to the object that has it. */
export function readSettingWrite(
  setting: ZoneSetting,
  plan: string,
  sent: Readonly<Record<string, unknown>>,
  pointer = '',
): ReadWrite {
  const { id, member } = setting;
  const at = `${pointer}/${member}`;
  // Null stands for the default, which every plan allows.
  if (!mayEdit(setting, plan) && sent[member] !== null) {
    throw new ApiError('settingNotEditable', { id, plan }, { pointer: at });
  }
  const other = member === 'value' ? 'enabled' : 'value';
  const isIgnored = sent[other] !== undefined && sent[other] !== null;
  const notices = isIgnored ? [notice('memberIgnored', { pointer: `${pointer}/${other}` })] : [];
  if (sent[member] === undefined) {
    const missing = notice('noChange', { reason: `"${at}" is missing` });
    return { write: undefined, notices: [...notices, missing] };
  }
  const { value, unknown } = readValue(setting, plan, sent[member], at);
  return {
    write: { setting, value, pointer: at },
    notices: [
      ...notices,
      ...unknown.map((path) => notice('memberIgnored', { pointer: at + path })),
    ],
  };
}

function readValue(setting: ZoneSetting, plan: string, sent: unknown, pointer: string): KnownPart {
  if (sent === null) return { value: undefined, unknown: [] };
  const known = keepKnownMembers(setting.value, withDefaults(sent, setting.default));
  const problem = validators.get(setting.id)?.({ value: known.value });
  if (problem) {
    throw invalid(setting, problem.text, pointer + problem.pointer.slice('/value'.length));
  }
  const most = mostOf(setting, plan);
  if (most !== undefined && Number(known.value) > most) {
    throw invalid(setting, `at most ${most} with the plan "${plan}"`, pointer);
  }
  return known;
}

export function invalid({ id }: ZoneSetting, problem: string, pointer: string): ApiError {
  return new ApiError('settingValue', { id, problem }, { pointer });
}

export function planNotices(plan: string, beyond: readonly string[]): Notice[] {
  if (beyond.length === 0) return [];
  return [notice('settingsBeyondPlan', { plan, settings: beyond.join(', ') })];
}

/** Notices about a value that has no effect in this installation, or an unexpected one. */
export function noticesFor({ setting, value }: SettingState, installation: Installation): Notice[] {
  const { id, reason, alike } = setting;
  if (reason !== undefined) return [notice('settingStored', { setting: id, reason })];
  const caution = setting.caution?.(value, installation);
  if (caution !== undefined) return [notice('settingCaution', { setting: id, caution })];
  const why = alike && Object.hasOwn(alike, String(value)) ? alike[String(value)] : undefined;
  if (why === undefined) return [];
  return [notice('settingAlike', { setting: id, value: String(value), reason: why })];
}
