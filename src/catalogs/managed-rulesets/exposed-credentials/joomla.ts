import { formPost, get, multipartPost } from '../request-samples.ts';
import { credentialRule } from './credential-rule.ts';
import { login } from './login-samples.ts';
import { formLogin } from './login-shapes.ts';

/**
 * The administrator form and the form of the site have different names for the password. The site form is recognised
 * by its task, in the body or the query, because its path varies with search-friendly URLs.
 */
export const joomlaRule = credentialRule({
  ref: 'exposed-credentials-joomla',
  description: 'Exposed credentials in a Joomla login',
  categories: ['exposed-credentials', 'joomla'],
  logins: [
    ...formLogin(
      { username: 'username', password: 'passwd' },
      (form) =>
        `(ends_with(http.request.uri.path, "/administrator/index.php") or ends_with(http.request.uri.path, "/administrator/")) and any(${form}["task"][*] eq "login")`,
    ),
    ...formLogin(
      { username: 'username', password: 'password' },
      (form) =>
        `any(${form}["task"][*] eq "user.login") or any(http.request.uri.args["task"][*] eq "user.login")`,
    ),
  ],
  samples: {
    matching: [
      login(
        formPost('/administrator/index.php', {
          username: 'ada',
          passwd: 'love lace',
          option: 'com_login',
          task: 'login',
        }),
        'ada',
        'love lace',
      ),
      login(
        multipartPost('/administrator/', { username: 'ada', passwd: 'pä55', task: 'login' }),
        'ada',
        'pä55',
      ),
      login(
        formPost('/index.php', { username: 'ada', password: 'pä55', task: 'user.login' }),
        'ada',
        'pä55',
      ),
      login(
        multipartPost('/sign-in?task=user.login', { username: 'ada', password: 'lovelace' }),
        'ada',
        'lovelace',
      ),
    ],
    other: [
      get('/administrator/index.php'),
      formPost('/administrator/index.php', { username: 'ada', passwd: 'x', task: 'user.save' }),
      formPost('/index.php', {
        username: 'ada',
        password: 'lovelace',
        task: 'registration.register',
      }),
      formPost('/index.php', { username: 'ada', task: 'user.login' }),
    ],
  },
});
