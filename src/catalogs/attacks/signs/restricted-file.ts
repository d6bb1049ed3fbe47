import type { RequestSample } from '../../managed-rulesets/managed-rule-base.ts';
import type { SignEntry } from '../sign-entry.ts';

const get = (target: string): RequestSample => ({ method: 'GET', target, headers: {}, body: '' });

export const restrictedFileSigns = {
  'restricted-file-repository': {
    means: 'a path into the folder of a version control system',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [get('/.git/config'), get('/app/.svn/entries'), get('/.hg/'), get('/%2egit/HEAD')],
      other: [
        get('/team/project.git/info/refs?service=git-upload-pack'),
        get('/project/.git/info/refs?service=git-upload-pack'),
        get('/digit/config'),
      ],
    },
  },
  'restricted-file-secret': {
    means: 'a path of a file with keys or passwords',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        get('/.env'),
        get('/api/.env.production'),
        get('/.aws/credentials'),
        get('/backup/id_rsa'),
      ],
      other: [
        get('/environment'),
        get('/robots.txt'),
        get('/.well-known/security.txt'),
        get('/docs/env'),
      ],
    },
  },
  'restricted-file-server': {
    means: 'a path of the configuration of a web server or of the private folder of an application',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        get('/.htpasswd'),
        get('/app/WEB-INF/web.xml'),
        get('/x//WEB-INF/classes/'),
        get('/web.config'),
        get('/load?/%2557EB-INF/web.xml'),
      ],
      other: [get('/web/info'), get('/favicon.ico'), get('/help/htaccess')],
    },
  },
  'restricted-file-application': {
    means: 'a path of the configuration of an application',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [get('/wp-config.php'), get('/sites/default/settings.php'), get('/.DS_Store')],
      other: [get('/wp-admin/options.php'), get('/settings'), get('/config.json')],
    },
  },
  'restricted-file-diagnostics': {
    means: 'a path of a page that shows the state of a server',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [get('/server-status'), get('/actuator/heapdump'), get('/info/phpinfo.php')],
      other: [get('/actuator/health'), get('/status'), get('/actuator/prometheus')],
    },
  },
  'restricted-file-console': {
    means: 'a path of an administration console that should not be public',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [get('/manager/html'), get('/jmx-console/'), get('/adminer.php')],
      other: [get('/manager/team'), get('/console'), get('/admin')],
    },
  },
  'restricted-file-backup': {
    means: 'a path of a copy of a program that an editor or a person has left',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        get('/index.php.bak'),
        get('/login.asp~'),
        get('/.config.php.swp'),
        get('/db.inc.old'),
      ],
      other: [get('/index.php'), get('/photo.old.jpg'), get('/notes.bak.html'), get('/~ann/')],
    },
  },
  'restricted-file-dump': {
    means: 'a path of a dump of a database or an archive of a site',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [
        get('/dump.sql'),
        get('/backup.zip'),
        get('/old/site.sql.gz'),
        get('/wwwroot.rar'),
      ],
      other: [get('/downloads/tool-1.2.zip'), get('/sql'), get('/backup')],
    },
  },
} as const satisfies Record<string, SignEntry>;
