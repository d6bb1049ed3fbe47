/** An intrusive list entry, which its value owns. Adding and removing allocate nothing, because every request does both. */
export class Link<T> {
  readonly value: T;
  previous: Link<T> | undefined;
  next: Link<T> | undefined;

  constructor(value: T) {
    this.value = value;
  }
}

/** Values in the order in which they were added. */
export class LinkedList<T> {
  #first: Link<T> | undefined;
  #last: Link<T> | undefined;

  get first(): T | undefined {
    return this.#first?.value;
  }

  /** The link must not be in a list. */
  add(link: Link<T>): void {
    link.previous = this.#last;
    if (this.#last) this.#last.next = link;
    else this.#first = link;
    this.#last = link;
  }

  /** Does nothing if the link is not in a list. */
  remove(link: Link<T>): void {
    if (link.previous) link.previous.next = link.next;
    else if (this.#first === link) this.#first = link.next;
    else return;
    if (link.next) link.next.previous = link.previous;
    else this.#last = link.previous;
    link.previous = undefined;
    link.next = undefined;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let link = this.#first; link; link = link.next) yield link.value;
  }
}
