/** What Express reads of a request, with qs, busboy and cookie-parser. Values of objects are listed under their name. */
const busboy = require('busboy');
const cookieParser = require('cookie-parser');
const express = require('express');

const leaves = (value) =>
  value !== null && typeof value === 'object'
    ? Object.values(value).flatMap(leaves)
    : [String(value)];
const pairs = (values) =>
  Object.entries(values ?? {}).flatMap(([name, value]) =>
    leaves(value).map((leaf) => [name, leaf]),
  );

function parts(request, done) {
  const found = [];
  let parser;
  try {
    parser = busboy({ headers: request.headers });
  } catch {
    return done([]);
  }
  const reading = [];
  parser.on('field', (name, value) => found.push([name, value]));
  parser.on('file', (name, file) => {
    reading.push(
      file.toArray().then(
        (chunks) => found.push([name, Buffer.concat(chunks).toString()]),
        () => {},
      ),
    );
  });
  const end = () => Promise.all(reading).then(() => done(found));
  parser.on('close', end).on('error', end);
  request.pipe(parser);
}

const version = (name) => `${name} ${require(`${name}/package.json`).version}`;

const app = express();
app.set('query parser', 'extended');
app.use(cookieParser(), express.urlencoded({ extended: true }));
app.use((request, response) => {
  const end = (body) =>
    response.json({
      version: `${version('express')}, ${version('qs')}, ${version('busboy')}`,
      query: pairs(request.query),
      cookie: pairs(request.cookies),
      body,
    });
  if (request.is('multipart/*')) parts(request, end);
  else end(pairs(request.body));
});
app.use((error, _request, response, _next) => response.json({ error: error.message }));
app.listen(Number(process.env.PORT), '127.0.0.1');
