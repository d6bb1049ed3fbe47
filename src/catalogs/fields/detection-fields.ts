import { both, type FieldEntry, request, unfilled } from './field-entry.ts';

/** Results of detections about the client and its requests. */
export const detectionFields = [
  unfilled(both('cf.threat_score', 'Int', 'Reputation of the address, 0 (good) to 100')),
  unfilled(both('cf.client.bot', 'Bool', 'True for known good bots')),
  unfilled(both('cf.verified_bot_category', 'String', 'Kind of the verified bot')),
  request('cf.waf.score', 'Int', 'Attack score, 1 (attack) to 99 (clean)'),
  request('cf.waf.score.sqli', 'Int', 'Attack score for SQL injection'),
  request('cf.waf.score.xss', 'Int', 'Attack score for cross-site scripting'),
  request('cf.waf.score.rce', 'Int', 'Attack score for remote code execution'),
  request('cf.waf.score.class', 'String', 'attack, likely_attack, likely_clean or clean'),
  unfilled(request('cf.waf.auth_detected', 'Bool', 'True when the request carries credentials')),
  unfilled(
    request('cf.waf.credential_check.password_leaked', 'Bool', 'The password is known leaked'),
  ),
  unfilled(
    request('cf.waf.credential_check.username_leaked', 'Bool', 'The user name is known leaked'),
  ),
  unfilled(
    request(
      'cf.waf.credential_check.username_and_password_leaked',
      'Bool',
      'The pair of user name and password is known leaked',
    ),
  ),
  unfilled(
    request(
      'cf.waf.credential_check.username_password_similar',
      'Bool',
      'A leaked pair resembles this one',
    ),
  ),
  unfilled(request('cf.waf.content_scan.has_obj', 'Bool', 'True when the request carries files')),
  unfilled(
    request(
      'cf.waf.content_scan.has_malicious_obj',
      'Bool',
      'True when one of these files is malicious',
    ),
  ),
  unfilled(
    request('cf.waf.content_scan.has_failed', 'Bool', 'True when a file could not be scanned'),
  ),
  unfilled(request('cf.waf.content_scan.num_obj', 'Int', 'Number of files')),
  unfilled(request('cf.waf.content_scan.num_malicious_obj', 'Int', 'Number of malicious files')),
  unfilled(request('cf.waf.content_scan.obj_sizes', 'Array<Int>', 'Sizes of the files in bytes')),
  unfilled(request('cf.waf.content_scan.obj_types', 'Array<String>', 'Media types of the files')),
  unfilled(
    request('cf.waf.content_scan.obj_results', 'Array<String>', 'Results of the scan of each file'),
  ),
  unfilled(request('cf.bot_management.score', 'Int', 'Bot score, 1 (bot) to 99 (human)')),
  unfilled(request('cf.bot_management.verified_bot', 'Bool', 'True for verified bots')),
  unfilled(
    request('cf.bot_management.signed_agent', 'Bool', 'True for agents that sign their requests'),
  ),
  unfilled(
    request('cf.bot_management.corporate_proxy', 'Bool', 'True for known proxies of companies'),
  ),
  unfilled(request('cf.bot_management.static_resource', 'Bool', 'True for paths of static files')),
  unfilled(
    request(
      'cf.bot_management.js_detection.passed',
      'Bool',
      'True when the browser has passed a script test',
    ),
  ),
  unfilled(request('cf.bot_management.ja3_hash', 'String', 'JA3 fingerprint of the TLS client')),
  unfilled(request('cf.bot_management.ja4', 'String', 'JA4 fingerprint of the TLS client')),
  unfilled(request('cf.bot_management.detection_ids', 'Array<Int>', 'Detections that fired')),
  unfilled(
    request(
      'cf.bot_management.detection_tags',
      'Array<String>',
      'Tags of the detections that fired',
    ),
  ),
  unfilled(
    request(
      'cf.api_gateway.auth_id_present',
      'Bool',
      'True when the request has a session identifier',
    ),
  ),
  unfilled(
    request('cf.api_gateway.fallthrough_detected', 'Bool', 'True when no saved endpoint matched'),
  ),
  unfilled(
    request(
      'cf.api_gateway.request_violates_schema',
      'Bool',
      'True when the request violates its schema',
    ),
  ),
  unfilled(request('cf.llm.prompt.detected', 'Bool', 'True when the request carries a prompt')),
  unfilled(
    request(
      'cf.llm.prompt.injection_score',
      'Int',
      'Score of prompt injection, 1 (attack) to 99 (clean)',
    ),
  ),
  unfilled(request('cf.llm.prompt.pii_detected', 'Bool', 'True when the prompt has personal data')),
  unfilled(
    request(
      'cf.llm.prompt.pii_categories',
      'Array<String>',
      'Kinds of personal data in the prompt',
    ),
  ),
  unfilled(
    request(
      'cf.llm.prompt.unsafe_topic_detected',
      'Bool',
      'True when the prompt is about an unsafe topic',
    ),
  ),
  unfilled(
    request(
      'cf.llm.prompt.unsafe_topic_categories',
      'Array<String>',
      'Unsafe topics of the prompt',
    ),
  ),
  unfilled(
    request(
      'cf.llm.prompt.custom_topic_categories',
      'Map<Int>',
      'Scores of the topics of the zone',
    ),
  ),
  unfilled(request('cf.fraud.attack', 'String', 'Kind of fraud')),
  unfilled(request('cf.fraud.email_risk', 'String', 'Risk of the address of a sign-up')),
  unfilled(request('cf.fraud.detection_ids', 'Array<Int>', 'Fraud detections that fired')),
  unfilled(request('cf.fraud.detection_tags', 'Array<String>', 'Tags of these detections')),
  unfilled(request('cf.sequence.current_op', 'String', 'Saved endpoint of the request')),
  unfilled(
    request('cf.sequence.previous_ops', 'Array<String>', 'Saved endpoints of earlier requests'),
  ),
  unfilled(request('cf.sequence.msec_since_op', 'Map<Int>', 'Milliseconds since each of them')),
] as const satisfies readonly FieldEntry[];
