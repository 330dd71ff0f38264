import { Missing } from "#web/detail-page/not-available.tsx";
import { ButtonLink } from "#web/ui/button/links.tsx";

export function NotFound() {
  return (
    <Missing text="Diese Adresse gibt es nicht, oder sie ist nicht für Sie bestimmt.">
      <ButtonLink to="/home">Zur Startseite</ButtonLink>
    </Missing>
  );
}
