import { Type } from '../../../kernel/schema.ts';
import { type ActionValue, pageRuleActions } from './page-rule-actions.ts';

const Text = Type.String();

/** An action and the members of its value, for clients that build forms. */
export const SettingResponse = Type.Object({
  id: Text,
  properties: Type.Array(
    Type.Object({
      name: Text,
      type: Text,
      choices: Type.Optional(Type.Array(Type.Union([Text, Type.Integer()]))),
      min: Type.Optional(Type.Integer()),
      max: Type.Optional(Type.Integer()),
    }),
  ),
});

export const availableActions = pageRuleActions.map(({ id, value }) => ({
  id,
  properties: propertiesOf(value),
}));

function propertiesOf(value: ActionValue) {
  switch (value.kind) {
    case 'none':
      return [];
    case 'choice': {
      const type = value.choices.join() === 'on,off' ? 'toggle' : 'select';
      return [{ name: 'value', type, choices: value.choices }];
    }
    case 'number':
      return [{ name: 'value', type: 'range', min: value.min, max: value.max }];
    case 'text':
    case 'object':
      return [{ name: 'value', type: value.kind }];
    case 'forwarding':
      return [
        { name: 'url', type: 'forwardingUrl' },
        { name: 'status_code', type: 'choice', choices: [301, 302] },
      ];
  }
}
