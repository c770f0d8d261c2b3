import type { ClientId } from "#contract/ids.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

export type OfClient = Scope & { clientId: ClientId };
