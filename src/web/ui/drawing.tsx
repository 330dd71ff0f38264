/** Line drawings of what a list is of: the quiet lines, and the one in the accent. */
const drawings = {
  shelf: [
    "M6 4v40M58 4v40M6 24h52M6 44h52M12 10h12v14M12 10v14M40 30h12v14M40 30v14M26 30h12v14M26 30v14",
    "M28 10h12v14h-12zM32 15h4",
  ],
  file: ["M12 22h40v22h-40zM26 31h12", "M20 22v-18h18l6 6v12M26 13h12"],
  picture: ["M10 8h44v34h-44zM10 36l12-12 9 9 8-7 15 13", "M43 21a4 4 0 1 0-.01 0z"],
  person: ["M18 44v-4a14 14 0 0 1 28 0v4z", "M32 21a8 8 0 1 0-.01 0z"],
  van: ["M10 38h-6v-28h32v28h-16M36 18h11l11 11v9h-4M36 38h8", "M15 43a5 5 0 1 0-.01 0zM49 43a5 5 0 1 0-.01 0z"],
  letter: ["M8 8h48v34h-48z", "M8 10l24 18 24-18"],
  lens: ["M28 34a14 14 0 1 0-.01 0z", "M38 30l14 14"],
} as const;

/** Small drawing beside the words of an empty list. */
export function Drawing({ of }: { of: keyof typeof drawings }) {
  const [quiet, accent] = drawings[of];
  return (
    <svg
      aria-hidden
      viewBox="0 0 64 48"
      width={64}
      height={48}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0 text-field"
    >
      <path d={quiet} />
      <path d={accent} stroke="var(--color-accent)" />
    </svg>
  );
}
