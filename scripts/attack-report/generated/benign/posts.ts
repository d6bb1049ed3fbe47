// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of other languages
import type { Random } from '../../../detection/random.ts';
import { byteString, formMessage, jsonMessage, multipartMessage, postMessage } from '../message.ts';
import { codeSamples, markedCode, traces } from './code-samples.ts';
import type { BenignKinds } from './kind.ts';
import { companies, opinions, people, prose, uuid, words } from './phrases.ts';

const anyCode = (random: Random): [language: string, text: string] => {
  const language = random.pick(Object.keys(codeSamples));
  return [language, random.pick(codeSamples[language] ?? [])];
};

const fenced = (random: Random): string => {
  const [language, text] =
    random.below(12) === 0 ? ['html', random.pick(markedCode)] : anyCode(random);
  return `\`\`\`${language}\n${text}\n\`\`\``;
};

const lessons = [
  "SQL injection happens when input is joined to a query. If somebody types `' OR '1'='1` as the password, the query becomes always true:\n\n```sql\nSELECT * FROM users WHERE name = 'admin' AND pass = '' OR '1'='1'\n```\n\nUse prepared statements instead.",
  'Cross-site scripting: never print input as it is. A comment such as\n\n```html\n<script>alert(1)</script>\n```\n\nwould run in the browser of each visitor; escape `<` as `&lt;`.',
  'Command injection: `ping $host` with `8.8.8.8; rm -rf /` deletes your files. In Python:\n\n```python\nsubprocess.run(["ping", host])  # no shell\n```',
  'Path traversal means that `../../etc/passwd` leaves the folder. Normalise the path first:\n\n```js\nconst full = path.resolve(root, name);\nif (!full.startsWith(root)) throw new Error("no");\n```',
  "The old joke: Robert'); DROP TABLE Students;-- was a student's name. We call him Little Bobby Tables.",
];

const rich = (random: Random): string =>
  random.pick([
    () =>
      `<p>${prose(random)}</p><p><strong>${words(random, 3)}</strong> &amp; <em>${words(random, 2)}</em></p><ul><li>${random.pick(companies).replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</li></ul><p><a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noopener">link</a></p>`,
    () =>
      `<!-- wp:paragraph {"align":"center"} -->\n<p class="has-text-align-center">${words(random, 12)}</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:image {"id":${random.digits(3)},"sizeSlug":"large"} -->\n<figure class="wp-block-image size-large"><img src="https://www.shop.test/wp-content/uploads/2026/01/a.jpg" alt="" class="wp-image-12"/></figure>\n<!-- /wp:image -->\n\n<!-- wp:code -->\n<pre class="wp-block-code"><code>SELECT * FROM posts;</code></pre>\n<!-- /wp:code -->`,
    () =>
      `<div class="ql-editor"><h2>${words(random, 4)}</h2><p style="color: rgb(230, 0, 0); background-color: transparent;">${words(random, 9)}</p><p><img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="></p></div>`,
    () =>
      `<table border="0" cellpadding="0" cellspacing="0" width="600" style="border-collapse:collapse"><tr><td align="center" style="font-family:Arial, 'Helvetica Neue', sans-serif;padding:12px 0"><a href="https://news.example.org/c?u=${random.hex(12)}&amp;id=${random.hex(10)}"><img src="https://cdn.example.org/h.png" width="200" alt="Hello &quot;friend&quot;"></a></td></tr></table><p>Hello *|FNAME|*, {{first_name}} or %%name%%!</p>`,
    () =>
      `<p class="MsoNormal"><span style='font-size:11.0pt;font-family:"Calibri",sans-serif;mso-fareast-language:EN-US'>${words(random, 15)}<o:p></o:p></span></p><!--[if mso]><table><tr><td><![endif]-->`,
    () =>
      `<figure class="media"><oembed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ"></oembed></figure><blockquote><p>${words(random, 10)}</p></blockquote><p>&nbsp;</p>`,
    () =>
      `<p>Code: <code>if (a &lt; b &amp;&amp; c) { alert("x"); }</code></p><pre><code class="language-sql">SELECT 1;</code></pre>`,
    () =>
      `<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ" frameborder="0" allow="autoplay; encrypted-media" allowfullscreen></iframe><p>${words(random, 8)}</p>`,
  ])();

