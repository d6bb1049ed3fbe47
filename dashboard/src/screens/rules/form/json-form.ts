import { type ActionForm, type Parameters, text } from './action-form.ts';

/** For actions without a form of their own: their parameters as JSON. */
export const jsonForm: ActionForm = {
  fields: () => [
    {
      name: 'parameters',
      label: 'Parameters, as JSON',
      kind: 'lines',
      pointer: '/action_parameters',
    },
  ],
  read: (parameters) => ({
    parameters: Object.keys(parameters).length > 0 ? JSON.stringify(parameters, null, 2) : '',
  }),
  write: (values) => {
    const written = text(values, 'parameters');
    return written === '' ? undefined : parsed(written);
  },
};

/** Text that is not JSON is sent as it is, so that the API refuses it at its field. */
function parsed(written: string): Parameters {
  try {
    return JSON.parse(written);
  } catch {
    return written as unknown as Parameters;
  }
}
