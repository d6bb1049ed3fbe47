import { formPost, get, jsonPost, multipartPost } from '../request-samples.ts';
import { credentialRule } from './credential-rule.ts';
import { login } from './login-samples.ts';
import { formLogin, jsonLogin } from './login-shapes.ts';

/** Forms are recognised by their field names, because every shop chooses the path of its admin pages. */
export const magentoRule = credentialRule({
  ref: 'exposed-credentials-magento',
  description: 'Exposed credentials in a Magento login',
  categories: ['exposed-credentials', 'magento'],
  logins: [
    ...formLogin({ username: 'login[username]', password: 'login[password]' }),
    ...jsonLogin(
      { username: 'username', password: 'password' },
      'http.request.uri.path matches r"/rest/([^/]+/)?V1/integration/(customer|admin)/token/?$" or http.request.uri.path matches r"/customer/ajax/login/?$"',
    ),
  ],
  samples: {
    matching: [
      login(
        formPost('/customer/account/loginPost/', {
          form_key: 'k3y',
          'login[username]': 'ada@example.com',
          'login[password]': 'Love1ace!',
        }),
        'ada@example.com',
        'Love1ace!',
      ),
      login(
        {
          ...formPost('/admin_9x2/admin/', {}),
          body: 'login[username]=ada&login[password]=love%20lace',
        },
        'ada',
        'love lace',
      ),
      login(
        multipartPost('/customer/account/loginPost/', {
          'login[username]': 'ada',
          'login[password]': 'lovelace',
        }),
        'ada',
        'lovelace',
      ),
      login(
        jsonPost('/rest/default/V1/integration/customer/token', {
          username: 'ada@example.com',
          password: 'Love1ace!',
        }),
        'ada@example.com',
        'Love1ace!',
      ),
      login(
        jsonPost('/rest/V1/integration/admin/token', { username: 'ada', password: 'x' }),
        'ada',
        'x',
      ),
    ],
    other: [
      get('/customer/account/login/'),
      formPost('/customer/account/loginPost/', { 'login[username]': 'ada' }),
      formPost('/customer/account/createpost/', { email: 'ada@example.com', password: 'x' }),
      jsonPost('/rest/V1/customers', { username: 'ada', password: 'lovelace' }),
    ],
  },
});
