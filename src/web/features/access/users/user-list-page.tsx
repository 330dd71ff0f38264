import { Link } from "@tanstack/react-router";
import { sheetOfUsers } from "#contract/calls/access/users.ts";
import { AddLink } from "#web/lists/add-link.tsx";
import { Drawing } from "#web/ui/drawing.tsx";
import { ListEmpty } from "#web/lists/list-empty.tsx";
import { ListPage } from "#web/lists/list-page.tsx";
import { useSession } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { InitialPassword } from "./initial-password.tsx";
import { MissingAccess } from "./missing-access.tsx";
import { missingAccess, newUser } from "./new-user.ts";
import { userColumns } from "./user-columns.tsx";
import { userListSource } from "./user-list-loader.ts";

export default function UserListPage() {
  const recentUser = newUser.use();
  const failure = missingAccess.use();
  const { user: me } = useSession();
  return (
    <ListPage
      title="Users"
      {...userListSource}
      sheet={sheetOfUsers}
      to={paths.users}
      actions={me?.manages_users && <AddLink to="/users/new">User hinzufügen</AddLink>}
      above={
        (recentUser || failure) && (
          <div className="mb-4">
            {failure && <MissingAccess key={failure.user.id} of={failure} onGiven={() => missingAccess.set(null)} />}
            {recentUser && <InitialPassword user={recentUser} isKept onLeave={() => newUser.set(null)} />}
          </div>
        )
      }
      columns={userColumns}
      link={(user, content) => <Link {...paths.user(user.id)}>{content}</Link>}
      empty={
        <ListEmpty
          {...paths.users()}
          look="button"
          drawing={<Drawing of="person" />}
          reason="Kein User passt zu den Filtern."
        >
          Alle User zeigen
        </ListEmpty>
      }
    />
  );
}
