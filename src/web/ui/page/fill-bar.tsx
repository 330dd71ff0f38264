/** Shows how full something is, as a picture; the number stands beside it. */
export function FillBar({ share }: { share: number }) {
  return (
    <span aria-hidden className="block h-1.5 overflow-hidden rounded-sm bg-line">
      <span className="block h-full bg-accent-fill" style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
  );
}
