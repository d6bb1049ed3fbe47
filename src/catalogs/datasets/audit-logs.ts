import { AUDIT_LOGS_TOPIC } from '../../contracts/events/audit-log-line.ts';
import { always, bool, byDefault, type Dataset, object, text, time } from './dataset.ts';

export const auditLogs: Dataset = {
  name: 'audit_logs',
  description: 'Changes to resources of an account and its zones',
  scope: 'account',
  topic: AUDIT_LOGS_TOPIC,
  shippedBy: 'cluster',
  timeField: 'When',
  fields: [
    always(true, bool('ActionResult', 'Whether the change was made')),
    text('ActionType', '`create`, `update` or `delete`'),
    text('ActorEmail', 'Email address of the user; empty for others'),
    text('ActorID', 'Id of the user or token; empty for the system itself'),
    text('ActorIP', 'Address of the client; empty if there was none'),
    text('ActorType', '`user`, `token` or `system`'),
    text('ID', 'Id of the entry'),
    always('API', text('Interface', 'How the change was made')),
    object('Metadata', 'Additional data, such as the zone'),
    object('NewValue', 'The resource after the change, without secrets'),
    object('OldValue', 'The resource before the change, without secrets'),
    text('OwnerID', 'Id of the account'),
    text('ResourceID', 'Id of the resource'),
    text('ResourceType', 'Kind of the resource'),
    time('When', 'When the change was made'),
  ].map(byDefault),
};
