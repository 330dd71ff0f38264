/** "At work" for a whole area: the thin line along its upper edge and a word for screen readers. */
export function Loading({ text = "Wird geladen …" }: { text?: string | undefined }) {
  return (
    <div role="status" className="relative min-h-8 py-2 text-muted">
      <span aria-hidden className="working top-0 text-accent" />
      {text}
    </div>
  );
}
