import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { useSession } from "#web/api/session-state.ts";
import { SoundBar } from "./sound-bar.tsx";
import { UpdateBar } from "./update-bar.tsx";
import { useScreen } from "./address.ts";
import { NotForYou } from "#web/aisle/screens/not-for-you.tsx";
import { flowScreens } from "#web/aisle/screens/flow-screens.ts";
import { SignInScreen } from "#web/aisle/screens/sign-in-screen.tsx";
import { StartScreen } from "#web/aisle/screens/start-screen.tsx";
import { cameraOn } from "#web/aisle/reading/camera-on.ts";
import { dropReads } from "#web/aisle/reading/reading.ts";

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
