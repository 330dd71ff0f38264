import { createStore } from "#web/ui/store.ts";

/** True while the camera reads; it goes on from screen to screen. */
export const cameraOn = createStore(false);
