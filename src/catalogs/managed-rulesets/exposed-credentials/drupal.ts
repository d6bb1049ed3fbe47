import { formPost, get, jsonPost, multipartPost } from '../request-samples.ts';
import { credentialRule } from './credential-rule.ts';
import { login } from './login-samples.ts';
import { formLogin, jsonLogin } from './login-shapes.ts';

const loginPath =
  'ends_with(http.request.uri.path, "/user/login") or ends_with(http.request.uri.path, "/user")';

/** The login page, the login block (which posts to the page that contains it), and the JSON login. */
export const drupalRule = credentialRule({
  ref: 'exposed-credentials-drupal',
  description: 'Exposed credentials in a Drupal login',
  categories: ['exposed-credentials', 'drupal'],
  logins: [
    ...formLogin(
      { username: 'name', password: 'pass' },
      (form) =>
        `(has_key(${form}, "form_id") and (${loginPath})) or any(${form}["form_id"][*] in {"user_login" "user_login_block" "user_login_form"})`,
    ),
    ...jsonLogin(
      { username: 'name', password: 'pass' },
      'ends_with(http.request.uri.path, "/user/login")',
    ),
  ],
  samples: {
    matching: [
      login(
        formPost('/en/user/login?destination=/', {
          name: 'ada',
          pass: 'a&b=c',
          form_id: 'user_login_form',
          op: 'Log in',
        }),
        'ada',
        'a&b=c',
      ),
      login(
        multipartPost('/news', { name: 'ada', pass: 'lovelace', form_id: 'user_login_block' }),
        'ada',
        'lovelace',
      ),
      login(
        jsonPost('/user/login?_format=json', { name: 'ada', pass: 'lovelace' }),
        'ada',
        'lovelace',
      ),
    ],
    other: [
      get('/user/login'),
      formPost('/user/register', { name: 'ada', pass: 'x', form_id: 'user_register_form' }),
      formPost('/user/login', { name: 'ada', pass: 'lovelace' }),
      formPost('/user/password', { name: 'ada', form_id: 'user_pass' }),
    ],
  },
});
