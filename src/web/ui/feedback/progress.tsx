import { clsx } from "clsx";

type ProgressProps = {
  label: string;
  /** 0 to 1; without it the end is not known yet. */
  share?: number | undefined;
};

/** A bar with its words: the percent where the length is known. */
export function Progress({ label, share }: ProgressProps) {
  const percent = share === undefined ? undefined : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-3">
        <span>{label}</span>
        {percent !== undefined && <span className="tabular-nums">{percent} %</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="relative h-1.5 overflow-hidden rounded-sm bg-line text-accent"
      >
        <span
          className={clsx(percent === undefined ? "working inset-y-0 h-auto" : "block h-full bg-accent")}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
