import { Link } from "@tanstack/react-router";
import { listUsers, sheetOfUsers } from "#contract/calls/users.ts";
import { userList } from "#contract/lists/users.ts";
import { AddLink } from "#web/lists/add-link.tsx";
import { ListEmpty } from "#web/lists/list-empty.tsx";
import { ListPage } from "#web/lists/list-page.tsx";
import { paths } from "#web/paths.ts";
import { userColumns } from "./user-columns.tsx";

export default function UserListPage() {
  return (
    <ListPage
      title="Users"
      list={userList}
      call={listUsers}
      sheet={sheetOfUsers}
      to={paths.users}
      actions={<AddLink to="/users/new">User hinzufügen</AddLink>}
      columns={userColumns}
      link={(user, content) => <Link {...paths.user(user.id)}>{content}</Link>}
      empty={
        <ListEmpty {...paths.users()} reason="Kein User passt zu den Filtern.">
          Alle User zeigen
        </ListEmpty>
      }
    />
  );
}
