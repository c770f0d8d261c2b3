import type { ClientId } from "#contract/ids.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** Whether a request that is about one client names another one in its path. */
export const isOther = ({ clientId }: Scope, named: ClientId): boolean => clientId !== null && clientId !== named;
