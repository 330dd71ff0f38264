import type { ComponentProps } from "react";
import { useSettings } from "#web/api/settings.ts";

/** Shows the content that stands alone on the screen until it is known who is there. */
export function Outside({ children, ...rest }: ComponentProps<"main"> & { "data-waiting"?: true }) {
  const { product_title } = useSettings();
  return (
    <main className="p-4" {...rest}>
      <h1 className="sr-only">{product_title}</h1>
      {children}
    </main>
  );
}
