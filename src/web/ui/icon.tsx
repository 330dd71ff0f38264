import type { IconNode } from "lucide";
import { createElement } from "react";

type IconProps = {
  of: IconNode;
  size?: number;
  className?: string | undefined;
  role?: "img" | undefined;
  "aria-label"?: string | undefined;
};

/** An icon of lucide. It is decoration unless it has a name. */
export function Icon({ of, size = 24, ...rest }: IconProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      width={size}
      height={size}
      aria-hidden={rest["aria-label"] === undefined}
      {...rest}
    >
      {of.map(([tag, attributes], at) => createElement(tag, { key: at, ...attributes }))}
    </svg>
  );
}
