/** The style of the documentation page: light and dark, one column on narrow screens. */
export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fff; --raised: #f6f7f9; --line: #dde1e7; --ink: #1c2430; --soft: #5b6675; --accent: #0b5cad;
  --get: #0b6b46; --post: #0b5cad; --put: #8a5a00; --patch: #6b3fa0; --delete: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161c; --raised: #1a2029; --line: #2d3643; --ink: #e4e8ee; --soft: #9aa6b5; --accent: #74b3f5;
    --get: #5fd3a0; --post: #74b3f5; --put: #e5b454; --patch: #c29bf2; --delete: #ff8a80;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre { font: 13.5px/1.5 ui-monospace, Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 0 0 .6rem; }
h3 { font-size: .9rem; margin: 1rem 0 .4rem; }
small, em { color: var(--soft); font-style: normal; font-size: .85em; font-weight: 400; }
.page { display: grid; grid-template-columns: 19rem minmax(0, 1fr); max-width: 100rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.2rem 1rem 2rem; border-right: 1px solid var(--line); font-size: .9rem; }
nav .title { display: block; color: var(--ink); font-weight: 700; font-size: 1.05rem; margin-bottom: .8rem; }
nav summary, nav li a { padding: .18rem .4rem; border-radius: 5px; }
nav summary { cursor: pointer; color: var(--soft); }
nav summary a { color: var(--ink); font-weight: 600; }
nav a[aria-current] { color: var(--accent) !important; background: var(--raised); }
nav summary:hover, nav li a:hover { background: var(--raised); text-decoration: none; }
nav ul { list-style: none; margin: 0 0 .4rem; padding: 0; }
nav li a { display: grid; grid-template-columns: 3.4rem 1fr; color: var(--ink); line-height: 1.35; }
nav li .method { font-size: .68rem; line-height: 1.8; }
input { width: 100%; font: inherit; padding: .45rem .7rem; margin-bottom: .8rem; border: 1px solid var(--line); border-radius: 7px; background: var(--raised); color: inherit; }
input:focus-visible, summary:focus-visible, a:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
main { padding: 2rem 2.2rem 50vh; min-width: 0; }
main > section { margin-bottom: 2.6rem; }
.method { font-family: ui-monospace, Menlo, Consolas, monospace; font-weight: 700; font-size: .78rem; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); }
.patch { color: var(--patch); } .delete { color: var(--delete); }
.operation { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; }
.operation > summary { display: grid; grid-template-columns: 4.2rem minmax(0, 1fr) auto; gap: .1rem .6rem; align-items: baseline; padding: .55rem .9rem; cursor: pointer; list-style: none; }
.operation > summary::-webkit-details-marker { display: none; }
.operation > summary:hover, .operation[open] > summary { background: var(--raised); border-radius: 8px; }
.operation > summary strong { font-weight: 600; }
.operation > summary code { grid-column: 2; color: var(--soft); }
.operation > summary .link { grid-area: 1 / 3; opacity: 0; }
.operation > summary:hover .link, .operation > summary .link:focus-visible, .operation[open] > summary .link { opacity: 1; }
.content { padding: .3rem .9rem 1rem; scroll-margin-top: 5.5rem; }
.content > p { margin: .5rem 0; color: var(--soft); }
pre { margin: 0; padding: .7rem .9rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--raised); border: 1px solid var(--line); border-radius: 7px; }
.code { position: relative; }
.code button { position: absolute; right: 0; top: -.15rem; font: 600 .75rem system-ui, sans-serif; padding: .1rem .55rem; border: 1px solid var(--line); border-radius: 5px; background: none; color: var(--soft); cursor: pointer; }
.code button:hover { color: var(--ink); background: var(--raised); }
table { border-collapse: collapse; width: 100%; table-layout: fixed; font-size: .9rem; line-height: 1.45; }
td { text-align: left; vertical-align: top; padding: .3rem .9rem .3rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
td:first-child { width: 42%; } td:last-child { padding-right: 0; } td > span { color: var(--soft); }
tr:first-child td { border-top: 0; }
.guide > summary { cursor: pointer; padding: .15rem 0; }
.guide ul { margin: .1rem 0 .5rem; padding-left: 2.2rem; font-size: .92rem; }
.result > summary { cursor: pointer; margin-top: 1.2rem; color: var(--accent); font-size: .9rem; }
[hidden] { display: none !important; }
@media (min-width: 78rem) {
  .content { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 1.8rem; }
  .content > p { grid-column: 1 / -1; }
  .examples { position: sticky; top: 1rem; align-self: start; order: 1; }
}
@media (max-width: 52rem) {
  .page { display: block; }
  nav { position: static; height: auto; padding: 1rem 1rem .6rem; border-right: 0; border-bottom: 1px solid var(--line); }
  nav .areas { display: flex; flex-wrap: wrap; gap: .3rem; }
  nav details ul { display: none; }
  nav summary { list-style: none; padding: .1rem .55rem; border: 1px solid var(--line); border-radius: 99px; font-size: .85rem; }
  nav summary a { font-weight: 400; }
  nav summary small { display: none; }
  nav summary::-webkit-details-marker { display: none; }
  main { padding: 1.2rem 1rem 4rem; }
  .operation > summary { grid-template-columns: 3.6rem minmax(0, 1fr); }
  .operation > summary .link { display: none; }
}
`;
