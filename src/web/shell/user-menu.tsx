import { showUserName } from "#rules/access/users.ts";
import { useSession } from "#web/api/session-state.ts";
import { MenuItem, MenuLine, MenuPopover, type MenuPopoverProps } from "#web/ui/menu/menu.tsx";
import { signOut } from "./sign-out.ts";

/** Shows the menu of the button with one's name: who one is, and the three entries of specification 2. */
export function UserMenu(props: Omit<MenuPopoverProps, "children" | "above">) {
  const { user } = useSession();
  const person = user && <strong className="mb-1 block border-b border-line px-2 py-1.5">{showUserName(user)}</strong>;
  return (
    <MenuPopover {...props} above={person}>
      <MenuItem disabled>Profil</MenuItem>
      <MenuItem disabled>Einstellungen</MenuItem>
      <MenuLine />
      <MenuItem onClick={() => void signOut()}>abmelden</MenuItem>
    </MenuPopover>
  );
}
