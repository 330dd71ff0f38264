import { clsx } from "clsx";
import { Button, type ButtonProps } from "./button.tsx";

/** A button that shows only an icon, or very little; its name is the tooltip. */
export function IconButton({ label, className, look = "quiet", ...rest }: ButtonProps & { label: string }) {
  return <Button title={label} {...rest} look={look} aria-label={label} className={clsx("icon-button", className)} />;
}
