/** Logins of the demo archive; their passwords are public. */
export const demoLogins = {
  staff: { email: "demo@example.com", password: "demo-magazin" },
  /** Another person, where it takes two: nobody else has made their access. */
  colleague: { email: "kollegin@example.com", password: "kollegin-magazin" },
  customer: { email: "kunde@example.com", password: "kunde-magazin" },
} as const;

const both = ({ email, password }: { readonly email: string; readonly password: string }) => `${email} / ${password}`;

/** Says who can sign in to the demo at an address, and where: a line for each. */
export function demoLines(address: string): string[] {
  const { staff, colleague, customer } = demoLogins;
  return [
    `  Office: ${both(staff)}`,
    `  Kunde (a customer's user): ${both(customer)}`,
    `  Lager (scanning, best on a phone): ${address}/lager/ with the login of the office`,
    `  A second person, where it takes two: ${both(colleague)}`,
  ];
}
