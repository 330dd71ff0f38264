import { useSettings } from "#web/api/settings.ts";
import { TextLink } from "#web/ui/button/links.tsx";

/** Whoever has no password here signs in anew in another tab; this one goes on with it. */
export function CompanyHint() {
  const { company_sign_in: name } = useSettings();
  if (name === null) return null;
  return (
    <p className="mt-2 text-muted">
      Sie haben hier kein Passwort?{" "}
      <TextLink to="/login" target="_blank">
        In einem neuen Tab über {name} anmelden
      </TextLink>
      , dann geht es hier weiter.
    </p>
  );
}
