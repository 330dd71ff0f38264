import { useSession } from "#web/api/session.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { FactorSection } from "./factor-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** How somebody signs in, and where they are signed in. */
export default function AccountPage() {
  const { user } = useSession();
  if (!user) return null;
  const password = <PasswordSection user={user} />;
  const isRequired = user.second_factor === "required";
  return (
    <>
      <PageHead title="Mein Zugang" />
      <p className="text-muted">Sie melden sich mit {user.email} an.</p>
      {!isRequired && password}
      <FactorSection />
      {isRequired && password}
      <SessionsSection />
    </>
  );
}
