import { errors } from "#rules/texts/texts.ts";
import { Button } from "#web/ui/button/button.tsx";

/** In place of a screen that cannot be drawn: nothing is heard here, and what was scanned is kept. */
export const BrokenPage = () => (
  <main className="grid gap-4 p-4" role="alert">
    <p>{errors.unknown}</p>
    <Button onClick={() => location.reload()}>Neu laden</Button>
  </main>
);
