/**
 * The script of the documentation page, which works without it. The script adds the search, copies
 * examples, and fills in the address that the page was loaded from.
 */
export const DOCS_SCRIPT = `
'use strict';
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const field = document.querySelector('input');
const nothing = document.getElementById('nothing');
const introduction = document.getElementById('introduction');
const links = new Map(all('nav li a').map((link) => [link.hash.slice(1), link.parentElement]));
const areas = all('main section.area');
const guides = all('.guide');
const guideIndex = guides.flatMap((guide) => all('li', guide).map((entry) => {
  const title = guide.querySelector('summary').textContent;
  return { entry, text: [title, entry.textContent, entry.dataset.words].join(' ').toLowerCase() };
}));
const index = all('.operation').map((operation) => {
  const { id } = operation.querySelector('.content');
  const area = operation.closest('section');
  const words = [id, area.querySelector('h2').textContent, area.dataset.words];
  const text = [...words, operation.querySelector('summary').textContent].join(' ').toLowerCase();
  return { operation, text, link: links.get(id) };
});

function search() {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const matches = (text) => words.every((word) => text.includes(word));
  for (const { entry, text } of guideIndex) entry.hidden = !matches(text);
  for (const guide of guides) {
    guide.hidden = all('li', guide).every(({ hidden }) => hidden);
    guide.open = words.length > 0;
  }
  for (const { operation, text, link } of index) {
    operation.hidden = link.hidden = !matches(text);
  }
  for (const area of areas) {
    area.hidden = all('.operation', area).every(({ hidden }) => hidden);
  }
  for (const area of all('nav .areas details')) {
    area.hidden = all('li', area).every(({ hidden }) => hidden);
    area.open = words.length > 0;
  }
  const hasGuides = guides.some(({ hidden }) => !hidden);
  for (const section of all('#guides')) section.hidden = !hasGuides;
  nothing.hidden = hasGuides || areas.some(({ hidden }) => !hidden);
  introduction.hidden = words.length > 0;
}

function openTarget() {
  const id = location.hash.slice(1);
  const target = document.getElementById(id);
  const area = target && target.closest('section.area');
  if (!area) return;
  const operation = target.closest('.operation');
  if (area.hidden || (operation && operation.hidden)) { field.value = ''; search(); }
  for (const entry of all('nav .areas details')) {
    if (entry.querySelector('summary a').hash === '#' + area.id) entry.open = true;
  }
  for (const link of all('nav a')) link.toggleAttribute('aria-current', link.hash === '#' + id);
  if (operation) operation.open = true;
  target.scrollIntoView();
}

for (const origin of all('.origin')) origin.textContent = location.origin;
for (const block of navigator.clipboard ? all('.code') : []) {
  const button = document.createElement('button');
  button.textContent = 'Copy';
  button.onclick = async () => {
    await navigator.clipboard.writeText(block.querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  };
  block.prepend(button);
}
field.hidden = false;
field.addEventListener('input', search);
addEventListener('hashchange', openTarget);
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target === field) return;
  event.preventDefault();
  field.focus();
});
openTarget();
`;
