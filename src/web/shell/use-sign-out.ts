import { useRouter } from "@tanstack/react-router";
import { logout } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";

/** Signs out by way of the home page, so that a page with changed fields asks first; who stays there stays signed in. */
export function useSignOut(): () => Promise<void> {
  const router = useRouter();
  return async () => {
    const home = paths.home();
    await router.navigate(home);
    if (router.state.location.pathname === home.to) await logout();
  };
}
