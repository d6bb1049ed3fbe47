// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code of several languages

/** Code that people post, save and share. */
export const codeSamples: Readonly<Record<string, readonly string[]>> = {
  sql: [
    "SELECT u.id, u.name, COUNT(*) AS orders\nFROM users u\nJOIN orders o ON o.user_id = u.id\nWHERE u.created_at > '2024-01-01' AND u.name LIKE '%ann%'\nGROUP BY u.id\nHAVING COUNT(*) > 3\nORDER BY orders DESC\nLIMIT 10;",
    "CREATE TABLE items (\n  id SERIAL PRIMARY KEY,\n  name TEXT NOT NULL DEFAULT '',\n  price NUMERIC(10,2) CHECK (price >= 0)\n);\nINSERT INTO items (name, price) VALUES ('Chair', 19.9), ('Table', 99);",
    'UPDATE accounts SET balance = balance - 100 WHERE id = 1;\nUPDATE accounts SET balance = balance + 100 WHERE id = 2;\nCOMMIT;',
    "WITH recent AS (SELECT * FROM events WHERE ts > now() - interval '1 day') SELECT kind, count(*) FROM recent GROUP BY 1 UNION ALL SELECT 'all', count(*) FROM recent;",
    'DROP TABLE IF EXISTS tmp_import; -- remove the old import\nALTER TABLE users ADD COLUMN locale varchar(5);',
  ],
  javascript: [
    "const items = await fetch('/api/items').then((r) => r.json());\ndocument.querySelector('#list').innerHTML = items.map((i) => `<li>${i.name}</li>`).join('');",
    "document.getElementById('save').addEventListener('click', function () {\n  alert('Saved ' + document.title);\n  window.location.href = '/done';\n});",
    'export function debounce(fn, ms = 100) {\n  let t;\n  return (...args) => { clearTimeout(t); t = setTimeout(() => fn(...args), ms); };\n}',
    "const { exec } = require('child_process');\nexec('ls -la', (err, stdout) => console.log(stdout));",
    "if (document.cookie.includes('theme=dark')) { document.body.classList.add('dark'); } else { localStorage.setItem('theme', 'light'); }",
  ],
  php: [
    "<?php\n$stmt = $pdo->prepare('SELECT * FROM users WHERE id = ?');\n$stmt->execute([$_GET['id']]);\necho htmlspecialchars($stmt->fetch()['name']);\n?>",
    "<?php\nadd_action('init', function () {\n  register_post_type('book', ['public' => true]);\n});\nfunction theme_setup() { add_theme_support('title-tag'); }",
    "foreach ($rows as $row) {\n  echo \"<td>{$row['name']}</td>\";\n}\nfile_put_contents('cache.json', json_encode($rows));",
  ],
  java: [
    'public class Main {\n  public static void main(String[] args) throws Exception {\n    Runtime rt = Runtime.getRuntime();\n    System.out.println(rt.availableProcessors());\n  }\n}',
    '@GetMapping("/items/{id}")\npublic ResponseEntity<Item> get(@PathVariable Long id, @Value("${app.name}") String name) {\n  return ResponseEntity.ok(service.find(id));\n}',
    'Class<?> type = Class.forName("org.example.Plugin");\nObject plugin = type.getDeclaredConstructor().newInstance();',
  ],
  shell: [
    '#!/bin/bash\nset -euo pipefail\nfor f in *.log; do\n  gzip "$f" && mv "$f.gz" /var/backups/ || echo "failed: $f"\ndone\n',
    'curl -fsSL https://example.org/install.sh | sudo bash -s -- --version 1.2\ncat /etc/os-release; uname -a',
    'sudo apt-get update && sudo apt-get install -y nginx; systemctl restart nginx\ntail -f /var/log/nginx/error.log | grep -v favicon',
    'docker run --rm -v $(pwd):/app -w /app node:22 npm test; echo $?',
    "find . -name '*.tmp' -mtime +7 -exec rm {} \\;\nps aux | awk '{print $2}' | xargs kill",
  ],
  yaml: [
    'name: CI\non: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: |\n          npm ci\n          npm test -- --coverage && echo done\n        env:\n          TOKEN: ${{ secrets.TOKEN }}\n',
    'stages: [build, deploy]\nbuild:\n  image: node:22\n  script:\n    - npm ci; npm run build\n    - tar czf out.tgz dist/ || exit 1\n  rules:\n    - if: $CI_COMMIT_BRANCH == "main"\n',
    'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: web\n      image: nginx:1.27\n      command: ["sh", "-c", "sleep 3600"]\n      env: [{name: HOST, value: "$(POD_IP)"}]\n',
  ],
  dockerfile: [
    'FROM node:22-slim AS build\nWORKDIR /app\nCOPY package*.json ./\nRUN npm ci && npm cache clean --force\nCOPY . .\nRUN npm run build || (cat npm-debug.log; exit 1)\nCMD ["node", "dist/server.js"]',
    'FROM debian:12\nRUN apt-get update && apt-get install -y curl ca-certificates && rm -rf /var/lib/apt/lists/*\nENTRYPOINT ["/bin/sh", "-c", "exec nginx -g \'daemon off;\'"]',
  ],
  python: [
    "import os, sys, subprocess\n\ndef main():\n    out = subprocess.run(['git', 'status'], capture_output=True)\n    print(out.stdout.decode())\n\nif __name__ == '__main__':\n    main()",
    "df = pd.read_csv('data.csv')\ndf[df['price'] > 10].groupby('kind')['price'].mean().plot()\nplt.show()",
    "from jinja2 import Template\nprint(Template('Hello {{ name }}, {% for i in items %}{{ i }} {% endfor %}').render(name='Ann', items=[1, 2]))",
  ],
  html: [
    '<!doctype html>\n<html>\n<head><title>Demo</title><link rel="stylesheet" href="style.css"></head>\n<body>\n<h1>Hi</h1>\n<script src="app.js"></script>\n</body>\n</html>',
  ],
  config: [
    'server {\n  listen 443 ssl;\n  server_name example.org;\n  location / { proxy_pass http://127.0.0.1:3000; proxy_set_header Host $host; }\n}',
    '[mysqld]\nbind-address = 127.0.0.1\ninnodb_buffer_pool_size=1G\n# file: /etc/mysql/my.cnf',
    'log4j.appender.file.layout.ConversionPattern=%d{ISO8601} %-5p [%t] %c{1} - %m%n\nspring.datasource.url=jdbc:mysql://localhost:3306/shop',
  ],
};

