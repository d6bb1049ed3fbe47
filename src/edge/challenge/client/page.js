// Runs in the challenge page. The server decides; what is hidden or shown here only guides the visitor.

const started = performance.now();
const elapsed = () => Math.round(performance.now() - started);
const at = (id) => document.getElementById(id);
const { token, seed, rounds, bits, mode, replay, worker: workerUrl } = at('challenge').dataset;

/** Shorter, and the page would only flicker. The server wants to see some of this time, too. */
const SHORTEST_MS = 600;
/** More solved challenges than this in a minute mean that the clearance does not stick. */
const MOST_ROUNDS = 3;

const checks = {
  automated: navigator.webdriver === true,
  languages: navigator.languages?.length ?? 0,
};

run().catch(() => failed('The check could not be completed.'));

async function run() {
  if (!navigator.cookieEnabled || goesInCircles()) {
    failed('Your browser does not keep cookies for this site. Allow them and try again.');
    return;
  }
  const proof = solve();
  // Whoever ticks boxes meanwhile must not hear of a failure as an unhandled one.
  proof.catch(() => {});
  const act = needsPerson() ? await person() : undefined;
  say('Checking your browser…');
  at('spinner').hidden = false;
  const nonces = await proof;
  if (!act) await wait(SHORTEST_MS - elapsed());
  await verify({ token, nonces, checks, act });
}

function needsPerson() {
  if (mode === 'interactive') return true;
  return mode === 'managed' && (checks.automated || checks.languages === 0);
}

function solve() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl);
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = reject;
    worker.postMessage({ seed, rounds: Number(rounds), bits: Number(bits) });
  });
}

/** A box and, a moment later, a button: anything that can press can do it; a script that presses at once cannot. */
function person() {
  const area = at('person');
  const box = at('box');
  const button = at('confirm');
  const confirmAfter = Number(area.dataset.confirmAfter);
  let ticked;
  let isReady = false;
  let timer;
  at('title').textContent = 'Please confirm that you are a person';
  area.hidden = false;
  say('Tick the box, then press Continue.');
  // Clicks, because of all events only these tell an input device, or what assists it, from a script.
  box.addEventListener('click', (event) => {
    clearTimeout(timer);
    isReady = false;
    button.setAttribute('aria-disabled', 'true');
    if (!box.checked || !event.isTrusted) return;
    ticked = elapsed();
    say('One moment…');
    // A little longer than the server asks for, since timers and clocks are rounded.
    timer = setTimeout(() => {
      isReady = true;
      button.removeAttribute('aria-disabled');
      say('Now press Continue.');
    }, confirmAfter + 100);
  });
  return new Promise((resolve) => {
    button.addEventListener('click', (event) => {
      if (!isReady) {
        say(box.checked ? 'One moment…' : 'Tick the box first.');
        return;
      }
      area.hidden = true;
      resolve({ ticked, confirmed: elapsed(), trusted: event.isTrusted });
    });
  });
}

async function verify(solution) {
  const response = await fetch('/cdn-cgi/challenge/verify', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(solution),
  });
  const answer = await response.json();
  if (!answer.success) {
    failed(answer.detail);
    return;
  }
  if (replay === 'explain') {
    at('title').textContent = 'Please send it again';
    done('You can go on now. What you sent was not kept: go back and send it once more.');
    offer('Go back', () => history.back());
    return;
  }
  say('Thank you. The page is loading…');
  // With a fragment the address would be the same document, and nothing would be loaded.
  if (location.hash) location.reload();
  else location.replace(answer.target || location.href);
}

function failed(detail) {
  at('title').textContent = 'That did not work';
  done(detail);
  offer('Try again', () => location.reload());
}

function done(text) {
  at('spinner').hidden = true;
  at('person').hidden = true;
  say(text);
}

function offer(label, action) {
  const button = at('next');
  button.textContent = label;
  button.hidden = false;
  button.addEventListener('click', action, { once: true });
  button.focus();
}

function say(text) {
  at('status').textContent = text;
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function goesInCircles() {
  try {
    const now = Date.now();
    const times = JSON.parse(sessionStorage.getItem('challenges') ?? '[]');
    const recent = times.filter((time) => time > now - 60_000).slice(-MOST_ROUNDS);
    sessionStorage.setItem('challenges', JSON.stringify([...recent, now]));
    return recent.length >= MOST_ROUNDS;
  } catch {
    return false;
  }
}
