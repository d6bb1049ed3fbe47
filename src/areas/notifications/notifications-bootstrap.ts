import { accountOwner, resourceBootstrap } from '../../resources/resource-bootstrap.ts';
import type { BootstrapSection } from '../area-module.ts';
import { PolicyBody } from './policies/policy-schema.ts';
import type { PolicyService } from './policies/policy-service.ts';

export interface NotificationsBootstrapOptions {
  readonly policies: PolicyService;
}

export function notificationsBootstrap({
  policies,
}: NotificationsBootstrapOptions): Record<string, BootstrapSection> {
  return {
    notification_policies: resourceBootstrap(policies, PolicyBody, accountOwner),
  };
}
