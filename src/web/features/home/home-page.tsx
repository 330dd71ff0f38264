import { showUserName } from "#rules/users.ts";
import { useSession } from "#web/api/session.ts";
import { PasswordSection } from "#web/features/account/password-section.tsx";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { allowed } from "#web/shell/menu.ts";
import { Kbd } from "#web/ui/menu/kbd.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { BackupNotice } from "./backup-notice.tsx";

export default function HomePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHead title={`Willkommen, ${showUserName(user)}`} />
      {user.init_password ? <PasswordSection user={user} /> : <Entries isStaff={user.is_staff} />}
    </>
  );
}

const entries = [
  { text: "Wie viele Boxen in welchem Zustand sind", link: { to: "/stock/overview" }, staff: false },
  { text: "Boxen suchen und öffnen", link: paths.boxes(), staff: false },
  { text: "Boxen hinzufügen", link: { to: "/stock/boxes/new" }, staff: true },
];

function Entries({ isStaff }: { isStaff: boolean }) {
  return (
    <>
      {isStaff && <BackupNotice />}
      <ul>
        {allowed(entries, isStaff).map(({ text, link }) => (
          <li key={text}>
            <TextLink {...link} className="inline-flex min-h-7 items-center pointer-coarse:min-h-12">
              {text}
            </TextLink>
          </li>
        ))}
      </ul>
      <Section title="Schneller zum Ziel">
        <p>Scannen Sie {isStaff ? "eine Box oder eine Reihe" : "eine Box"}, auf jeder Seite: Sie wird geöffnet.</p>
        <p className="mt-2 pointer-coarse:hidden">
          <Kbd>Strg</Kbd> <Kbd>K</Kbd> öffnet Suche und Befehle, <Kbd>?</Kbd> zeigt alle Tastenkürzel.
        </p>
      </Section>
      <div className="mt-6">
        <TextLink to="/account">Mein Zugang</TextLink>
        <p className="text-muted">Passwort, zweiter Faktor, angemeldete Geräte</p>
      </div>
    </>
  );
}
