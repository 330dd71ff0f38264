export type DialogName = "search" | "shortcuts";

/** Returns the dialog that a key opens on every page. */
export function dialogOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): DialogName | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === "k" ? "search" : undefined;
  if ((target as Element).closest("input, textarea, select")) return undefined;
  return key === "/" ? "search" : key === "?" ? "shortcuts" : undefined;
}

export const openModal = () => document.querySelector<HTMLDialogElement>("dialog:modal");

const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal();

/** Stands where the palette will stand, and takes what is typed until its program has come (`use-shortcuts.tsx` hands it over). */
export const EarlySearch = ({ onClose }: { onClose: () => void }) => (
  <dialog
    ref={showModal}
    className="m-auto mt-palette-top w-[min(36rem,calc(100vw-2rem))] rounded-lg border border-line bg-raised"
    onCancel={onClose}
  >
    <input
      data-scan="search"
      aria-label="Suche und Befehle"
      className="block h-12 w-full bg-transparent px-4 text-section outline-none"
      onKeyDown={(event) => {
        const { dataset } = event.currentTarget;
        if (event.key === "Tab") event.preventDefault(); // nothing else can take the focus yet
        dataset["key"] = dataset["key"] === "Tab" ? `Tab${event.key}` : event.key;
      }}
    />
  </dialog>
);
