import type { Scope } from "#server/database/scope.ts";

/** Whose calls wait for each other: a user's, or those of one program, which keeps its user waiting as little as anybody else. */
export const callerLine = ({ userId, token }: Scope): string => (token ? `token ${token.id}` : String(userId));
