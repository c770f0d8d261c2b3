import type { ClientId } from "#contract/ids.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** A scope that names its client: without one, a call about frameworks is about the client that is the workspace itself. */
export type ClientScope = Scope & { clientId: ClientId };
