import { Missing } from "#web/details/missing.tsx";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";

export function NotFound() {
  return (
    <Missing text="Diese Adresse gibt es nicht, oder sie ist nicht für Sie bestimmt.">
      <ButtonLink {...paths.home()}>Zur Startseite</ButtonLink>
    </Missing>
  );
}
