import { formPost, get, jsonPost, multipartPost } from '../request-samples.ts';
import { credentialRule } from './credential-rule.ts';
import { login } from './login-samples.ts';
import { formLogin, jsonLogin } from './login-shapes.ts';

/** Three generic patterns for logins of other products. */
export const genericFormRule = credentialRule({
  ref: 'exposed-credentials-generic-form',
  description: 'Exposed credentials in a form with username and password',
  categories: ['exposed-credentials', 'generic'],
  logins: formLogin({ username: 'username', password: 'password' }),
  samples: {
    matching: [
      login(
        formPost('/session', { username: 'ada@example.com', password: 'a b+c' }),
        'ada@example.com',
        'a b+c',
      ),
      login(
        multipartPost('/account/sign-in', { username: 'ada', password: 'lovelace' }),
        'ada',
        'lovelace',
      ),
    ],
    other: [
      get('/session?username=ada&password=lovelace'),
      formPost('/session', { user: 'ada', password: 'lovelace' }),
      formPost('/session', { username: '', password: 'lovelace' }),
      jsonPost('/session', { username: 'ada', password: 'lovelace' }),
    ],
  },
});

export const genericJsonEmailRule = credentialRule({
  ref: 'exposed-credentials-generic-json-email',
  description: 'Exposed credentials in JSON with email and password',
  categories: ['exposed-credentials', 'generic'],
  logins: jsonLogin({ username: 'email', password: 'password' }),
  samples: {
    matching: [
      login(
        jsonPost('/api/login', { email: 'ada@example.com', password: 'pä"55' }),
        'ada@example.com',
        'pä"55',
      ),
      login(
        {
          ...jsonPost('/api/login', { password: 'lovelace', email: 'ada@example.com' }),
          headers: { 'content-type': 'text/plain' },
        },
        'ada@example.com',
        'lovelace',
      ),
    ],
    other: [
      jsonPost('/api/login', { email: 'ada@example.com' }),
      jsonPost('/api/login', { user: { email: 'ada@example.com', password: 'lovelace' } }),
      jsonPost('/api/login', { email: 7, password: 'lovelace' }),
      { ...jsonPost('/api/login', {}), body: '{"email": "ada@example.com", "password": "cut o' },
    ],
  },
});

export const genericJsonUserRule = credentialRule({
  ref: 'exposed-credentials-generic-json-username',
  description: 'Exposed credentials in JSON with username and password',
  categories: ['exposed-credentials', 'generic'],
  logins: jsonLogin({ username: 'username', password: 'password' }),
  samples: {
    matching: [
      login(
        jsonPost('/v1/session', { username: 'ada', password: 'lovelace', remember: true }),
        'ada',
        'lovelace',
      ),
      login(
        {
          ...jsonPost('/v1/session', { username: 'ada', password: 'lovelace' }),
          headers: { 'content-type': 'application/vnd.api+json' },
        },
        'ada',
        'lovelace',
      ),
    ],
    other: [
      jsonPost('/v1/session', { username: 'ada', password: '' }),
      jsonPost('/v1/session', ['username', 'password']),
      jsonPost('/v1/session', { username: 'ada', password: null }),
      formPost('/v1/session', { username: 'ada', password: 'lovelace' }),
    ],
  },
});
