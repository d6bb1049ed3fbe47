import { type ActionForm, memberText, text } from './action-form.ts';

const contentTypes = ['text/html', 'text/plain', 'application/json', 'text/xml'];

/** What blocked visitors get, if not the page of the edge. */
export const blockForm: ActionForm = {
  fields: (values) => [
    {
      name: 'content',
      label: 'Response',
      kind: 'lines',
      placeholder: 'The page of the edge',
      help: 'Leave it empty for the page of the edge.',
      pointer: '/action_parameters/response/content',
    },
    ...(text(values, 'content') === ''
      ? []
      : ([
          {
            name: 'content_type',
            label: 'Content type',
            kind: 'select',
            options: contentTypes.map((value) => ({ value, label: value })),
            pointer: '/action_parameters/response/content_type',
          },
          {
            name: 'status_code',
            label: 'Status',
            kind: 'number',
            help: 'From 400 to 499.',
            pointer: '/action_parameters/response/status_code',
          },
        ] as const)),
  ],
  read: (parameters) => ({
    content: memberText(parameters, 'response', 'content'),
    content_type: memberText(parameters, 'response', 'content_type') || 'text/html',
    status_code: memberText(parameters, 'response', 'status_code') || '403',
  }),
  write: (values) =>
    text(values, 'content') === ''
      ? undefined
      : {
          response: {
            content: values['content'],
            content_type: values['content_type'],
            status_code: Number(values['status_code']),
          },
        },
};
