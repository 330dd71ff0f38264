interface ContentTicksProps {
  readonly contents: readonly { readonly id: number; readonly text: string }[];
  readonly ticked: readonly number[];
  readonly onTick: (content: number) => void;
}

/** Contents of one box, each to be tapped. */
export function ContentTicks({ contents, ticked, onTick }: ContentTicksProps) {
  return (
    <ul aria-label="Inhalte" className="grid min-h-24 shrink grid-cols-1 gap-1 overflow-y-auto">
      {contents.map(({ id, text }) => (
        <li key={id}>
          <label className="flex min-h-14 items-center gap-3 rounded-md border border-field bg-surface px-2">
            <input
              type="checkbox"
              className="size-6 shrink-0"
              checked={ticked.includes(id)}
              onChange={() => onTick(id)}
            />
            <span className="min-w-0 break-words">{text}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}
