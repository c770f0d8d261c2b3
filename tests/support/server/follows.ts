import { createFollows } from "#server/app/follows.ts";

/** What follows in the product, for tests in which no job should be queued. */
export const follows = createFollows(async () => {});
