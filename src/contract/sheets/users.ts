import type { User } from "#contract/schemas/access/users.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import type { Sheet } from "#rules/lists/sheet.ts";
import { genderText } from "#rules/access/users.ts";

const yes = (isSo: boolean) => (isSo ? "ja" : "");

export const userSheet: Sheet<User> = {
  key: "users",
  name: "Users",
  columns: [
    { head: "Anrede", cell: ({ gender }) => gender && genderText[gender] },
    { head: "Name", cell: ({ last_name }) => last_name },
    { head: "Vorname", cell: ({ first_name }) => first_name },
    { head: "E-Mail", cell: ({ email }) => email },
    { head: "Telefon", cell: ({ phone1 }) => phone1 },
    { head: "Telefon 2", cell: ({ phone2 }) => phone2 },
    { head: "Kundenzugriff", cell: (user) => (user.is_staff ? "alle" : user.customers.map(showCustomer).join(", ")) },
    { head: "Letzter Login", kind: "moment", cell: ({ last_login }) => last_login },
    { head: "Initialpasswort", cell: ({ init_password }) => yes(init_password) },
    { head: "Admin", cell: ({ is_staff }) => yes(is_staff) },
    { head: "Verwaltet User", cell: ({ manages_users }) => yes(manages_users) },
    { head: "Deaktiviert", cell: ({ active }) => yes(!active) },
  ],
};
