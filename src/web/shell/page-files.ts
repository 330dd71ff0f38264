type Files = Readonly<Record<string, readonly string[]>>;

let files: Files = {};

/** Learns which files the page of each address is made of, as the build lists them; what does not come is found one after the other. */
export function learnFiles(): void {
  const address = "/pages.js";
  import(/* @vite-ignore */ address).then(
    (loaded: { default: Files }) => {
      files = loaded.default;
    },
    () => undefined,
  );
}

/** Asks for all files of an address's page side by side: the program itself names a page's first one only, so as to weigh less. */
export function bringFiles(address: string): void {
  for (const file of files[address] ?? []) {
    if (document.head.querySelector(`link[href="/${file}"]`)) continue;
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "modulepreload", crossOrigin: "", href: `/${file}` }));
  }
}
