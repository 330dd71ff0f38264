import { Bot, KeyRound, ShieldCheck, UserX } from "lucide";
import { Fragment } from "react";
import type { userList } from "#contract/lists/users.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { showCustomer, showCustomerCode } from "#rules/stock/box-code.ts";
import { genderText } from "#rules/access/users.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Badge } from "#web/ui/page/badge.tsx";
import type { ListColumn } from "#web/lists/list-table.tsx";
import { showDay } from "#web/ui/berlin-time.ts";
import { listUserName } from "#rules/access/users.ts";

const shownCustomers = 2; // of more, a number: a user of all customers must not fill the table

/** The columns of specification 2. */
export const userColumns: ListColumn<User, typeof userList>[] = [
  { key: "gender", label: "Anrede", phone: "hidden", cell: ({ gender }) => gender && genderText[gender] },
  { key: "last_name", main: true, cell: (user) => <Name user={user} /> },
  {
    key: "email",
    label: "E-Mail",
    grow: true,
    cell: (user) => (user.service ? <ServiceBadge /> : <Login email={user.email} />),
  },
  { key: "phone1", label: "Telefon", phone: "hidden", cell: (user) => user.phone1 },
  { key: "customers", label: "Kundenzugriff", phone: "hidden", cell: (user) => <Access user={user} /> },
  {
    key: "last_login",
    label: "Letzter Login",
    phone: "hidden",
    cell: ({ last_login }) => <span className="tabular-nums">{last_login && showDay(last_login)}</span>,
  },
  { key: "init_password", label: "Initialpasswort", phone: "hidden", cell: (user) => <InitialFlag user={user} /> },
  { key: "is_staff", label: "Admin", phone: "beside", cell: (user) => user.is_staff && <AdminBadge /> },
];

function Name({ user }: { user: User }) {
  return user.active ? (
    listUserName(user)
  ) : (
    <>
      <span className="line-through">{listUserName(user)}</span> <DeactivatedBadge />
    </>
  );
}

/** Shows the whole e-mail, which is the login; a long one in two lines. */
function Login({ email }: { email: string }) {
  const at = email.lastIndexOf("@") + 1;
  return (
    <span className="block break-words whitespace-normal">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

/** Shows the customers that a user sees. */
function Access({ user }: { user: User }) {
  if (user.is_staff) return <span className="text-muted">alle</span>;
  const customers = user.customers.slice(0, shownCustomers);
  const more = user.customers.length - customers.length;
  return (
    <span
      className="block truncate sm:max-w-32 2xl:max-w-72"
      title={user.customers.map((customer) => showCustomer(customer)).join(", ")}
    >
      {customers.map((customer, index) => (
        <Fragment key={customer.id}>
          {index > 0 && ", "}
          <TextLink {...paths.customer(customer.id)}>
            {showCustomerCode(customer.code)} {customer.name}
          </TextLink>
        </Fragment>
      ))}
      {more > 0 && <span className="text-muted"> und {more} weitere</span>}
    </span>
  );
}

function InitialFlag({ user }: { user: User }) {
  return (
    user.init_password && (
      <Badge tone="amber" icon={KeyRound}>
        ja
      </Badge>
    )
  );
}

export const AdminBadge = () => (
  <Badge tone="blue" icon={ShieldCheck}>
    Admin
  </Badge>
);

export const ServiceBadge = () => (
  <Badge tone="grey" icon={Bot}>
    Dienstkonto
  </Badge>
);

export const DeactivatedBadge = () => (
  <Badge tone="quiet" icon={UserX}>
    deaktiviert
  </Badge>
);
