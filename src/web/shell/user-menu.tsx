import { useSession } from "#web/api/session-state.ts";
import { MenuItem, MenuLine, MenuPopover, type MenuPopoverProps } from "#web/ui/menu/menu.tsx";
import { signOut } from "./sign-out.ts";

/** What the button with one's name opens (specification 2). */
export function UserMenu(props: Omit<MenuPopoverProps, "children">) {
  const { user } = useSession();
  return (
    <MenuPopover {...props}>
      <MenuItem disabled>Profil</MenuItem>
      <MenuItem disabled>Einstellungen</MenuItem>
      {user?.is_staff && <MenuItem onClick={() => location.assign("/lager/")}>Lager am Telefon</MenuItem>}
      <MenuLine />
      <MenuItem onClick={() => void signOut()}>abmelden</MenuItem>
    </MenuPopover>
  );
}
