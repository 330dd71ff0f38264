import { useSession } from "#web/api/session.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Kbd } from "#web/ui/menu/kbd.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** What is quicker by a scan or a key. */
export function Shortcuts() {
  const isStaff = useSession().user?.is_staff;
  return (
    <Section title="Schneller zum Ziel">
      <p>Scannen Sie {isStaff ? "eine Box oder eine Reihe" : "eine Box"}, auf jeder Seite: Sie wird geöffnet.</p>
      <p className="mt-2 pointer-coarse:hidden">
        <Kbd>Strg</Kbd> <Kbd>K</Kbd> öffnet Suche und Befehle, <Kbd>?</Kbd> zeigt alle Tastenkürzel.
      </p>
      <div className="mt-2">
        <TextLink to="/account">Mein Zugang</TextLink>
        <p className="text-muted">Passwort, zweiter Faktor, angemeldete Geräte</p>
      </div>
    </Section>
  );
}
