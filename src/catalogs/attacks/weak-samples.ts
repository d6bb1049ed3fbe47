import type { AttackFamily } from './attack-families.ts';
import type { SignEntry } from './sign-entry.ts';

/** For families that have weak findings: texts with only such, and texts without any. */
export const weakSamples: Partial<Record<AttackFamily, SignEntry['samples']>> = {
  html: {
    matching: [
      'put it between <script> and </script>',
      '<button onClick={() => add(1)}>x</button>',
    ],
    other: ['<b>bold</b>', '5 < 7'],
  },
  javascript: {
    matching: ['alert(1)', 'location=Paris'],
    other: ['1alert(1)', 'javascript:;'],
  },
  shell: {
    matching: ['run `cat /etc/hosts` first', 'the note `whoami` says it'],
    other: ['run `npm install` first', 'cats; dogs'],
  },
  php: {
    matching: [
      'In old pages you will often find that $_GET is read without any check at all, which is bad.',
      'To see what is loaded, write <?php phpinfo(); ?> into an empty page and open it in a browser.',
    ],
    other: ['phpinfo is a page', 'the superglobals of PHP'],
  },
  java: {
    matching: [
      'Never call Runtime.getRuntime().exec("ls") in a handler that everybody can reach from outside.',
      'The class java.lang.ProcessBuilder replaced most of the calls in the older parts of our build.',
    ],
    other: ['java.lang.String', 'the runtime'],
  },
  template: {
    matching: [
      'A template that prints 49 for {{7*7}} runs what visitors type into the form, as we have seen.',
      'The letter said that <%= 6*7 %> must be escaped before anybody else can see it on the page.',
    ],
    other: ['{{ name }}', '<%= name %>'],
  },
};