export const postKinds: BenignKinds = {
  'rich text in forms': {
    means: 'HTML of several editors',
    message: (random) =>
      formMessage('/posts/save', {
        title: random.pick(opinions).slice(0, 60),
        content: rich(random) + rich(random),
        status: 'draft',
        _wpnonce: random.hex(10),
      }),
  },
  'rich text in JSON': {
    means: 'block editor markup and other HTML',
    message: (random) =>
      jsonMessage(`/wp-json/wp/v2/posts/${random.digits(4)}?_locale=user`, {
        id: random.below(9999),
        title: words(random, 5),
        content: rich(random) + rich(random),
        status: 'publish',
        meta: { footnotes: '' },
      }),
  },
  'documents of editors in JSON': {
    means: 'node trees of rich text editors',
    message: (random) =>
      jsonMessage('/api/pages/12', {
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            attrs: { textAlign: 'left' },
            content: [{ type: 'text', text: prose(random), marks: [{ type: 'bold' }] }],
          },
          {
            type: 'codeBlock',
            attrs: { language: 'js' },
            content: [{ type: 'text', text: anyCode(random)[1] }],
          },
          {
            type: 'image',
            attrs: { src: 'blob:https://www.shop.test/1', 'data-id': uuid(random) },
          },
        ],
        ops: [{ insert: 'Hello\n' }, { insert: 'x', attributes: { link: 'https://example.org' } }],
      }),
  },
  'Markdown posts': {
    means: 'Markdown with code of several languages',
    message: (random) =>
      jsonMessage('/api/topics/17/posts', {
        raw: `# ${words(random, 4)}\n\n${prose(random, 3)}\n\n${fenced(random)}\n\n> ${prose(random, 1)}\n\n- [x] done\n- [ ] \`a | b\`\n\n| a | b |\n|---|---|\n| 1 | ${words(random, 2)} |\n\n${fenced(random)}\n\n— ${random.pick(people)}`,
        category: 4,
      }),
  },
  'posts about attacks': {
    means: 'Markdown about injections, with examples in code',
    message: (random) => {
      const text = `${prose(random, 1)}\n\n${random.pick(lessons)}\n\n${prose(random, 2)}\n\n${random.pick(lessons)}`;
      return random.below(2)
        ? jsonMessage('/api/posts', {
            title: 'How attacks work',
            body: text,
            tags: ['security', 'sql'],
          })
        : formMessage('/posts', {
            'post[title]': 'How attacks work',
            'post[body]': text,
            csrf: random.hex(20),
          });
    },
  },
  'forum replies': {
    means: 'quotes, code and signatures in forms',
    message: (random) =>
      formMessage('/forum/reply.php?t=42', {
        message: `[quote="${random.pick(people).replaceAll('"', '')}"]${random.pick(opinions)}[/quote]\n${prose(random)}\n[code]${anyCode(random)[1]}[/code]\n--\n${random.pick(people)}`,
        subject: `Re: ${words(random, 3)}`,
        post: 'Submit',
      }),
  },
  pastes: {
    means: 'code of several languages as it is',
    message: (random) => {
      const [language, text] = anyCode(random);
      return random.pick([
        () => formMessage('/paste', { text, lang: language, expire: '1d', title: '' }),
        () =>
          jsonMessage('/api/snippets', {
            title: `demo.${language}`,
            content: text,
            language,
            visibility: 'public',
          }),
        () =>
          multipartMessage('/snippets', [
            { name: 'snippet[code]', content: byteString(text) },
            { name: 'snippet[lang]', content: language },
          ]),
        () => postMessage('/raw', 'text/plain; charset=utf-8', byteString(text)),
      ])();
    },
  },
  'files saved in editors': {
    means: 'code of playgrounds, repositories and notebooks',
    message: (random) => {
      const [language, text] = anyCode(random);
      return random.pick([
        () =>
          jsonMessage('/api/playground/save', {
            files: {
              [`/src/main.${language}`]: { code: text },
              '/package.json': { code: '{"scripts":{"dev":"vite"}}' },
            },
            active: '/src/main',
          }),
        () => ({
          ...jsonMessage('/api/contents/Untitled.ipynb', {
            type: 'notebook',
            format: 'json',
            content: {
              cells: [
                {
                  cell_type: 'code',
                  source: `%matplotlib inline\n!pip install x\n${text}`,
                  outputs: [{ output_type: 'error', traceback: [random.pick(traces)] }],
                },
              ],
              nbformat: 4,
            },
          }),
          method: 'PUT',
        }),
        () => ({
          ...jsonMessage(`/repos/tim/demo/contents/src/main.${language}`, {
            message: `Fix ${words(random, 3)}; see #${random.below(900)}`,
            content: Buffer.from(text).toString('base64'),
            sha: random.hex(40),
          }),
          method: 'PUT',
        }),
        () =>
          jsonMessage('/api/v4/projects/17/repository/commits', {
            branch: 'main',
            commit_message: words(random, 5),
            actions: [{ action: 'update', file_path: 'ci/deploy.sh', content: text }],
          }),
      ])();
    },
  },
  'support mails': {
    means: 'tickets with stack traces and paths',
    message: (random) =>
      random.below(2)
        ? jsonMessage('/api/v2/tickets', {
            ticket: {
              subject: `Error in ${random.pick(companies)}`,
              comment: {
                body: `${prose(random)}\n\n${random.pick(traces)}\n\nRegards, ${random.pick(people)}`,
              },
              priority: 'urgent',
            },
          })
        : formMessage('/support/new', {
            'ticket[subject]': 'It crashes',
            'ticket[body]': `${prose(random, 2)}\n\n${random.pick(traces)}`,
            'ticket[path]': 'C:\\Program Files\\Shop\\shop.exe',
          }),
  },
  chat: {
    means: 'chat messages with code and questions to assistants',
    message: (random) =>
      jsonMessage('/v1/chat/completions', {
        model: 'large-2',
        messages: [
          { role: 'system', content: 'You are a helpful assistant. Do not execute commands.' },
          {
            role: 'user',
            content: `${random.pick(['Explain this', 'Why does this fail?', 'Translate to Python:', 'Is this safe?'])}\n\n${fenced(random)}\n${random.pick(opinions)}`,
          },
        ],
        temperature: 0.2,
        stream: true,
      }),
  },
};
