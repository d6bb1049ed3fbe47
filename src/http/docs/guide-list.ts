import { type Html, html } from '../../kernel/html.ts';

/** A guide for people, as the documentation page lists it. */
export interface Guide {
  /** Its file: `rulesets.md`. */
  readonly name: string;
  readonly title: string;
  readonly sections: readonly GuideSection[];
}

export interface GuideSection {
  readonly heading: string;
  /** The text below the heading that the search finds besides the heading. */
  readonly lead: string;
}

/** Below this path guides are served as plain text. */
export const GUIDES_PATH = '/docs/guides';

export function guideList(guides: readonly Guide[]): Html | undefined {
  if (guides.length === 0) return undefined;
  return html`<section id="guides"><h2>Guides</h2>${guides.map(guideEntry)}</section>`;
}

function guideEntry({ name, title, sections }: Guide): Html {
  const address = `${GUIDES_PATH}/${name}`;
  const entries = sections.map(
    ({ heading, lead }) =>
      html`<li data-words="${lead}"><a href="${address}#:~:text=${fragment(heading)}">${heading}</a></li>`,
  );
  return html`<details class="guide"><summary><a href="${address}">${title}</a></summary><ul>${entries}</ul></details>\n`;
}

/** A text fragment, with which browsers scroll to the heading; in it, hyphens have a meaning of their own. */
function fragment(heading: string): string {
  return encodeURIComponent(heading).replaceAll('-', '%2D');
}
