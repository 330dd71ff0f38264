import { linkOptions } from "@tanstack/react-router";

/** Where imports are: among the services for staff, by themselves for customer users. */
export const importList = (isStaff: boolean, page?: number) =>
  linkOptions({ to: isStaff ? "/services/imports" : "/imports", search: { page } });
export const importPage = (isStaff: boolean, id: number) =>
  linkOptions({ to: isStaff ? "/services/imports/$id" : "/imports/$id", params: { id } });
