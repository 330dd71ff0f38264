import type { Content, FileFacts, ListedFile, OpenFile, FileStore, ByteRange } from "./file-store.ts";

const pageLength = 1000;

/** Two places while files move from one to the other: what is written goes to the first, what is read may lie in either, what is removed is gone from both. */
export class TwoStores implements FileStore {
  readonly #first: FileStore;
  readonly #second: FileStore;

  constructor(first: FileStore, second: FileStore) {
    this.#first = first;
    this.#second = second;
  }

  get address(): string {
    return this.#first.address;
  }

  addressOf(name: string): string {
    return this.#first.addressOf(name);
  }

  put(name: string, content: Content): Promise<void> {
    return this.#first.put(name, content);
  }

  async open(name: string, range?: ByteRange): Promise<OpenFile | null> {
    return (await this.#first.open(name, range)) ?? this.#second.open(name, range);
  }

  async has(name: string): Promise<FileFacts | null> {
    return (await this.#first.has(name)) ?? this.#second.has(name);
  }

  async *list(under: string): AsyncGenerator<ListedFile[]> {
    let page: ListedFile[] = [];
    for await (const file of mergeNames(eachOf(this.#first, under), eachOf(this.#second, under))) {
      if (page.push(file) < pageLength) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  async remove(name: string): Promise<void> {
    await Promise.all([this.#first.remove(name), this.#second.remove(name)]);
  }

  async sweep(under: string, before: Date): Promise<number> {
    return (await this.#first.sweep(under, before)) + (await this.#second.sweep(under, before));
  }
}

async function* eachOf(place: FileStore, under: string): AsyncGenerator<ListedFile> {
  for await (const page of place.list(under)) yield* page;
}

/** Both in one order; of two with one name, that of the first. */
async function* mergeNames(
  first: AsyncGenerator<ListedFile>,
  second: AsyncGenerator<ListedFile>,
): AsyncGenerator<ListedFile> {
  let [one, other] = [await first.next(), await second.next()];
  while (one.done !== true || other.done !== true) {
    const order = one.done === true ? 1 : other.done === true ? -1 : byBytes(one.value.name, other.value.name);
    if (order <= 0) yield one.value as ListedFile;
    else yield other.value as ListedFile;
    if (order <= 0) one = await first.next();
    if (order >= 0) other = await second.next();
  }
}

const byBytes = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
