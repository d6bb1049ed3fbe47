// Runs in the challenge page. The server verifies the solution; this script only guides the visitor.

const started = performance.now();
const elapsed = () => Math.round(performance.now() - started);
const at = (id) => document.getElementById(id);
const { token, seed, rounds, bits, mode, replay, worker: workerUrl } = at('challenge').dataset;

/** Minimum time before the solution is sent; less would make the page flicker. The server enforces a lower minimum. */
const SHORTEST_MS = 600;
/** If a tab solves this many challenges within a minute, the browser does not keep the clearance cookie. */
const MAX_SOLVED = 3;

const checks = {
  automated: navigator.webdriver === true,
  languages: navigator.languages?.length ?? 0,
};

run().catch(() => failed('The check could not be completed.'));

async function run() {
  if (!navigator.cookieEnabled || keepsLooping()) {
    // The visitor may allow cookies before the next attempt, so the count starts anew.
    storeSolved([]);
    failed('Your browser does not keep cookies for this site. Allow them and try again.');
    return;
  }
  const proof = solve();
  // The failure is handled by the `await` below, after the box was ticked; until then this avoids an unhandled rejection.
  proof.catch(() => {});
  const act = needsPerson() ? await person() : undefined;
  showStatus('Checking your browser…');
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

/** A box and, a moment later, a button. Assistive technology can operate both; a script that clicks immediately cannot. */
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
  showStatus('Tick the box, then press Continue.');
  // Only click events reveal whether they come from a script (`isTrusted`).
  box.addEventListener('click', (event) => {
    clearTimeout(timer);
    isReady = false;
    button.setAttribute('aria-disabled', 'true');
    if (!box.checked || !event.isTrusted) return;
    ticked = elapsed();
    showStatus('One moment…');
    // A little longer than the server requires, because timers and clocks are rounded.
    timer = setTimeout(() => {
      isReady = true;
      button.removeAttribute('aria-disabled');
      showStatus('Now press Continue.');
    }, confirmAfter + 100);
  });
  return new Promise((resolve) => {
    button.addEventListener('click', (event) => {
      if (!isReady) {
        showStatus(box.checked ? 'One moment…' : 'Tick the box first.');
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
  const result = await response.json();
  if (!result.success) {
    failed(result.detail);
    return;
  }
  storeSolved([...recentlySolved(), Date.now()]);
  if (replay === 'explain') {
    at('title').textContent = 'Please send it again';
    done('The check is complete. What you sent was not stored: go back and send it again.');
    offer('Go back', () => history.back());
    return;
  }
  showStatus('Thank you. The page is loading…');
  // With a fragment, the URL would be the same document, and the browser would load nothing.
  if (location.hash) location.reload();
  else location.replace(result.target || location.href);
}

function failed(detail) {
  at('title').textContent = 'That did not work';
  done(detail);
  offer('Try again', () => location.reload());
}

function done(text) {
  at('spinner').hidden = true;
  at('person').hidden = true;
  showStatus(text);
}

function offer(label, action) {
  const button = at('next');
  button.textContent = label;
  button.hidden = false;
  button.addEventListener('click', action, { once: true });
  button.focus();
}

function showStatus(text) {
  at('status').textContent = text;
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Only solved challenges count; loading the page is not limited. */
function keepsLooping() {
  return recentlySolved().length >= MAX_SOLVED;
}

/** The times at which challenges were solved in this tab within the last minute. */
function recentlySolved() {
  try {
    const times = JSON.parse(sessionStorage.getItem('solved-challenges') ?? '[]');
    return times.filter((time) => time > Date.now() - 60_000).slice(-MAX_SOLVED);
  } catch {
    return [];
  }
}

function storeSolved(times) {
  try {
    sessionStorage.setItem('solved-challenges', JSON.stringify(times));
  } catch {
    // Without storage, solved challenges are not counted.
  }
}
