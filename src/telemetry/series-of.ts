/** The values of a metric by the values of its labels, which are given in the order of the label names. */
export class SeriesOf<Label extends string, Series> {
  readonly #create: () => Series;
  /** A cache of the last lookup: frequent callers pass the same object each time. */
  #labels: Record<Label, string> | undefined;
  #series: Series | undefined;
  readonly #found = new Map<string, { labels: Record<Label, string>; series: Series }>();

  constructor(create: () => Series) {
    this.#create = create;
  }

  at(labels: Record<Label, string>): Series {
    if (this.#series !== undefined && labels === this.#labels) return this.#series;
    let key = '';
    for (const name in labels) key += `${labels[name]}\n`;
    let found = this.#found.get(key);
    if (!found) {
      found = { labels: { ...labels }, series: this.#create() };
      this.#found.set(key, found);
    }
    this.#labels = labels;
    this.#series = found.series;
    return found.series;
  }

  all(): readonly { readonly labels: Record<Label, string>; readonly series: Series }[] {
    return [...this.#found.values()];
  }
}
