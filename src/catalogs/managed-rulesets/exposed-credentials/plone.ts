import { formPost, get, jsonPost, multipartPost } from '../request-samples.ts';
import { credentialRule } from './credential-rule.ts';
import { login } from './login-samples.ts';
import { formLogin, jsonLogin } from './login-shapes.ts';

export const ploneRule = credentialRule({
  ref: 'exposed-credentials-plone',
  description: 'Exposed credentials in a Plone login',
  categories: ['exposed-credentials', 'plone'],
  logins: [
    ...formLogin(
      { username: '__ac_name', password: '__ac_password' },
      () => 'http.request.uri.path matches r"/(login|login_form|@@login|require_login|logged_in)$"',
    ),
    ...jsonLogin(
      { username: 'login', password: 'password' },
      'ends_with(http.request.uri.path, "/@login")',
    ),
  ],
  samples: {
    matching: [
      login(
        formPost('/site/login_form', { __ac_name: 'ada', __ac_password: 'l0ve+lace' }),
        'ada',
        'l0ve+lace',
      ),
      login(
        multipartPost('/site/@@login', { __ac_name: 'ada', __ac_password: 'lovelace' }),
        'ada',
        'lovelace',
      ),
      login(jsonPost('/site/@login', { login: 'ada', password: 'lovelace' }), 'ada', 'lovelace'),
    ],
    other: [
      get('/site/login'),
      formPost('/site/login', { __ac_name: 'ada', __ac_password: '' }),
      formPost('/site/@@register', { __ac_name: 'ada', __ac_password: 'lovelace' }),
      jsonPost('/site/@login-renew', { login: 'ada', password: 'lovelace' }),
    ],
  },
});
