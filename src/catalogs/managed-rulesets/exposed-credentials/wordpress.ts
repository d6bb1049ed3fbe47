import { formPost, get, multipartPost } from '../request-samples.ts';
import { credentialRule } from './credential-rule.ts';
import { login } from './login-samples.ts';
import { formLogin } from './login-shapes.ts';

export const wordpressRule = credentialRule({
  ref: 'exposed-credentials-wordpress',
  description: 'Exposed credentials in a WordPress login',
  categories: ['exposed-credentials', 'wordpress'],
  logins: formLogin(
    { username: 'log', password: 'pwd' },
    // PHP also runs the file if more path segments follow.
    () => 'http.request.uri.path matches r"/wp-login\\.php(/|$)"',
  ),
  samples: {
    matching: [
      login(
        formPost('/wp-login.php', { log: 'ada@example.com', pwd: 'p+ss w%rd', testcookie: '1' }),
        'ada@example.com',
        'p+ss w%rd',
      ),
      login(
        multipartPost('/blog/wp-login.php?reauth=1', { log: 'ada', pwd: 'lovelace%21' }),
        'ada',
        'lovelace%21',
      ),
      login(formPost('/wp-login.php/x', { log: 'ada', pwd: 'lovelace' }), 'ada', 'lovelace'),
    ],
    other: [
      formPost('/wp-login.phpx', { log: 'ada', pwd: 'lovelace' }),
      get('/wp-login.php?log=ada&pwd=lovelace'),
      formPost('/wp-login.php?action=lostpassword', { user_login: 'ada' }),
      formPost('/wp-login.php', { log: 'ada', pwd: '' }),
      formPost('/contact', { log: 'ada', pwd: 'lovelace' }),
    ],
  },
});
