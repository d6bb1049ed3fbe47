import { formPost, get, jsonPost } from '../request-samples.ts';
import { credentialRule } from './credential-rule.ts';
import { login } from './login-samples.ts';
import { jsonLogin } from './login-shapes.ts';

/** Sessions of the admin interface; older releases have a version in the path. */
export const ghostRule = credentialRule({
  ref: 'exposed-credentials-ghost',
  description: 'Exposed credentials in a Ghost login',
  categories: ['exposed-credentials', 'ghost'],
  logins: jsonLogin(
    { username: 'username', password: 'password' },
    'http.request.uri.path matches r"/ghost/api/(v[0-9]+/|canary/)?admin/session/?$"',
  ),
  samples: {
    matching: [
      login(
        jsonPost('/ghost/api/admin/session/', { username: 'ada@example.com', password: 'a"b' }),
        'ada@example.com',
        'a"b',
      ),
      login(
        jsonPost('/blog/ghost/api/v4/admin/session', { username: 'ada', password: 'lovelace' }),
        'ada',
        'lovelace',
      ),
    ],
    other: [
      get('/ghost/api/admin/session/'),
      jsonPost('/ghost/api/admin/posts/', { username: 'ada', password: 'lovelace' }),
      jsonPost('/ghost/api/admin/session/', { username: 'ada' }),
      formPost('/ghost/api/admin/session/', { username: 'ada', password: 'lovelace' }),
    ],
  },
});
