/**
 * All errors of the management API. `text` may contain `{placeholders}` that the thrower fills in. `fault` is the party
 * that has to act: the caller, or the operator.
 *
 * Numbers from 11000 to 11999, and from 21000 to 21999 for rulesets, are specific to Palisade; all others are those of
 * the public API. A number may have several texts, because the public API uses some numbers like that.
 */
export interface ErrorEntry {
  readonly number: number;
  readonly status: number;
  readonly text: string;
  readonly fault: 'caller' | 'ours';
  /** Clients of the public API read the problem in `messages`, so it is there as well. */
  readonly repeatsProblem?: true;
}

const caller = (status: number, number: number, text: string): ErrorEntry => ({
  number,
  status,
  text,
  fault: 'caller',
});

const server = (status: number, number: number, text: string): ErrorEntry => ({
  number,
  status,
  text,
  fault: 'ours',
});

export const errorCodes = {
  // Routing
  couldNotRoute: caller(
    404,
    7003,
    'Could not route to {path}, perhaps your object identifier is invalid?',
  ),
  noRoute: caller(404, 7000, 'No route for that URI'),
  methodNotAvailable: caller(405, 7001, 'Method {method} not available for that URI.'),

  // Credentials
  invalidHeaders: caller(400, 6003, 'Invalid request headers'),
  invalidEmailHeader: caller(400, 6102, 'Invalid format for X-Auth-Email header'),
  invalidKeyHeader: caller(400, 6103, 'Invalid format for X-Auth-Key header'),
  invalidAuthorizationHeader: caller(400, 6111, 'Invalid format for Authorization header'),
  missingCredentials: caller(
    400,
    9106,
    'Missing X-Auth-Key, X-Auth-Email or Authorization headers',
  ),
  unknownKeyPair: caller(403, 9103, 'Unknown X-Auth-Key or X-Auth-Email'),
  invalidAccessToken: caller(403, 9109, 'Invalid access token: {reason}'),
  authenticationFailed: caller(401, 10000, 'Authentication error: {reason}'),
  invalidApiToken: caller(401, 1000, 'Invalid API Token'),
  sessionEnded: caller(401, 11010, 'The session has ended: {reason}. Sign in again.'),
  noSession: caller(401, 11014, 'This call has no session. Sign in first: POST /session.'),
  sessionNotEnough: caller(
    403,
    11011,
    'A session cannot do this. Send the token itself, or the key of the user.',
  ),
  signInCodeUsed: caller(
    401,
    11012,
    'This sign-in code was used already, or is older than ten minutes. Get another one with `palisade dashboard`.',
  ),
  foreignPage: caller(
    403,
    11013,
    'A page of another origin must not use this session. Open the dashboard at {host}.',
  ),
  tooManyAuthFailures: caller(
    429,
    10502,
    'Too many authentication failures. Wait {seconds} seconds before trying again.',
  ),

  // Permissions and visibility
  permissionMissing: caller(
    403,
    10000,
    'Authentication error: this credential lacks the permission "{permission}" {scope}. Add that permission group to the token.',
  ),
  invalidZone: caller(
    403,
    9109,
    'Invalid zone identifier: there is no such zone, or this credential lacks the permission "{permission}" on it.',
  ),
  zoneNotFound: caller(404, 1001, 'Invalid zone identifier: there is no such zone.'),
  invalidAccount: caller(
    403,
    9109,
    'Unauthorized to access requested resource: there is no such account, or this credential lacks the permission "{permission}" on it.',
  ),
  tenantAdminOnly: caller(
    403,
    1002,
    'Only an administrator of this installation may {what}. Use a token with the "{permission}" permission group.',
  ),

  // Rate
  rateLimited: caller(
    429,
    971,
    'Please wait and consider throttling your request speed: more than {quota} requests per {window} seconds. Try again in {seconds} seconds.',
  ),
  foreignOrigin: caller(
    403,
    11008,
    'A page of another origin must not open this WebSocket: open it from a page of {host}, or outside of a browser.',
  ),
  tooManySockets: caller(
    429,
    11007,
    'There are {count} WebSockets {scope} already, which is the limit. Close one of them, or try again later.',
  ),

  // Request bodies, queries and headers
  malformedJson: caller(400, 6007, 'Malformed JSON in request body{detail}'),
  bodyTooLarge: caller(413, 11000, 'The request body is larger than {limit} bytes.'),
  invalidBody: caller(400, 11001, '{problem}'),
  invalidQuery: caller(400, 11002, '{problem}'),
  unsupportedMediaType: caller(
    415,
    11003,
    'Send the body as JSON, with the header "Content-Type: application/json".',
  ),
  missingBody: caller(400, 11004, 'This call needs a JSON body.'),
  badRequest: caller(400, 11005, 'The request could not be read: {detail}'),
  headersTooLarge: caller(431, 11006, 'The request headers are too large.'),

  // Accounts
  invalidAccountName: caller(
    400,
    1001,
    'Invalid account name: use 1 to 100 characters, not only spaces.',
  ),
  accountNotEmpty: caller(
    400,
    11101,
    'The account still has {count} zones. Delete them first, then delete the account.',
  ),

  // Zones
  zoneExists: caller(400, 1061, '{name} already exists.'),
  zoneBelowOthers: caller(
    400,
    1116,
    '{name} is below a zone of another account and would take its visitors: create it in that account, or ask an administrator of the installation.',
  ),
  zoneAboveOthers: caller(
    400,
    1116,
    '{name} is above a zone of another account and would take the visitors of every other host below {name}: ask an administrator of the installation.',
  ),
  zonePublicSuffix: caller(
    400,
    1099,
    '{name} is a public suffix, below which different owners have their domains: create a zone for a domain below it.',
  ),
  invalidZoneName: caller(
    400,
    1002,
    '"{name}" is not a valid domain name: use labels of letters, digits and hyphens (at most 63 characters each, 253 in all), no hyphen at the ends of a label, and a top-level label of 2 to 20 that is not a number. Write international names in their xn-- form.',
  ),
  zonePatchOneMember: caller(
    400,
    11111,
    'Change exactly one of "paused", "type", "vanity_name_servers" or "plan" per call; this body has {count} of them.',
  ),
  accountNeeded: caller(
    400,
    11117,
    'Name the account of the zone in "account": this credential can create zones in more than one.',
  ),
  unknownPlan: caller(400, 11112, 'There is no plan "{plan}". Known plans: {known}.'),
  zoneNotPending: caller(
    400,
    11113,
    'The zone is active already; there is nothing to check. Zones of this installation become active when they are created.',
  ),
  zoneHeld: caller(
    400,
    11114,
    'The zone {held} of another account holds its name and all names below it, such as {name}. Release the hold of {held} first.',
  ),

  // Settings of zones
  undefinedSetting: caller(400, 1003, 'Undefined zone setting: {id}'),
  unknownSettingName: caller(400, 1006, 'Unrecognized zone setting name: {id}'),
  settingValue: caller(400, 1007, 'Invalid value for zone setting {id}: {problem}'),
  settingNotEditable: caller(
    403,
    1015,
    'Not allowed to edit the zone setting {id}: the plan "{plan}" of this zone does not include it. An administrator can change the plan of the zone.',
  ),

  // Tokens
  tokenNotFound: caller(404, 1003, 'API token not found'),
  unknownPermissionGroup: caller(
    400,
    1001,
    'Permission group {id} does not exist. List the known ones at {list}.',
  ),
  tokenNameLength: caller(400, 400, 'name must have a length between 1 and 120'),
  invalidTokenResource: caller(
    400,
    11121,
    '"{resource}" is not a resource a token can be given. Use {known}.',
  ),
  foreignTokenResource: caller(
    400,
    11122,
    '"{resource}" is not part of account {account}. A token owned by an account can only be given that account and its zones.',
  ),
  permissionGroupScope: caller(
    400,
    11123,
    'No resource of this policy matches the permission group "{group}", which applies to {scopes}.',
  ),
  administratorOfAccount: caller(
    400,
    11127,
    'The permission group "{group}" is for tokens of users. Give a token of an account the groups it needs.',
  ),
  emptyTokenCondition: caller(
    400,
    11129,
    'The condition "request_ip" names no addresses: list some in "in" or "not_in", or leave the condition out.',
  ),
  invalidTokenCidr: caller(
    400,
    11124,
    '"{cidr}" is not an IP address or CIDR range, such as 192.0.2.0/24 or 2001:db8::/32.',
  ),
  tokenResourceQuota: caller(
    400,
    11128,
    'The policies name {count} resources; a token can be given {limit}. For all zones of an account name the account, with "palisade.account.zone.*" below it.',
  ),
  tokenLifetime: caller(400, 11125, 'expires_on must be later than not_before and than now.'),
  tokenQuota: caller(
    400,
    11126,
    'This owner has {limit} tokens already, which is the limit. Delete one first.',
  ),

  // Rulesets
  unknownMember: caller(400, 21001, 'invalid JSON: unknown field "{name}"'),
  entryPointNotFound: caller(404, 10003, 'could not find entrypoint ruleset in the {phase} phase'),
  rulesetNotFound: caller(404, 21002, 'could not find ruleset {id}'),
  rulesetVersionNotFound: caller(404, 21003, 'could not find version {version} of ruleset {id}'),
  ruleNotFound: caller(404, 21004, 'could not find rule {id}'),
  rulesetMemberFixed: caller(
    400,
    21005,
    "'{value}' is not a valid value for {member} because it cannot be changed from '{current}'",
  ),
  rulesetKind: caller(
    400,
    21006,
    "'{kind}' is not a valid value for kind because rulesets of that kind cannot be created in the {phase} phase of this {scope}",
  ),
  entryPointExists: caller(
    400,
    20217,
    "'{kind}' is not a valid value for kind because exceeded maximum number of {kind} rulesets for phase {phase}",
  ),
  managedReadOnly: caller(
    400,
    21007,
    'Managed rulesets cannot be changed. Deploy them with an execute rule and change their behaviour with its overrides.',
  ),
  rulesetInUse: caller(
    400,
    21008,
    'The ruleset is executed by a rule of ruleset {by}. Remove that rule first.',
  ),
  versionInUse: caller(400, 21009, 'Version {version} is {why} and cannot be deleted.'),
  ruleQuota: caller(
    400,
    50001,
    'exceeded the maximum number of rules in the phase {phase}: {count} out of {max}',
  ),

  // Rules
  unknownAction: caller(400, 21011, 'unknown variant for action: {action}'),
  actionMissing: caller(400, 21012, 'action is required{why}'),
  actionNotAllowed: caller(
    400,
    20016,
    "'{action}' is not a valid value for action because it is not possible to use the {action} action in a ruleset with phase {phase} and kind {kind}",
  ),
  expressionBlank: caller(
    400,
    20125,
    "'' is not a valid value for expression because the expression cannot be blank",
  ),
  expressionInvalid: caller(
    400,
    20127,
    "'{expression}' is not a valid value for expression because {reason}",
  ),
  parametersMissing: caller(400, 20113, 'action parameters are required for the {action} action'),
  parametersUnexpected: caller(400, 21013, 'the {action} action takes no action parameters'),
  parametersInvalid: caller(400, 21014, '{problem}'),
  parameterExpression: caller(
    400,
    20083,
    "'{expression}' is not a valid value for expression because {reason}",
  ),
  executeTwice: caller(
    400,
    20014,
    'more than one rule is trying to execute the same managed ruleset',
  ),
  executeUnknown: caller(
    400,
    21015,
    'There is no ruleset {id} of the phase {phase} that can be executed here.',
  ),
  executeVersion: caller(
    400,
    21016,
    'Ruleset {id} has no version {version}. Leave the version out to use the latest.',
  ),
  overrideAction: caller(
    400,
    21017,
    "'{action}' is not a valid action here: rules of {ruleset} can only be set to {allowed}",
  ),
  overrideRule: caller(400, 21018, 'Rule {id} is not part of {ruleset}.'),
  overrideCategory: caller(400, 21019, 'No rule of {ruleset} has the tag "{category}".'),
  overrideUnsupported: caller(400, 21020, '"{member}" cannot be overridden in {ruleset}.'),
  skipCombination: caller(400, 21021, '"{one}" cannot be combined with "{other}" in a skip rule.'),
  skipTarget: caller(400, 21022, '"{target}" cannot be skipped from the phase {phase}: {known}'),
  ratelimitMissing: caller(400, 21024, 'Rules in the http_ratelimit phase need "ratelimit".'),
  ratelimitUnexpected: caller(400, 21025, '"ratelimit" is only for the http_ratelimit phase.'),
  ratelimitCharacteristic: caller(400, 21026, '{problem}'),
  credentialCheckScope: caller(
    400,
    21027,
    'exposed_credential_check is only for rules of custom rulesets of an account in the http_request_firewall_custom phase.',
  ),
  credentialCheckAction: caller(
    400,
    21028,
    'A rule with exposed_credential_check can only {allowed}.',
  ),
  ruleTwice: caller(400, 21029, 'Two rules of the list have the same {member} "{value}".'),
  unknownRuleId: caller(
    400,
    21030,
    'There is no rule {id} in this ruleset. Leave the id out to make a new rule.',
  ),
  ruleUnchanged: caller(400, 21035, 'Send the definition of the rule, a position, or both.'),
  positionMembers: caller(
    400,
    21031,
    'A position has exactly one of "before", "after" and "index".',
  ),
  positionIndex: caller(400, 21032, '{index} is not a position from 1 to {last}.'),
  positionRule: caller(400, 21033, 'There is no rule {id} in this ruleset to place it by.'),
  positionItself: caller(400, 21034, 'Rule {id} cannot be placed by itself.'),

  // Lists
  listNotFound: caller(404, 21040, 'could not find list {id}'),
  listNameTaken: caller(
    400,
    21041,
    'There is a list named "{name}" already. Choose another name; a list of another kind needs one as well.',
  ),
  listQuota: caller(
    400,
    21042,
    'This account has {limit} lists already, which is the limit. Delete one first.',
  ),
  listInUse: caller(
    400,
    21043,
    'The list {id} is used by {references}. Remove it from these rules and filters first.',
  ),
  listItemNotFound: caller(404, 21044, 'could not find item {id} in this list'),
  listItemInvalid: caller(400, 21045, '{problem}'),
  listItemTwice: caller(
    400,
    21046,
    'The items {first} and {second} have the same value {value}. Send it once.',
  ),
  listItemQuota: caller(
    400,
    21047,
    'The lists of this account would have {count} items together, and the limit is {limit}.',
  ),
  listOperationNotFound: caller(404, 21048, 'could not find bulk operation {id}'),
  redirectQuota: caller(
    400,
    21049,
    'The URLs of the redirects of this account would have {count} characters together, and the limit is {limit}.',
  ),

  // Token configurations
  tokenConfigurationNotFound: caller(404, 21060, 'could not find token configuration {id}'),
  tokenConfigurationQuota: caller(
    400,
    21061,
    'This zone has {limit} token configurations already, which is the limit. Delete one first.',
  ),
  tokenConfigurationInUse: caller(
    400,
    21062,
    'The token configuration {id} is used by {references}. Remove it from their rules first.',
  ),
  tokenSourceInvalid: caller(400, 21063, 'The source cannot be used: {problem}.'),
  tokenKeyInvalid: caller(400, 21064, 'Key {number} cannot be used: {problem}.'),

  // Rule exceptions
  ruleExceptionNotFound: caller(404, 21065, 'could not find rule exception {id}'),
  ruleExceptionQuota: caller(
    400,
    21066,
    'This zone has {limit} rule exceptions already, which is the limit. Delete one first.',
  ),
  ruleExceptionInvalid: caller(400, 21067, 'The exception has no effect: {problem}.'),

  // Firewall migration
  migrationParameter: caller(400, 21070, '{problem}'),
  migrationIncompatible: caller(400, 21071, 'This zone cannot be migrated: {reasons}'),
  migrationState: caller(
    400,
    21072,
    'The migration is in the state "{state}", in which "{step}" is not possible. There is no way back from the new rules; to stop them, switch off their rules in the entry point.',
  ),
  migrationPlan: caller(403, 21073, 'The step "{step}" of the migration needs the plan "{plan}".'),
  migrationNoRules: caller(
    400,
    21074,
    'The new configuration has no rules. Send those of GET /zones/{zone}/waf_migration/config, switched off if the new firewall is not to act.',
  ),
  migrationNotBegun: caller(
    400,
    21075,
    'While the previous managed rules are in use, zones of this plan can only store rules that are switched off. Set "enabled" to false, or finish the migration with waf_migration=pending.',
  ),
  previousFirewallGone: caller(
    410,
    1050,
    'This zone has been migrated to the rulesets interface, and the previous managed rules have ended. Use /zones/{zone}/rulesets/phases/http_request_firewall_managed/entrypoint instead.',
  ),

  // Filters and firewall rules
  filterNotFound: caller(404, 11180, 'There is no filter {id} in this zone.'),
  filterTwice: caller(
    400,
    10102,
    'The filter {id} has this expression already. Refer to it by its id, or change the expression.',
  ),
  filterTwiceInCall: caller(
    400,
    10102,
    'An earlier item of this call has the same expression. Create the filter first, and refer to it by its id, or change the expression.',
  ),
  filterQuota: caller(
    400,
    11181,
    'This zone would have {count} filters, and the limit is {limit}. Delete unused ones first.',
  ),
  filterInUse: caller(
    400,
    11182,
    'The filter {id} is used by {references}. Delete these rules first, or give them another filter.',
  ),
  filterInvalid: caller(400, 11183, '{problem}'),
  firewallRuleNotFound: caller(404, 11184, 'There is no firewall rule {id} in this zone.'),
  firewallRuleQuota: caller(
    400,
    11185,
    'This zone would have {count} firewall rules, and the limit of its plan is {limit}. Delete some first.',
  ),
  firewallRuleInvalid: caller(400, 11186, '{problem}'),

  // Page rules
  pageRuleInvalid: {
    ...caller(400, 1004, 'Page Rule validation failed: {problem}'),
    repeatsProblem: true,
  },
  pageRuleNotFound: caller(
    404,
    1002,
    'Invalid Page Rule identifier: there is no page rule {id} in this zone.',
  ),
  pageRuleQuota: caller(
    400,
    11187,
    'This zone has {limit} page rules already, which is the limit of its plan. Delete one first.',
  ),

  // Web3 hostnames
  web3Invalid: caller(400, 11171, '{problem}'),
  web3TargetNotServed: caller(
    400,
    11172,
    'The target "{target}" cannot be used: nothing here serves IPFS. Use "ethereum".',
  ),
  web3HostnameNotFound: caller(404, 11173, 'There is no Web3 hostname {id} in this zone.'),
  web3HostnameQuota: caller(
    400,
    11174,
    'This account has {limit} Web3 hostnames already, which is the limit of plans below enterprise. Delete one first.',
  ),
  web3ContentList: caller(
    404,
    11175,
    'Web3 hostnames have no content list: those with the target ipfs_universal_path would have one, and nothing here serves IPFS.',
  ),
  accessKeyNotFound: caller(404, 11176, 'This Web3 hostname has no access key {id}.'),
  accessKeyQuota: caller(
    400,
    11177,
    'This Web3 hostname has {limit} access keys already, which is the limit. Delete one first.',
  ),

  // Load balancing
  loadBalancingNotFound: caller(404, 1001, 'There is no {kind} {id} here.'),
  loadBalancingInvalid: caller(400, 1002, '{problem}: validation failed'),
  loadBalancingNotUnique: caller(
    400,
    1003,
    'There is a {kind} named "{name}" already: value not unique. Choose another name.',
  ),
  loadBalancingReferenced: caller(
    412,
    1005,
    'The {kind} {id} is referenced by other objects: {references}. Remove it there first.',
  ),
  loadBalancingQuota: caller(
    400,
    11131,
    'This {owner} has {limit} of {kind} already, which is the limit: quota exceeded. Delete one first.',
  ),
  healthCheckNotFound: caller(
    404,
    1001,
    'There is no health check {id} here: object does not exist.',
  ),
  healthCheckQuota: caller(
    400,
    11135,
    'This zone has {limit} health checks already, which is the limit of its plan: quota exceeded. Delete one first.',
  ),
  healthCheckPlan: caller(
    403,
    11136,
    'Health checks are not part of the plan of this zone; they need the plan "pro" or a higher one. An administrator can change the plan of the zone.',
  ),
  accountNotSole: caller(
    400,
    11134,
    'This older path is for callers whose credential has "{permission}" on exactly one account. Use {path} instead.',
  ),
  healthUnavailable: caller(404, 11132, 'Health info unavailable'),

  traceNotFound: caller(
    404,
    11133,
    'There is no trace of the request {ray}. Traces are kept for 24 hours, of requests that were sampled or that a security rule reported or ended.',
  ),

  // Packages of the previous firewall
  previousModeOn: caller(400, 1019, 'The group "{name}" is on already.'),
  previousModeOff: caller(400, 1020, 'The group "{name}" is off already.'),
  previousRuleEnabled: caller(400, 1008, 'The rule {id} has the mode "{mode}" already.'),
  previousRuleDisabled: caller(
    400,
    1009,
    'The rule {id} is disabled already: its mode is "{mode}".',
  ),
  packageNotScored: caller(
    400,
    1027,
    'The package "{name}" has no sensitivity and no action mode: only anomaly packages have them. Set the modes of its rules instead.',
  ),
  previousPackageNotFound: caller(404, 11190, 'There is no package {id} of managed rules.'),
  previousGroupNotFound: caller(404, 11191, 'The package "{name}" has no group {id}.'),
  previousRuleNotFound: caller(404, 11192, 'The package "{name}" has no rule {id}.'),
  previousRuleMode: caller(
    400,
    11193,
    'The rule {id} cannot have the mode "{mode}". It can have: {allowed}.',
  ),
  uriOverrideInvalid: caller(400, 11194, '{problem}'),
  uriOverrideNotFound: caller(404, 11195, 'There is no URI override {id} in this zone.'),
  uriOverrideQuota: caller(
    400,
    11196,
    'This zone has {limit} URI overrides already, which is the limit. Delete one first.',
  ),

  // Log push
  logpushInvalid: caller(400, 1002, '{problem}'),
  logpushDestination: caller(400, 1002, 'error validating destination: {problem}'),
  logpushOwnership: caller(400, 1002, 'error validating ownership of the destination: {problem}'),
  logpushJobNotFound: caller(404, 1003, 'job not found: there is no log push job {id} here'),
  logpushNotAllowed: caller(400, 1004, '{operation} is not allowed: {problem}'),
  logpushPlan: caller(
    403,
    1006,
    'Log push is not part of the plan "{plan}" of this zone; it needs an enterprise plan. An administrator can change the plan of the zone.',
  ),

  // Page monitoring
  pageItemNotFound: caller(404, 11141, 'Could not find {kind} {id}'),
  notEntitled: caller(
    403,
    11142,
    'This zone is not entitled to {feature}: its plan "{plan}" does not include that. An administrator can change the plan of the zone.',
  ),
  policyValueInvalid: caller(400, 11143, 'The value of the policy cannot be used, {problem}'),
  pageContentChanged: caller(
    400,
    11144,
    'The script has changed: its content now has the hash {hash}. Review it again, then decide.',
  ),

  // Notifications
  notificationInvalid: caller(400, 11151, '{problem}'),
  notificationFilterMissing: caller(
    400,
    17103,
    'The filter "{filter}" is missing: alerts of the type {type} need at least one value in it.',
  ),
  notificationNotFound: caller(404, 11152, 'There is no {kind} {id} in this account.'),
  notificationQuota: caller(
    400,
    11153,
    'This account cannot have another {kind}: the limit is {limit}. Delete one first.',
  ),
  notificationPlan: caller(
    403,
    11154,
    'This account is not entitled to {feature}: none of its zones has the plan "{plan}" or a higher one. An administrator can change the plan of a zone.',
  ),

  // Destinations and history of notifications
  webhookUrl: caller(400, 11156, 'The URL of the webhook cannot be used: {problem}'),
  webhookTest: caller(
    400,
    11157,
    'Webhook test failed with status code {status}. The receiver must return a status from 200 to 299.',
  ),
  webhookUnreachable: caller(400, 11158, 'Webhook test failed: {problem}'),
  historyNotFound: caller(404, 11159, 'There is no notification {id} in the history.'),
  historyNotFailed: caller(
    400,
    11160,
    'The notification {id} is {status}. Only one that has failed can be resent.',
  ),
  historyNotWaiting: caller(
    400,
    11162,
    'The notification {id} is {status}. Only one that is waiting can be tried at once.',
  ),
  drillsBusy: caller(
    429,
    11161,
    '{limit} notification policies are tested at the moment, which is the limit. Try again in a few seconds.',
  ),

  // Of Palisade itself
  internal: server(500, 10001, 'Internal server error (id {id}). The log has the details.'),
  unavailable: server(
    503,
    11901,
    'The database does not respond at the moment. Try again in a few seconds; traffic is not affected.',
  ),
  databaseDamaged: server(
    503,
    11903,
    'The file of the database is damaged, so nothing can be read or stored. The log of the node names the file and the remedy; traffic is not affected.',
  ),
  diskFull: server(
    503,
    11902,
    'The disk is full, so nothing can be stored. Free space on the disk of the data folder, or of the database; traffic is not affected.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCodes;

/** Notices for the `messages` array of a successful response. */
export const noticeCodes = {
  tokenValid: { number: 10000, text: 'This API Token is valid and active' },
  memberIgnored: {
    number: 11050,
    text: 'The member "{pointer}" is not known here and was ignored',
  },
  parameterIgnored: {
    number: 11065,
    text: 'The query parameter "{name}" is not known here and was ignored; {hint}',
  },
  keywordUnquoted: {
    number: 11051,
    text: '{word} in "{directive}" is read as a host name: write \'{word}\' in single quotes for the keyword',
  },
  originSpelling: {
    number: 11052,
    text: 'With the scope "{scope}" origins get paths that are not normalised: an origin that interprets such a path differently from the rules may serve protected resources. The scope "both" avoids this',
  },
  settingStored: {
    number: 11053,
    text: 'The setting "{setting}" is stored and has no effect here: {reason}',
  },
  settingAlike: {
    number: 11054,
    text: 'The value "{value}" of the setting "{setting}" is stored and acts like another one: {reason}',
  },
  settingCaution: {
    number: 11056,
    text: 'Check the setting "{setting}": {caution}',
  },
  settingsBeyondPlan: {
    number: 11057,
    text: 'The plan "{plan}" does not include the values of these settings, which act as the plan allows: {settings}',
  },
  noChange: {
    number: 11058,
    text: 'This call changes nothing: {reason}',
  },
  memberIdle: {
    number: 11059,
    text: 'The member "{pointer}" has no effect here: {reason}',
  },
  holdIdle: {
    number: 11060,
    text: 'This hold has no effect, because the name of a zone exists only once. With "include_subdomains" it reserves the names below for this account',
  },
  nothingBilled: {
    number: 11055,
    text: 'Nothing is billed here: "frequency" is stored and has no effect',
  },
  matchedDataIgnored: {
    number: 21050,
    text: 'Sensitive data detection stores no matched data: "matched_data" of rule {id} has no effect',
  },
  noValue: {
    number: 21051,
    text: 'Palisade has no data for {name}: comparisons with it are false, and their negations true. It is used in {where}',
  },
  phaseNotRun: {
    number: 21052,
    text: 'The edge does not run the phase {phase}: its rules are stored and have no effect',
  },
  conditionConstant: {
    number: 21053,
    text: 'Because of this, the condition of {where} is {result} for every request',
  },
  tokenConfigurationMissing: {
    number: 21055,
    text: 'The zone has no such token configuration: create one with POST /zones/{zone}/token_validation/config, and use its id',
  },
  pageRuleActionIdle: {
    number: 11063,
    text: 'The action "{action}" is stored and has no effect here: {reason}',
  },
  bypassIdle: {
    number: 11064,
    text: 'To bypass {products} in {where} has no effect, because nothing in this zone makes these checks',
  },
  executeIdle: {
    number: 21057,
    text: 'To execute the ruleset "{name}" in {where} has no effect: {reason}',
  },
  migrationUnprotected: {
    number: 21058,
    text: 'The previous managed rules are on, and all of the new rules are off: when the migration is complete, nothing replaces the previous ones. To prevent this, repeat the update with rules that are switched on',
  },
  dnslinkIdle: {
    number: 11062,
    text: 'The member "dnslink" is stored and has no effect: only hostnames with the target ipfs use it, and nothing here serves IPFS',
  },
  logpushIdle: {
    number: 11066,
    text: 'The member "{member}" is stored and has no effect here: {why}',
  },
  logFieldsUnfilled: {
    number: 11061,
    text: 'Palisade has no data for the fields {fields} in "{member}": filters treat them as absent, and records have the zero value',
  },
  tokenConfigurationNeeded: {
    number: 21056,
    text: 'Token fields and functions have a value only in zones with the named token configuration; POST /zones/…/token_validation/config creates one',
  },
  alertNeverSent: {
    number: 11071,
    text: 'No alert of the type "{type}" is ever sent here: the policy is stored and has no effect; {list}',
  },
  datasetIdle: {
    number: 11072,
    text: 'Palisade writes no lines to the dataset "{dataset}": this job is stored and never delivers a line',
  },
  pagerdutyNotConnected: {
    number: 11070,
    text: 'Nothing is connected: Palisade has no login at PagerDuty. Send "name" and "integration_key", the key of an integration "Events API V2" of the service, to POST {path}',
  },
  listMemberIdle: {
    number: 21054,
    text: 'The member "{member}" has no effect in item {items}: {why}',
  },
} as const;

export type NoticeCode = keyof typeof noticeCodes;
