import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "#web/api/queries.ts";
import { startSession } from "#web/api/session.ts";
import { onSessionChange, sessionState } from "#web/api/session-state.ts";
import { keepEarlyKeys } from "#web/ui/early-keys.ts";
import "./desk.css";
import { router } from "./router.tsx";

keepEarlyKeys();
// Scans without an answer are sent from every page, once it is known who is there and the page's own code is on its way. Where this part does not
// come, the next page brings it.
const stopWaiting = onSessionChange(() => {
  if (!sessionState().loaded) return;
  stopWaiting();
  import("#web/outbox/desk-sender.ts").catch(() => undefined);
});
startSession();

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
