/** Facts about a user that decide what comes next for the user. */
export interface UserStanding {
  readonly is_staff: boolean;
  readonly service: boolean;
  readonly active: boolean;
  readonly init_password: boolean;
  readonly last_login: string | null;
  /** The customers of which they see things. */
  readonly customers: readonly unknown[];
}

/** Says in one sentence what comes next for a user's access. */
export function nextOfUser({ is_staff, service, active, init_password, last_login, customers }: UserStanding): string {
  if (!active && service) return "Das Dienstkonto ist deaktiviert; kein Token gilt mehr.";
  if (!active) return "Der Zugang ist deaktiviert; anmelden ist nicht möglich.";
  if (!is_staff && customers.length === 0) return "Noch kein Kunde ist freigegeben; das geschieht auf dessen Seite.";
  if (service) return "Programme arbeiten damit, mit den Token unten.";
  if (init_password && last_login === null) return "Als Nächstes mit dem Initialpasswort anmelden und es ändern.";
  if (init_password) return "Das Initialpasswort ist noch zu ändern.";
  return "Der Zugang ist eingerichtet.";
}
