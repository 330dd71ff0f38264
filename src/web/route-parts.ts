import { notFound, redirect } from "@tanstack/react-router";
import { idIn } from "./search.ts";

/** An id that is no positive integer names nothing. */
export const params = {
  parse: ({ id }: { id: string }) => {
    const number = idIn(id);
    if (number === undefined) throw notFound();
    return { id: number };
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};

export function redirectTo(to: "/home" | "/stock/overview" | "/customers/overview" | "/deliveries/overview") {
  return () => {
    throw redirect({ to, replace: true });
  };
}

export const forStaff = { staff: true } as const;
export const takesScans = { scans: true } as const;