/** Without marks around it, this is what stored attacks look like as well. */
export const markedCode: readonly string[] = [
  '<button class="btn" onclick="toggle()">Menu</button>\n<script>\nfunction toggle() { document.body.classList.toggle("open"); }\n</script>',
];

export const traces: readonly string[] = [
  'Traceback (most recent call last):\n  File "/srv/app/main.py", line 42, in <module>\n    main(sys.argv[1:])\n  File "/usr/lib/python3.12/json/decoder.py", line 355\nValueError: Expecting \',\' delimiter: line 1 column 5',
  'java.lang.NullPointerException: Cannot invoke "String.length()" because "<local1>" is null\n\tat org.example.shop.Cart.total(Cart.java:57)\n\tat java.base/java.lang.reflect.Method.invoke(Method.java:580)\n\tat org.apache.catalina.core.ApplicationFilterChain.doFilter(ApplicationFilterChain.java:166)\nCaused by: java.lang.ClassNotFoundException: com.example.Driver',
  "TypeError: Cannot read properties of undefined (reading 'map')\n    at Array.render (webpack-internal:///./src/App.js:12:34)\n    at eval (eval at <anonymous> (https://cdn.example.org/app.js?v=3:1:1), <anonymous>:3:9)\n    at HTMLButtonElement.onclick (https://www.shop.test/:10:5)",
  "PHP Fatal error:  Uncaught PDOException: SQLSTATE[42000]: Syntax error near 'FROM users WHERE id = ''' in /var/www/html/index.php:12\nStack trace:\n#0 /var/www/html/index.php(12): PDO->query('SELECT * FROM u...')\n#1 {main}",
  'System.InvalidOperationException: Sequence contains no elements\r\n   at System.Linq.ThrowHelper.ThrowNoElementsException()\r\n   at Shop.Web.Controllers.CartController.<Index>d__3.MoveNext() in C:\\build\\src\\Controllers\\CartController.cs:line 31',
  'panic: runtime error: index out of range [3] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t/tmp/sandbox/prog.go:9 +0x1d\nexit status 2',
  "ERROR 1064 (42000): You have an error in your SQL syntax; check the manual for the right syntax to use near 'SELECT 1' at line 1",
];
