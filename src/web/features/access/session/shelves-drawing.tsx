/** A place of a rack: boxes, the box that is looked for, ring binders, or nothing. */
type Place = "b" | "x" | "r" | ".";

/** Three bays of three places each, from the top shelf to the lowest. */
const shelves = ["bb.rbbb.b", "brbbb.bbr", "bbbbxbb.b", "rbb.bbrbb", "bbbbb.bbb"];

const place = { width: 62, height: 88 };
const bay = 3 * place.width + 26;
const shelfHeight = 132;
const board = 8;
const size = { width: 3 * bay, height: shelves.length * shelfHeight };

const xOf = (at: number) => Math.floor(at / 3) * bay + 16 + (at % 3) * place.width;
const yOf = (shelf: number) => (shelf + 1) * shelfHeight - board - place.height;

/** Every place of this kind, each as a part of one path. */
const pathOf = (kind: Place, draw: (x: number, y: number) => string) =>
  shelves
    .flatMap((places, shelf) => Array.from(places, (one, at) => (one === kind ? draw(xOf(at), yOf(shelf)) : "")))
    .join("");

const box = (x: number, y: number) => `M${x + 2} ${y}h58v88h-58z`;
const lid = (x: number, y: number) => `M${x + 2} ${y + 22}h58M${x + 23} ${y + 11}h16`;
const label = (x: number, y: number) => `M${x + 15} ${y + 38}h32v24h-32z`;
const lines = (x: number, y: number) => `M${x + 21} ${y + 47}h20M${x + 21} ${y + 53}h12`;
const spines = (draw: (x: number, y: number) => string) => (x: number, y: number) =>
  [4, 22, 40].map((at) => draw(x + at, y)).join("");
const spine = (x: number, y: number) => `M${x} ${y + 10}h18v78h-18z`;
const hole = (x: number, y: number) => `M${x + 6} ${y + 74}h6M${x + 5} ${y + 22}h8v26h-8z`;

const quiet = {
  fronts: pathOf("b", box) + pathOf("r", spines(spine)),
  edges: pathOf("b", lid) + pathOf("r", spines(hole)),
  labels: pathOf("b", label),
  lines: pathOf("b", lines),
};
const wanted = {
  front: pathOf("x", box),
  lid: pathOf("x", lid),
  label: pathOf("x", label),
  lines: pathOf("x", lines),
};
const posts = [0, 1, 2, 3].map((at) => `M${at * bay} -400v${size.height + 400}`).join("");
const boards = shelves
  .map((_, shelf) => `M-800 ${(shelf + 1) * shelfHeight - board / 2}h${size.width + 1600}`)
  .join("");

/** Shelves with boxes, of which one is found. It fills the room that it is given; the lowest shelf stands at its foot. */
export function ShelvesDrawing() {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      strokeWidth={1.5}
      strokeLinejoin="round"
      strokeLinecap="round"
      className="absolute inset-0 size-full"
    >
      <path d={posts} stroke="var(--color-line)" strokeWidth={10} />
      <path d={boards} stroke="var(--color-line)" strokeWidth={board} />
      <g stroke="var(--color-field)" strokeOpacity={0.65} fill="var(--color-surface)">
        <path d={quiet.fronts} />
        <path d={quiet.edges} />
        <path d={quiet.labels} fill="var(--color-accent-soft)" strokeWidth={1} />
        <path d={quiet.lines} strokeWidth={1} />
      </g>
      <g stroke="var(--color-on-fill)">
        <path d={wanted.front} fill="var(--color-accent-fill)" stroke="var(--color-accent-fill)" />
        <path d={wanted.lid} />
        <path d={wanted.label} fill="var(--color-on-fill)" />
        <path d={wanted.lines} stroke="var(--color-accent-fill)" />
      </g>
    </svg>
  );
}
