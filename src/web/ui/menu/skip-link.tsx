/** The first stop of the Tab key: past the navigation to the element with this id. */
export function SkipLink({ target }: { target: string }) {
  return (
    <a
      href={`#${target}`}
      data-shell
      className="button button-primary sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:inline-flex focus:px-3"
      onClick={(event) => {
        // The address belongs to the router: focus moves, the hash does not.
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      Zum Inhalt
    </a>
  );
}
