import type { SeenClient } from "#server/platform/tenancy/scope.ts";

/** A client has controls or tests that it did not have before, or that did not run. */
export type TestsAdded = SeenClient;
