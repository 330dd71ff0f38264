/** A SHA-256 in pieces that can be compared with another screen. */
export function Fingerprint({ label, of }: { label: string; of: string }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="text-xs break-words tabular-nums select-all">{of.replaceAll(/.{8}(?=.)/g, "$& ")}</dd>
    </div>
  );
}
