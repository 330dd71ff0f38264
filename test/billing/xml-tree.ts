import { SaxesParser } from "saxes";

/** An element of XML that was read, by its local name. A test changes it. */
export interface XmlNode {
  readonly name: string;
  readonly uri: string;
  readonly attributes: Record<string, string>;
  text: string;
  children: XmlNode[];
}

/** The root of a text that is well-formed with its namespaces. @throws for any other */
export function parseXml(xml: string): XmlNode {
  const document: XmlNode = { name: "", uri: "", attributes: {}, text: "", children: [] };
  const open = [document];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ local, uri, attributes }) => {
    const named = Object.entries(attributes).map(([name, { value }]) => [name, value] as const);
    const node: XmlNode = { name: local, uri, attributes: Object.fromEntries(named), text: "", children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on("text", (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on("closetag", () => open.pop());
  parser.write(xml).close();
  const [root] = document.children;
  if (!root) throw new Error("The text has no element.");
  return root;
}

/** All elements at a path of names below a node: `SellerTradeParty/Name`. */
export const allAt = (node: XmlNode, path: string): XmlNode[] =>
  path
    .split("/")
    .reduce((nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)), [node]);

/** The text of the first element at a path; empty where there is none. */
export const textAt = (node: XmlNode, path: string): string => allAt(node, path)[0]?.text.trim() ?? "";

/** A node with all that is below it. */
export const withDescendants = (node: XmlNode): XmlNode[] => [node, ...node.children.flatMap(withDescendants)];

/** A change of a document that was read. */
export type Change = (root: XmlNode) => void;

function firstAt(root: XmlNode, path: string): XmlNode {
  const [node] = allAt(root, path);
  if (!node) throw new Error(`Nothing is at ${path}: the change would change nothing.`);
  return node;
}

const split = (path: string) => [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)] as const;

/** Without the elements of a path below its first parent. */
export const remove =
  (path: string): Change =>
  (root) => {
    firstAt(root, path);
    const [parent, name] = split(path);
    const node = firstAt(root, parent);
    node.children = node.children.filter((child) => child.name !== name);
  };

/** With another text in the first element at a path. */
export const write =
  (path: string, text: string): Change =>
  (root) => {
    firstAt(root, path).text = text;
  };

/** With another attribute, or none, at the first element at a path. */
export const writeAttribute =
  (path: string, name: string, value: string | null): Change =>
  (root) => {
    const { attributes } = firstAt(root, path);
    if (value === null) delete attributes[name];
    else attributes[name] = value;
  };

/** With one more element below the first one at a path. */
export const add =
  (path: string, name: string, text: string): Change =>
  (root) => {
    firstAt(root, path).children.push({ name, uri: "", attributes: {}, text, children: [] });
  };

/** With the first element at a path twice. */
export const double =
  (path: string): Change =>
  (root) => {
    const [parent] = split(path);
    firstAt(root, parent).children.push(structuredClone(firstAt(root, path)));
  };
