import { filePost, formPost, get, jsonPost, send } from '../../../request-samples.ts';
import {
  allOf,
  anyFieldName,
  anyOf,
  bodyHas,
  bodyMatches,
  pathHas,
  rawPathHas,
} from '../conditions.ts';
import { detection } from '../targeted-rule.ts';

export const gitlabRules = [
  detection({
    ref: 'managed-gitlab-image-metadata',
    description: 'GitLab: runs commands in the metadata of an uploaded image (CVE-2021-22205)',
    categories: ['gitlab', 'file-upload', 'command-injection', 'cve-2021-22205'],
    expression: allOf(
      pathHas('/uploads'),
      bodyHas('(metadata', 'at&tform'),
      bodyHas('qx{', '(metadata'),
    ),
    matching: [
      filePost(
        '/uploads/user',
        'a.jpg',
        'AT&TFORM DJVM (metadata (Copyright "\\\n" . qx{id} . \\"',
      ),
      filePost('/group/project/uploads', 'b.jpg', '(metadata (x "$(id)"))'),
    ],
    other: [
      filePost('/uploads/user', 'photo.jpg', 'JFIF Exif metadata'),
      filePost('/notes', 'a.djvu', '(metadata'),
    ],
  }),
  detection({
    ref: 'managed-gitlab-reset-addresses',
    description:
      'GitLab: sends the link that resets a password to a second address (CVE-2023-7028)',
    categories: ['gitlab', 'authentication-bypass', 'cve-2023-7028'],
    expression: allOf(
      pathHas('/users/password'),
      anyOf(anyFieldName('^user\\[email\\]\\[[0-9]*\\]$'), bodyMatches('"email" *: *\\[')),
    ),
    matching: [
      send(
        'POST',
        '/users/password',
        'application/x-www-form-urlencoded',
        'user[email][]=ada@example.com&user[email][]=eve@attacker.test',
      ),
      jsonPost('/users/password', { user: { email: ['ada@example.com', 'eve@attacker.test'] } }),
    ],
    other: [
      formPost('/users/password', { 'user[email]': 'ada@example.com' }),
      get('/users/password/new'),
    ],
  }),
  detection({
    ref: 'managed-gitlab-lint-ssrf',
    description:
      'GitLab: requests internal hosts with a remote file of a pipeline (CVE-2021-22214, CVE-2021-39935)',
    categories: ['gitlab', 'ssrf', 'cve-2021-22214', 'cve-2021-39935'],
    expression: allOf(
      pathHas('/ci/lint'),
      bodyHas('remote'),
      bodyHas('127.0.0.1', 'localhost', '169.254.', '[::1]', '://10.', '://192.168.', '://0.0.0.0'),
    ),
    matching: [
      jsonPost('/api/v4/ci/lint', {
        include_merged_yaml: true,
        content: 'include:\n  remote: http://127.0.0.1:9100/test.yml',
      }),
      jsonPost('/api/v4/ci/lint', {
        content: 'include:\n- remote: "http://169.254.169.254/x.yml"',
      }),
    ],
    other: [
      jsonPost('/api/v4/ci/lint', {
        content: 'include:\n  remote: https://templates.example.com/ci.yml',
      }),
      jsonPost('/api/v4/ci/lint', { content: 'test:\n  script: curl http://localhost' }),
    ],
  }),
  detection({
    ref: 'managed-gitlab-upload-files',
    description: 'GitLab: reads files through an attachment of nested groups (CVE-2023-2825)',
    categories: ['gitlab', 'directory-traversal', 'cve-2023-2825'],
    expression: allOf(rawPathHas('/uploads/'), rawPathHas('..%2f..%2f', '%2e%2e%2f', '../../../')),
    matching: [
      get('/a/b/c/d/e/f/g/h/i/project/uploads/5f3a9c2e/..%2F..%2F..%2F..%2Fetc%2Fpasswd'),
      get('/g/p/uploads/5f/../../../etc/passwd'),
    ],
    other: [get('/g/p/uploads/5f3a9c2e/screenshot.png'), get('/g/p/-/blob/main/uploads%2Fa.txt')],
  }),
];
