import type { Scope } from "#server/database/scope.ts";

/**
 * Names the line in which calls wait for each other: those of a user, or those of one program. A program keeps its user waiting as little as anybody
 * else.
 */
export const callerLine = ({ userId, token }: Scope): string => (token ? `token ${token.id}` : String(userId));
