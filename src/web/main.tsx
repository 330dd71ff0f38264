import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "#web/api/queries.ts";
import { startSession } from "#web/api/session.ts";
import { keepEarlyKeys } from "#web/ui/early-keys.ts";
import "./app.css";
import { router } from "./routes.tsx";

keepEarlyKeys();
startSession();
// What was scanned and has no answer is sent from every page; where this does not come, the next page brings it.
import("#web/outbox/sender.ts").catch(() => undefined);

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no #root");
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
