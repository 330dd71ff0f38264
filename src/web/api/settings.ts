import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { settings } from "#contract/calls/access/session.ts";
import { queryFor } from "./queries.ts";

const fallbackSettings = {
  product_title: "Magazin",
  provider_name: "",
  build_stamp: "",
  sends_mails: false,
  company_sign_in: null,
};

/** Returns the names of the installation; empty defaults until they are known. */
export function useSettings() {
  return useQuery({ ...queryFor(settings), staleTime: Infinity, gcTime: Infinity }).data ?? fallbackSettings;
}

/** The document's title: `Boxen · Magazin`. A page calls it for what its address does not say, as a box's code. */
export function usePageTitle(title: string | undefined) {
  const { product_title } = useSettings();
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${product_title}`;
  }, [title, product_title]);
}
