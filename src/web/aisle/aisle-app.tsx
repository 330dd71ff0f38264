import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { Volume2, RefreshCw } from "lucide";
import { useSession } from "#web/api/session-state.ts";
import { NotForYou } from "#web/aisle/screens/not-for-you.tsx";
import { flowScreens } from "#web/aisle/screens/flow-screens.ts";
import { SignInScreen } from "#web/aisle/screens/sign-in-screen.tsx";
import { StartScreen } from "#web/aisle/screens/start-screen.tsx";
import { cameraOn } from "#web/aisle/reading/camera-on.ts";
import { dropReads } from "#web/aisle/reading/reading.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useWindowEvent } from "#web/ui/use-window-event.ts";
import { isOpenEntry } from "#web/outbox/entry.ts";
import { entries } from "#web/outbox/outbox.ts";
import { Button } from "#web/ui/button/button.tsx";
import { questionStands } from "#web/aisle/device/flow-run.ts";
import { takeOver, waitingVersion } from "#web/aisle/device/update.ts";
import { useScreen } from "./address.ts";

/** The phone's application: the signed-in user, and the current screen. */
export function AisleApp() {
  const { loaded, user, failure } = useSession();
  if (!loaded && !failure) return null; // the device answers within a moment; only then anything is known
  if (!user) return <SignInScreen failure={failure} />;
  if (!user.is_staff) return <NotForYou />;
  if (user.init_password || user.second_factor === "required") return <NotForYou isUnfinished />;
  return (
    <div className="flex h-full flex-col" key={user.id}>
      <Eye />
      <Suspense>
        <Screen />
      </Suspense>
      <UpdateBar />
      <SoundBar />
    </div>
  );
}

const CameraView = lazy(async () => ({ default: (await import("#web/aisle/reading/camera.tsx")).CameraView }));

function Eye() {
  const isOn = cameraOn.use();
  return <Suspense>{isOn && <CameraView />}</Suspense>;
}

const fixedScreens: Readonly<Record<string, ComponentType>> = {
  held: lazy(async () => ({ default: (await import("#web/aisle/screens/cases-screen.tsx")).HeldScreen })),
  hallen: lazy(async () => ({ default: (await import("#web/aisle/screens/halls-screen.tsx")).HallsScreen })),
  geraet: lazy(async () => ({ default: (await import("#web/aisle/screens/device-screen.tsx")).DeviceScreen })),
};

function Screen() {
  const name = useScreen();
  const Found = fixedScreens[name] ?? flowScreens.find((flow) => flow.name === name)?.screen;
  useEffect(() => {
    document.title = `${flowScreens.find((flow) => flow.name === name)?.label ?? "Lager"} · Lager`;
    if (name !== "geraet") return;
    dropReads();
    cameraOn.set(false);
  }, [name]);
  return Found ? <Found /> : <StartScreen />;
}

/** No browser lets a page sound before it was touched: a device that has just started says so. */
function SoundBar() {
  const [isTouched, setIsTouched] = useState(() => navigator.userActivation.hasBeenActive);
  const onTouch = () => setIsTouched(true);
  useWindowEvent("pointerup", onTouch);
  useWindowEvent("keydown", onTouch);
  if (isTouched) return null;
  return (
    <aside aria-label="Ton" className="shrink-0">
      <button type="button" className="tone-blue flex min-h-12 w-full items-center gap-2 bg-tone-soft px-3 text-tone">
        <Icon of={Volume2} size={20} />
        Beginnen – antippen für Töne
      </button>
    </aside>
  );
}

/** Offers a newer version, where a thumb reaches it, when nothing is on its way and nothing is being asked. */
function UpdateBar() {
  const worker = waitingVersion.use();
  const isAsked = questionStands.use();
  const isSending = entries.use().some((entry) => isOpenEntry(entry) && entry.sent && entry.failure === null);
  if (!worker || isAsked || isSending) return null;
  return (
    <div role="status" className="tone-blue flex items-center gap-3 bg-tone-soft px-3 py-1 text-tone">
      <span className="min-w-0 grow">Neue Version</span>
      <Button look="primary" icon={RefreshCw} onClick={takeOver}>
        übernehmen
      </Button>
    </div>
  );
}
